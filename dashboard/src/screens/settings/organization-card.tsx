import { useQuery } from '@tanstack/react-query'
import { settingsQuery, usageQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'

export function OrganizationCard() {
  const { toscan, orgId, name } = useOrg()
  const settings = useQuery(settingsQuery(toscan, orgId))
  const usage = useQuery(usageQuery(toscan, orgId))
  return (
    <Card title="Organization" actions={<CopyButton size="small" label="Copy id" text={orgId} />}>
      <div className="flex flex-col gap-4">
        <QueryView query={settings} what="The settings" rows={4}>
          {(data) => (
            <Facts
              facts={[
                ['Name', <ForeignText key="name">{name}</ForeignText>],
                [
                  'Id',
                  <code key="id" className="font-mono text-xs">
                    {orgId}
                  </code>,
                ],
                ['Scans completed', data.total_scans_completed.toLocaleString('en')],
                ['Addresses refused by the limit', data.total_scans_dropped.toLocaleString('en')],
                ['Since', <Moment key="since" at={data.created_at} />],
              ]}
            />
          )}
        </QueryView>
        <QueryView query={usage} what="Today’s usage" rows={1}>
          {({ used, limit, resets_at }) =>
            limit === null ? (
              <p className="text-muted tabular-nums">
                {used.toLocaleString('en')} scans today. No daily limit is set.
              </p>
            ) : (
              <div className="flex flex-col gap-1">
                <progress
                  aria-label="Scans of today’s limit"
                  value={used}
                  max={Math.max(limit, 1)}
                  className="w-full accent-solid"
                />
                <p className="text-muted tabular-nums">
                  {used.toLocaleString('en')} of {limit.toLocaleString('en')} scans today; resets{' '}
                  <Moment at={resets_at} />. Whoever runs the service sets the limit.
                </p>
              </div>
            )
          }
        </QueryView>
      </div>
    </Card>
  )
}
