import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { watchesOfProfileQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { MissingPart } from '../../ui/states/missing-part.tsx'
import type { Scan } from './scan.ts'

const WatchDialog = lazyPart(() => import('../watches/watch-dialog.tsx'), 'WatchDialog')

/** Has the profile scanned again and again; where it is already, says so and leads there. */
export function WatchButton({ scan }: { scan: Pick<Scan, 'url' | 'profile_id' | 'scan_mode'> }) {
  const { toscan, orgId } = useOrg()
  const watches = useQuery(watchesOfProfileQuery(toscan, orgId, scan.url))
  const [isOpen, setIsOpen] = useState(false)
  const isWatched = watches.data?.watches.some(({ state }) => state !== 'ended')
  if (isWatched)
    return (
      <LinkButton icon="eye" to="/o/$orgId/watches" params={{ orgId }}>
        Watched
      </LinkButton>
    )
  return (
    <>
      <Button icon="eye" onPress={() => setIsOpen(true)}>
        Watch this profile
      </Button>
      <MissingPart query={watches} what="Whether it is watched" />
      {isOpen && (
        <WatchDialog
          of={{
            url: scan.url,
            scanId: scan.profile_id,
            mode: scan.scan_mode === 'quick' ? 'quick' : 'deep',
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
