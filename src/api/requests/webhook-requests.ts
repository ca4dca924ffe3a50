import { z } from 'zod'
import { DELIVERY_STATUSES } from '../../../sdk/contract.ts'
import { boolean, integer, moment, optional, required } from './checks.ts'
import { choice, momentDocs, pageLimit, text } from './request-parts.ts'

/** What is sent about webhooks. */

export const rotateRequest = z
  .object({
    grace_period_seconds: optional<unknown>(integer(0, 604_800), {
      type: 'integer',
      minimum: 0,
      maximum: 604_800,
      default: 86_400,
      description: 'How long the previous secret keeps signing; 0 cuts it off at once.',
    }),
  })
  .meta({ id: 'RotateWebhookSecretRequest' })

export const listDeliveriesQuery = z.object({
  limit: pageLimit,
  after: text('Cursor: `next_cursor` of the previous page.'),
  status: choice(DELIVERY_STATUSES, 'Only deliveries in this state.'),
  scan_id: text('Only deliveries about this scan.'),
  from: optional<string>(moment, momentDocs('ISO 8601 moment or day (UTC), inclusive.')),
  to: optional<string>(moment, momentDocs('ISO 8601 moment or day (UTC), exclusive.')),
})

export const recoverRequest = z
  .object({
    since: required<string>(moment, momentDocs('ISO 8601 moment or day (UTC): what was made since then.')),
    dry_run: optional<boolean>(boolean, { type: 'boolean', default: false, description: 'Only count.' }),
  })
  .meta({ id: 'RecoverWebhooksRequest' })
