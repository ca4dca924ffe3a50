import type { Open } from '../../../../sdk/client.ts'
import type { OrgStats } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Card } from '../../ui/card.tsx'

export function WebhookHealth({ webhooks }: { webhooks: Open<OrgStats>['webhooks'] }) {
  const { orgId } = useOrg()
  const { delivered, failed, pending, skipped, p95_ms: p95 } = webhooks
  const total = delivered + failed + pending + skipped
  return (
    <Card
      title="Webhooks, 24 hours"
      actions={
        <LinkButton to="/o/$orgId/webhooks" params={{ orgId }} variant="quiet" size="small">
          Open
        </LinkButton>
      }
    >
      {total === 0 ? (
        <p className="text-muted">None was sent.</p>
      ) : (
        <p className="tabular-nums">
          {delivered} delivered ·{' '}
          <span className={failed > 0 ? 'font-medium text-high' : ''}>{failed} failed</span>
          {pending > 0 && ` · ${pending} on the way`}
          {skipped > 0 && ` · ${skipped} skipped`}
          {p95 !== null && (
            <span className="block text-xs text-muted">95 of 100 attempts took at most {p95} ms</span>
          )}
        </p>
      )}
    </Card>
  )
}
