import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { precisionQuery, reviewStatsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { AgreementCard } from './agreement-card.tsx'
import { OpenByAge } from './open-by-age.tsx'
import { PrecisionCard } from './precision-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { Throughput } from './throughput.tsx'

const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const

/** For whoever answers for the reviews: what waits, who decides, who agrees, and where the rules are wrong. */
export function ReviewOverviewPage() {
  const { orgId, isAdmin } = useOrg()
  return (
    <>
      <PageHeader
        title="Review overview"
        lead="What waits, who decides, and where people and rules differ."
        actions={
          <LinkButton to="/o/$orgId/review" params={{ orgId }}>
            To the queue
          </LinkButton>
        }
      />
      {isAdmin ? <Figures /> : <AdminNote />}
    </>
  )
}

function Figures() {
  const { toscan, orgId } = useOrg()
  const navigate = useNavigate()
  const { days } = useSearch({ from: '/o/$orgId/review/overview' })
  const period = PERIODS.find(({ value }) => value === days)?.value ?? '30'
  const stats = useQuery(reviewStatsQuery(toscan, orgId, Number(period)))
  const precision = useQuery(precisionQuery(toscan, orgId))
  return (
    <>
      <div className="max-w-44">
        <Select
          label="Period"
          options={PERIODS}
          value={period}
          onChange={(chosen) =>
            void navigate({
              to: '/o/$orgId/review/overview',
              params: { orgId },
              search: { days: chosen },
              replace: true,
            })
          }
        />
      </div>
      <QueryView query={stats} what="The figures" rows={10}>
        {(found) => (
          <>
            <OpenByAge open={found.open} />
            <Throughput days={found.days} reviewers={found.reviewers} />
            <AgreementCard agreement={found.agreement} />
            <RulesCard rules={found.rules} />
          </>
        )}
      </QueryView>
      <QueryView query={precision} what="The precision" rows={4}>
        {({ codes }) => <PrecisionCard codes={codes} />}
      </QueryView>
    </>
  )
}
