import { readDraft } from '../../scan-draft.ts'
import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Notice } from '../../ui/states/notice.tsx'

/** The profiles that the daily limit left out of this batch: they wait in this browser. */
export function LeftOver({ batchId }: { batchId: string }) {
  const { orgId, owner } = useOrg()
  const draft = readDraft(owner)
  if (draft.leftFrom !== batchId || draft.text === '') return null
  const count = draft.text.split('\n').length
  return (
    <Notice
      tone="warning"
      title={count === 1 ? '1 profile was not queued' : `${count} profiles were not queued`}
      action={
        <LinkButton to="/o/$orgId/scan" params={{ orgId }} size="small">
          {count === 1 ? 'Submit it' : `Submit the remaining ${count}`}
        </LinkButton>
      }
    >
      The daily limit left them out. They are kept in this browser, in their order.
    </Notice>
  )
}
