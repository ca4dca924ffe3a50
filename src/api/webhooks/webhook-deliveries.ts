import {
  ErrorBody,
  ValidationErrorBody,
  WebhookDeliveryList,
  WebhookDeliveryRecord,
} from '../../../sdk/contract.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { attemptsOfDelivery, deliveryOfOrg, listDeliveries } from '../../db/webhooks/deliveries.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { readMoment, toInteger } from '../requests/checks.ts'
import { isPlainId, isUuid } from '../requests/ids.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'
import { listDeliveriesQuery } from '../requests/webhook-requests.ts'

export const getWebhookDeliveries = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/webhook-deliveries',
    summary: 'List the webhooks of the organization',
    description: 'Newest first; kept for 30 days.',
    tag: 'Webhooks',
    access: 'any',
    query: listDeliveriesQuery,
    answers: { 200: WebhookDeliveryList, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      const { status = null, scan_id: scanId = null } = query
      const from = readMoment(query.from)
      const to = readMoment(query.to)
      const list = ['deliveries', caller.orgId, status, scanId, from, to]
      const after = readTimeCursor(query.after, list)
      const filter = { orgId: caller.orgId, status, scanId, from, to }
      const isKnown = scanId === null || isUuid(scanId)
      const page = isKnown
        ? await listDeliveries(ctx.db, filter, after, toInteger(query.limit ?? 20))
        : { rows: [], next: null }
      return {
        deliveries: page.rows,
        next_cursor: page.next && writeTimeCursor(page.next, list),
        has_more: page.next !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })

export const getWebhookDelivery = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/webhook-deliveries/:delivery_id',
    summary: 'Read one webhook with every attempt',
    description: 'With every attempt: what was sent, and what came back.',
    tag: 'Webhooks',
    access: 'any',
    answers: { 200: WebhookDeliveryRecord, 404: ErrorBody },
    handle: ({ caller, params }) => readDelivery(ctx, caller.orgId, params.delivery_id ?? ''),
  })

/** @throws Refusal 404 */
export async function readDelivery(ctx: Pick<ApiContext, 'db'>, orgId: string, deliveryId: string) {
  const delivery = isPlainId(deliveryId) ? await deliveryOfOrg(ctx.db, orgId, deliveryId) : undefined
  if (!delivery) throw new Refusal(404, 'Delivery not found')
  const { failing_since, disabled_at, disabled_reason, ...record } = delivery
  const attempts = await attemptsOfDelivery(ctx.db, deliveryId)
  return {
    ...record,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      request_headers: parseHeaders(attempt.request_headers),
      response_headers: parseHeaders(attempt.response_headers),
    })),
    endpoint: failing_since || disabled_at ? { failing_since, disabled_at, disabled_reason } : null,
  }
}

/** Written by the attempt, from names and texts. */
function parseHeaders(json: string | null): Record<string, string> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, string>)
}
