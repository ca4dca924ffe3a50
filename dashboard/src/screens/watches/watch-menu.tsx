import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open, WatchUpdate } from '../../../../sdk/client.ts'
import type { Watch } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Menu } from '../../ui/dialogs/menu.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { RemoveWatchDialog } from './remove-watch-dialog.tsx'
import { WatchDialog } from './watch-dialog.tsx'

const WEEK_MS = 7 * 24 * 3600_000

/** What can be done with one watch. */
export function WatchMenu({ watch }: { watch: Open<Watch> }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState<'change' | 'remove' | null>(null)
  const update = useMutation({
    mutationFn: (change: WatchUpdate) => toscan.watches.update(watch.watch_id, change),
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'watches'] }),
  })
  const isEnded = watch.state === 'ended'
  const isOver = isEnded && watch.of_view && watch.view_id === null
  return (
    <>
      <Menu
        label={`What to do with ${watch.name}`}
        trigger={
          <Button size="small" isBusy={update.isPending} aria-label={`Change ${watch.name}`}>
            Change
          </Button>
        }
        entries={[
          ...(isEnded
            ? []
            : [
                { id: 'change', label: 'Name, days and kind of scan', onAction: () => setOpen('change') },
                {
                  id: 'mute',
                  label: watch.muted ? 'Tell of changes again' : 'Mute',
                  note: watch.muted ? undefined : 'Scanned and listed here; no webhook',
                  onAction: () => update.mutate({ muted: !watch.muted }),
                },
                watch.state === 'snoozed'
                  ? { id: 'wake', label: 'Go on now', onAction: () => update.mutate({ snoozed_until: null }) }
                  : {
                      id: 'snooze',
                      label: 'Snooze for a week',
                      note: 'Nothing is scanned until then',
                      onAction: () =>
                        update.mutate({ snoozed_until: new Date(Date.now() + WEEK_MS).toISOString() }),
                    },
                {
                  id: 'end',
                  label: 'End',
                  note: 'What it has seen change stays',
                  onAction: () => update.mutate({ ends_at: new Date().toISOString() }),
                },
              ]),
          ...(isEnded && !isOver
            ? [{ id: 'resume', label: 'Take up again', onAction: () => update.mutate({ ends_at: null }) }]
            : []),
          { id: 'remove', label: 'Delete', onAction: () => setOpen('remove') },
        ]}
      />
      {update.error && <Failure what="The watch was not changed" error={update.error} />}
      {isOpen === 'change' && <WatchDialog watch={watch} onClose={() => setOpen(null)} />}
      {isOpen === 'remove' && <RemoveWatchDialog watch={watch} onClose={() => setOpen(null)} />}
    </>
  )
}
