import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export function HomePage() {
  const { toscan, orgId, name } = useOrg()
  const usage = useQuery(usageQuery(toscan, orgId))
  return (
    <>
      <PageHeader title="Home" lead={name} />
      <Card title="Today">
        <QueryView query={usage} what="Today’s usage" rows={1}>
          {({ used, limit }) => (
            <p className="tabular-nums">
              {limit === null ? `${used} scans, no limit` : `${used} of ${limit} scans`}
            </p>
          )}
        </QueryView>
      </Card>
    </>
  )
}
