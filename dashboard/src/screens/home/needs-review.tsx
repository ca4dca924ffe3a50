import { Link } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { ReviewQueue } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { countWords } from '../review/count-words.ts'

const LEVELS = ['review_high', 'review_medium', 'review_low'] as const

/** What waits for a decision, the gravest first: as many as the queue has. */
export function NeedsReview({ counts }: { counts: Open<ReviewQueue>['counts'] }) {
  const { orgId } = useOrg()
  const isEmpty = LEVELS.every((level) => counts[level] === 0)
  return (
    <Card title="Needs review">
      {isEmpty ? (
        <p className="text-muted">Nothing waits for a decision.</p>
      ) : (
        <>
          <ul className="flex flex-col gap-1">
            {LEVELS.map((level) => (
              <li key={level}>
                <Link
                  to="/o/$orgId/review"
                  params={{ orgId }}
                  search={{ recommendation: level }}
                  className="-mx-2 flex min-h-8 items-center justify-between rounded-md px-2 text-ink hover:bg-hover hover:no-underline"
                >
                  <Verdict value={level} />
                  <span className="font-semibold tabular-nums">{countWords(counts[level])}</span>
                </Link>
              </li>
            ))}
          </ul>
          <p className="mt-1 mb-3 text-xs text-muted">Undecided, and not somebody else’s.</p>
          <LinkButton to="/o/$orgId/review" params={{ orgId }} variant="primary">
            Start reviewing
          </LinkButton>
        </>
      )}
    </Card>
  )
}
