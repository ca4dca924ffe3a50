import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Conflict, type Open } from '../../../../../sdk/client.ts'
import type { ScanReview } from '../../../../../sdk/contract.ts'
import { reviewQuery } from '../../../api/queries.ts'
import { dropWords } from '../../../kept-words.ts'
import { useOrg } from '../../../session/use-org.ts'
import { showShellDialog } from '../../../shell/shell-dialog.ts'
import { moment } from '../../../text/times.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import type { Scan } from '../scan.ts'
import { DecisionForm } from './decision-form.tsx'
import { DecisionRecord } from './decision-record.tsx'
import { decisionWord } from './decisions.ts'
import { ReviewLogView } from './review-log-view.tsx'
import { useReviewChange } from './use-review-change.ts'

/** What people decided about this scan, beside it and never in it. */
export function ReviewPanel({ scan }: { scan: Scan }) {
  const { toscan, orgId, owner, user } = useOrg()
  const query = useQuery(reviewQuery(toscan, orgId, scan.profile_id))
  const change = useReviewChange(scan.profile_id)
  /** Which decision stood there when this person began to write theirs: its moment, null for none; undefined while nobody writes. */
  const [begunAt, setBegunAt] = useState<string | null>()
  /** In the dock there is room for the decision alone. */
  const [isUnfolded, setIsUnfolded] = useState(false)
  /** What was just done. */
  const [told, setTold] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  /** Who has the focus once the panel shows what was just done. */
  const next = useRef<'[data-decided]' | '[data-decision] input' | null>(null)
  const tell = (words: string, place: typeof next.current) => {
    next.current = place
    setTold(words)
  }
  // What was pressed is gone: the focus goes to what stands in its place. At every rendering, since the review may come in a later one than the words.
  useEffect(() => {
    const isDecided = panel.current?.querySelector('[data-decided]') != null
    if (next.current === null || isDecided !== (next.current === '[data-decided]')) return
    panel.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  })
  return (
    <Card
      title="Decision"
      actions={
        <span data-print="no" className="docked:hidden">
          <Button size="small" variant="quiet" shortcut="?" onPress={() => showShellDialog('keys')}>
            Keys
          </Button>
        </span>
      }
    >
      <p role="status" className="sr-only">
        {told}
      </p>
      <QueryView query={query} what="The review" rows={4}>
        {(review) => (
          <div ref={panel} className="flex flex-col gap-3">
            {change.error instanceof Conflict || (!change.isPending && isOvertaken(review, begunAt)) ? (
              <div role="alert">
                <Overtaken
                  isOwn={review.decision?.by.user_id === user.id}
                  holder={
                    change.error && / is looking /.test(change.error.message) ? change.error.message : null
                  }
                />
              </div>
            ) : (
              change.error && <Failure what="Not saved" error={change.error} />
            )}
            {review.claim && !review.claim.is_you && (
              <p className="text-xs text-muted">
                {review.claim.by.name || review.claim.by.email} is looking at it, until{' '}
                {moment(review.claim.until).slice(11)} at least.
              </p>
            )}
            {review.decision && (
              <div data-decided="" tabIndex={-1} className="rounded-sm outline-offset-2">
                <DecisionRecord decision={review.decision} isShort={!isUnfolded} />
              </div>
            )}
            {review.decision && begunAt === undefined ? (
              <div className="flex flex-wrap gap-2" data-print="no">
                <Button size="small" onPress={() => setBegunAt(review.decision?.at)}>
                  Change
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  isBusy={change.isPending}
                  onPress={() =>
                    change.mutate(
                      { decision: null },
                      { onSuccess: () => tell('Taken back.', '[data-decision] input') },
                    )
                  }
                >
                  Take back
                </Button>
                <LinkButton
                  size="small"
                  variant="quiet"
                  to="/o/$orgId/scans/$scanId/statement"
                  params={{ orgId, scanId: scan.profile_id }}
                >
                  Statement of reasons
                </LinkButton>
                <span className="hidden docked:contents">
                  <Button
                    size="small"
                    variant="quiet"
                    aria-expanded={isUnfolded}
                    onPress={() => setIsUnfolded(!isUnfolded)}
                  >
                    Why
                  </Button>
                </span>
              </div>
            ) : (
              <div data-print="no">
                <DecisionForm
                  scan={scan}
                  isSaving={change.isPending}
                  made={review.decision}
                  // What is begun stays, whatever comes in meanwhile.
                  onBegin={() => setBegunAt((at) => (at === undefined ? momentOf(review) : at))}
                  onSave={(decision) =>
                    change.mutate(
                      { decision },
                      {
                        onSuccess() {
                          dropWords(owner, { scanId: scan.profile_id, about: 'decision' })
                          setBegunAt(undefined)
                          tell(`Saved: ${decisionWord(decision.decision)}.`, '[data-decided]')
                        },
                      },
                    )
                  }
                  {...(review.decision && {
                    onCancel() {
                      change.reset()
                      setBegunAt(undefined)
                    },
                  })}
                />
              </div>
            )}
            <div className={isUnfolded ? '' : 'docked:hidden'}>
              <ReviewLogView scanId={scan.profile_id} version={review.version} />
            </div>
          </div>
        )}
      </QueryView>
    </Card>
  )
}

type Review = Open<ScanReview>

function momentOf({ decision }: Review): string | null {
  return decision?.at ?? null
}

/** Whether another decision stands there than the one that somebody began to write theirs at. */
function isOvertaken(review: Review, begunAt: string | null | undefined): boolean {
  return begunAt !== undefined && begunAt !== momentOf(review)
}

/** Another decision stands there than the one that somebody began to write theirs at. The own one, where its answer was lost or another tab has sent it. */
function Overtaken({ isOwn, holder }: { isOwn: boolean; holder: string | null }) {
  if (isOwn && holder === null)
    return (
      <Notice tone="warning" title="You have decided already">
        What stands there is yours: its answer was lost, or another tab has sent it. What you wrote is still
        here; save it again if it is something else.
      </Notice>
    )
  return (
    <Notice tone="warning" title={holder ?? 'Somebody decided meanwhile'}>
      Nothing of yours was saved. What stands there now is theirs; what you wrote is still here.
    </Notice>
  )
}
