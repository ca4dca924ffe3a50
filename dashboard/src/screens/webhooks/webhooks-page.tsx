import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { statsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { CallbackCard } from './callback-card.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { readDeliverySearch } from './delivery-filter.ts'
import { ReceiversCard } from './receivers-card.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { VerifyCard } from './verify-card.tsx'

export function WebhooksPage() {
  const search = readDeliverySearch(useSearch({ from: '/o/$orgId/webhooks' }))
  return (
    <>
      <PageHeader title="Webhooks" lead="How results reach your programs, and what became of each." />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-5">
        <CallbackCard withTest />
        <SecretCard />
        <HealthCard />
      </div>
      <ReceiversCard />
      <DeliveriesCard search={search} />
      <VerifyCard />
    </>
  )
}

function SecretCard() {
  const { isAdmin } = useOrg()
  const [isRotating, setIsRotating] = useState(false)
  return (
    <Card
      title="Signing secret"
      actions={
        isAdmin && (
          <Button size="small" onPress={() => setIsRotating(true)}>
            Replace
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-2 text-muted">
        <p>Every delivery is signed. The secret is shown when it is replaced, and never again.</p>
        {!isAdmin && <AdminNote />}
      </div>
      {isRotating && <RotateDialog onClose={() => setIsRotating(false)} />}
    </Card>
  )
}

function HealthCard() {
  const { toscan, orgId } = useOrg()
  const stats = useQuery(statsQuery(toscan, orgId))
  return (
    <Card title="Last 24 hours">
      <QueryView query={stats} what="The figures" rows={1}>
        {({ webhooks }) => (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1">
            <Figure label="Delivered" value={webhooks.delivered} />
            <Figure label="Failed" value={webhooks.failed} />
            <Figure label="Waiting or retrying" value={webhooks.pending} />
            <Figure label="Skipped" value={webhooks.skipped} />
            <Figure
              isWide
              label="95 % of attempts took at most"
              value={webhooks.p95_ms === null ? 'None made' : `${webhooks.p95_ms} ms`}
            />
          </dl>
        )}
      </QueryView>
    </Card>
  )
}

function Figure({
  label,
  value,
  isWide = false,
}: {
  label: string
  value: number | string
  isWide?: boolean
}) {
  return (
    <div className={`flex items-baseline justify-between gap-2 ${isWide ? 'col-span-2' : ''}`}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-medium whitespace-nowrap tabular-nums">
        {typeof value === 'number' ? value.toLocaleString('en') : value}
      </dd>
    </div>
  )
}
