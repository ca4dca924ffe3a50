import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Conflict, type Open, type QueueFilter, type CaseDecision as Sent } from '../../../../sdk/client.ts'
import type { ReviewSettings } from '../../../../sdk/contract.ts'
import { dropWords, keptAbout } from '../../kept-words.ts'
import { useOrg } from '../../session/use-org.ts'
import { countOf } from '../../text/count-of.ts'
import { profileName } from '../../text/profile-name.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { ReadFailure } from '../../ui/states/read-failure.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { decisionWord } from '../report/review/decisions.ts'
import { isMinorSafety } from '../report/scan.ts'
import { BreakReminder } from './break-reminder.tsx'
import { CaseDecision, type Draft } from './case-decision.tsx'
import { CaseView } from './case-view.tsx'
import { KeptList } from './kept-list.tsx'
import { type Case, useCases } from './use-cases.ts'

/** As long as the service lets a decision be undone. */
const UNDO_MS = 10_000

interface Decided {
  scanId: string
  name: string
  draft: Draft
}

/** Takes one case after the other, saves what is decided and goes on; the last decision can be undone for ten seconds. */
export function Shift({
  filter,
  settings,
  ownElsewhere,
}: {
  filter: QueueFilter
  settings: Open<ReviewSettings>
  /** How many cases this person holds by what is known of the queue; where this page has none in hand, another one has. */
  ownElsewhere: number
}) {
  const { toscan, orgId, owner } = useOrg()
  const queries = useQueryClient()
  const cases = useCases(filter)
  const { current } = cases
  const [decided, setDecided] = useState<Decided | null>(null)
  const [undone, setUndone] = useState<Decided | null>(null)
  const [words, setWords] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const settled = () => queries.invalidateQueries({ queryKey: [orgId, 'scans'] })
  const deciding = useMutation({
    mutationFn: ({ of, decision }: { of: Case; decision: Sent['decision'] }) =>
      toscan.reviewQueue.decide(of.scan_id, { decision }),
    onSuccess: (_, { of, decision }) => {
      const { reason = null, note } = decision
      const name = profileName(of.profile_url)
      dropWords(owner, { scanId: of.scan_id, about: 'decision' })
      setDecided({
        scanId: of.scan_id,
        name,
        draft: { decision: decision.decision, reason, note: note ?? '' },
      })
      setUndone(null)
      setWords(`${decisionWord(decision.decision)}: ${name}.`)
      queries.removeQueries({ queryKey: [orgId, 'review', of.scan_id] })
      cases.goOn()
    },
    onSettled: settled,
  })
  const undoing = useMutation({
    mutationFn: (last: Decided) => toscan.reviewQueue.undo(last.scanId),
    onSuccess: ({ case: again }, last) => {
      setDecided(null)
      setUndone(last)
      setWords(`Undone: ${last.name}.`)
      if (again) cases.takeUp(again)
    },
    onSettled: settled,
  })
  const undo = () => {
    if (decided && !undoing.isPending) undoing.mutate(decided)
  }
  // Of the case before, answers may still be on their way: what is pressed now is for the case in hand.
  const isSaving = deciding.isPending && deciding.variables.of.scan_id === current?.scan_id
  const skip = () => {
    if (!current || isSaving) return
    const wrote = keptAbout(owner, { scanId: current.scan_id, about: 'decision' })
    setWords(`Skipped: ${profileName(current.profile_url)}.${wrote ? ' What you wrote is kept.' : ''}`)
    deciding.reset()
    cases.skip()
  }
  useKeys({ u: undo })
  useEffect(() => {
    if (!decided) return
    const timer = setTimeout(() => setDecided(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [decided])

  // Who has decided is led to the next case, by focus and by words; who has just come is left where they are.
  const currentId = current?.scan_id
  const hasBegun = words !== ''
  const focusCase = () => (heading.current ?? end.current)?.focus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another case moves the focus.
  useEffect(() => {
    if (hasBegun) focusCase()
  }, [currentId, cases.isEmpty])

  return (
    <>
      <p role="status" className="sr-only">
        {words}{' '}
        {hasBegun &&
          (current ? `Next: ${profileName(current.profile_url)}.` : cases.isEmpty ? 'Nothing is left.' : '')}
      </p>
      {decided && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-clear-soft px-3 py-1.5">
          <p className="min-w-0 grow truncate">
            {decisionWord(decided.draft.decision ?? '')}: {decided.name}
          </p>
          <Button size="small" shortcut="u" isBusy={undoing.isPending} onPress={undo}>
            Undo
          </Button>
        </div>
      )}
      <KeptList
        currentId={current?.scan_id ?? null}
        onTakeUp={async (scanId) => {
          await cases.takeThis(scanId)
          setWords('Taken up again.')
        }}
        onDropped={(name) => {
          setWords(`Dropped: what you wrote about ${name}.`)
          focusCase()
        }}
      />
      <BreakReminder minutes={settings.wellbeing.break_minutes} />
      {undoing.error && <Failure what="Not undone" error={undoing.error} />}
      {cases.error && (
        <ReadFailure
          what="The next case could not be claimed"
          error={cases.error}
          onRetry={() => void cases.look()}
        />
      )}
      {current ? (
        <CaseView
          key={current.scan_id}
          current={current}
          heading={heading}
          decision={(scan) => (
            <CaseDecision
              current={current}
              settings={settings}
              draft={undone?.scanId === current.scan_id ? undone.draft : null}
              isMinorSafety={isMinorSafety(scan.triage_report)}
              isSaving={isSaving}
              lost={deciding.error instanceof Conflict ? deciding.error.message : cases.lost}
              error={deciding.error}
              onSave={(decision) => deciding.mutate({ of: current, decision })}
              onSkip={skip}
            />
          )}
        />
      ) : cases.isEmpty ? (
        <div ref={end} tabIndex={-1}>
          <Empty
            title={cases.hadEnough ? 'Time for a pause' : hasBegun ? 'Nothing is left' : 'Nothing waits'}
            action={<Button onPress={() => void cases.look()}>Look again</Button>}
          >
            {cases.hadEnough
              ? 'You have had as many severe cases in a row as the organization wants, and nothing milder waits. After 15 minutes they come again.'
              : hasBegun
                ? 'Nothing waits here that nobody else is looking at. What you skipped comes again when you come back.'
                : ownElsewhere > 0
                  ? `Only what you have in hand elsewhere, in another tab or browser: ${countOf(ownElsewhere, 'case')}.`
                  : 'Scans that call for review come here by themselves, the highest risk first, and nobody else gets the case that you are looking at.'}
          </Empty>
        </div>
      ) : (
        !cases.error && <Loading label="The next case: loading" rows={8} />
      )}
    </>
  )
}
