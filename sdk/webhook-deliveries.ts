import type {
  DELIVERY_STATUSES,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDeliveryRecord,
  WebhookEndpointList,
  WebhookRecovery,
} from './contract.ts'
import type { Open } from './open.ts'
import { type Pages, pagesOf } from './pages.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface DeliveryFilter {
  status?: (typeof DELIVERY_STATUSES)[number]
  scan_id?: string
  /** Moments, ISO 8601; `from` inclusive, `to` exclusive. */
  from?: string
  to?: string
  /** Deliveries per page, 1 to 100. */
  limit?: number
  after?: string
}

export interface WebhookDeliveries {
  /** Newest first. */
  list(
    filter?: DeliveryFilter,
    options?: CallOptions,
  ): Pages<Open<WebhookDelivery>, Open<WebhookDeliveryList>>
  /** With every attempt: what was sent, signature included, and what came back. */
  get(deliveryId: string, options?: CallOptions): Promise<Open<WebhookDeliveryRecord>>
  /** Sends it once more, soon; the receiver may see the event twice. Takes an administrator's session. */
  resend(deliveryId: string, options?: CallOptions): Promise<Open<WebhookDeliveryRecord>>
  /** Sends what failed or was skipped since a moment again; with `dry_run` it only counts. */
  recover(
    recovery: { since: string; dry_run?: boolean },
    options?: CallOptions,
  ): Promise<Open<WebhookRecovery>>
  /** The addresses of the newest thousand deliveries, and how each does. */
  endpoints(options?: CallOptions): Promise<Open<WebhookEndpointList>>
}

const PATH = '/api/v2/org/webhook-deliveries'

export function webhookDeliveriesOf(transport: Transport): WebhookDeliveries {
  const pathOf = (deliveryId: string) => `${PATH}/${encodeURIComponent(deliveryId)}`
  return {
    list: (filter = {}, options = {}) =>
      pagesOf(
        (after) =>
          transport.json<Open<WebhookDeliveryList>>({
            ...options,
            method: 'GET',
            path: PATH,
            query: { ...filter, after: after ?? filter.after },
          }),
        (page) => page.deliveries,
      ),
    get: (deliveryId, options) => transport.json({ ...options, method: 'GET', path: pathOf(deliveryId) }),
    resend: (deliveryId, options) =>
      transport.json({ ...options, method: 'POST', path: `${pathOf(deliveryId)}/resend` }),
    recover: (body, options) => transport.json({ ...options, method: 'POST', path: `${PATH}/recover`, body }),
    endpoints: (options) =>
      transport.json({ ...options, method: 'GET', path: '/api/v2/org/webhook-endpoints' }),
  }
}
