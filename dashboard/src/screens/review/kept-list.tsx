import { useMutation } from '@tanstack/react-query'
import { dropWords, type KeptWords, useKeptWords } from '../../kept-words.ts'
import { useOtherTabs } from '../../living-tabs.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Failure } from '../../ui/states/failure.tsx'

/**
 * Cases on which this person wrote and went on without deciding, or without sending a comment: nothing of it goes away by itself. What another tab is
 * at stands there.
 */
export function KeptList({
  currentId,
  onTakeUp,
  onDropped,
}: {
  /** What is written about the case in hand stands there. */
  currentId: string | null
  onTakeUp(scanId: string): Promise<void>
  onDropped(name: string): void
}) {
  const { owner } = useOrg()
  const all = useKeptWords(owner)
  const others = useOtherTabs(all)
  const kept = all.filter(({ scanId, tab }) => scanId !== currentId && !others.has(tab))
  if (kept.length === 0) return null
  return (
    <section aria-label="Written and not sent" className="rounded-lg bg-gap-soft px-3 py-1.5">
      <ul className="flex flex-col gap-1.5">
        {kept.map((words) => (
          <Kept
            key={`${words.about} ${words.scanId}`}
            words={words}
            onTakeUp={onTakeUp}
            onDropped={onDropped}
          />
        ))}
      </ul>
    </section>
  )
}

function Kept({
  words,
  onTakeUp,
  onDropped,
}: {
  words: KeptWords
  onTakeUp(scanId: string): Promise<void>
  onDropped(name: string): void
}) {
  const { orgId, owner } = useOrg()
  const taking = useMutation({ mutationFn: () => onTakeUp(words.scanId) })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 grow basis-60 [overflow-wrap:anywhere]">
        {words.about === 'decision' ? 'Not decided' : 'Comment not sent'}: {words.name}.{' '}
        <q className="text-muted">{words.text || words.reason}</q>
      </p>
      {words.about === 'decision' ? (
        <Button size="small" isBusy={taking.isPending} onPress={() => taking.mutate()}>
          Take it up again
        </Button>
      ) : (
        <LinkButton size="small" to={scanAddress(orgId, words.scanId)}>
          Open it
        </LinkButton>
      )}
      <Button
        size="small"
        variant="quiet"
        onPress={() => {
          dropWords(owner, words)
          onDropped(words.name)
        }}
      >
        Drop what I wrote
      </Button>
      {taking.error && <Failure what="It cannot be taken up" error={taking.error} />}
    </li>
  )
}
