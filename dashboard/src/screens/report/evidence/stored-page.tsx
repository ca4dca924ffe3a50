import { useMutation } from '@tanstack/react-query'
import { Refused } from '../../../../../sdk/client.ts'
import { messageOf } from '../../../api/message-of.ts'
import { useOrg } from '../../../session/use-org.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { download } from '../../../ui/download.ts'
import type { Entry } from '../scan.ts'

/** The bytes whose hash the report states, as a text file: a browser never opens it as a page. */
export function StoredPage({ scanId, entry }: { scanId: string; entry: Entry }) {
  const { toscan } = useOrg()
  const fetching = useMutation({
    mutationFn: async () => (await toscan.evidence.capture(scanId, entry.ref)).text(),
    onSuccess: (text) => download(`${entry.ref}-${entry.domain}.txt`, 'text/plain;charset=utf-8', text),
  })
  const { error } = fetching
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon="download"
        isBusy={fetching.isPending}
        onPress={() => fetching.mutate()}
      >
        Stored page
      </Button>
      {error && (
        <span role="alert">
          {error instanceof Refused && error.status === 410
            ? `Not kept (${error.message})`
            : messageOf(error)}
        </span>
      )}
    </>
  )
}
