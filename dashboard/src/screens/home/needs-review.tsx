import { Link } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { OrgStats } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Verdict } from '../../ui/verdict.tsx'

const LEVELS = ['review_high', 'review_medium', 'review_low'] as const

/** What nobody has decided yet, the gravest first. */
export function NeedsReview({ undecided }: { undecided: Open<OrgStats>['undecided'] }) {
  const { orgId } = useOrg()
  const gravest = LEVELS.find((level) => undecided[level] > 0)
  return (
    <Card title="Needs review">
      {gravest === undefined ? (
        <p className="text-muted">Nothing waits for a decision.</p>
      ) : (
        <>
          <ul className="flex flex-col gap-1">
            {LEVELS.map((level) => (
              <li key={level}>
                <Link
                  to="/o/$orgId/history"
                  params={{ orgId }}
                  search={{ recommendation: level, sort_by: 'risk_score', sort_order: 'desc' }}
                  className="-mx-2 flex min-h-8 items-center justify-between rounded-md px-2 text-ink hover:bg-hover hover:no-underline"
                >
                  <Verdict value={level} />
                  <span className="font-semibold tabular-nums">{undecided[level]}</span>
                </Link>
              </li>
            ))}
          </ul>
          <p className="mt-1 mb-3 text-xs text-muted">Undecided, of the last 30 days.</p>
          <LinkButton
            to="/o/$orgId/history"
            params={{ orgId }}
            search={{ recommendation: gravest, sort_by: 'risk_score', sort_order: 'desc' }}
            variant="primary"
          >
            Start reviewing
          </LinkButton>
        </>
      )}
    </Card>
  )
}
