import {
  ErrorBody,
  ValidationErrorBody,
  WebhookDeliveryRecord,
  WebhookRecovery,
} from '../../../sdk/contract.ts'
import { countUndelivered } from '../../db/webhooks/deliveries.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { refuseWhileHeld } from '../http/refuse-while-held.ts'
import { readMoment } from '../requests/checks.ts'
import { isPlainId } from '../requests/ids.ts'
import { recoverRequest } from '../requests/webhook-requests.ts'
import { readDelivery } from './webhook-deliveries.ts'

export const resendWebhook = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/webhook-deliveries/:delivery_id/resend',
    summary: 'Send a webhook once more',
    description:
      'Queues one attempt, also where the delivery has failed or arrived. The body and `webhook-id` are the same as before; the receiver may see the event twice.',
    tag: 'Webhooks',
    access: 'admin',
    status: 202,
    acts: ['webhook.resend'],
    answers: { 202: WebhookDeliveryRecord, 404: ErrorBody, 409: ErrorBody },
    async handle({ caller, by, params }) {
      await refuseWhileHeld(ctx)
      const deliveryId = params.delivery_id ?? ''
      const isThere = isPlainId(deliveryId) && (await ctx.webhooks.resend(caller.orgId, deliveryId, by))
      if (!isThere) throw new Refusal(404, 'Delivery not found')
      return readDelivery(ctx, caller.orgId, deliveryId)
    },
  })

export const recoverWebhooks = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/webhook-deliveries/recover',
    summary: 'Send again what has failed since a moment',
    description:
      'Failed and skipped deliveries, the oldest first, a thousand with one call. With `dry_run` they are only counted.',
    tag: 'Webhooks',
    access: 'admin',
    body: recoverRequest,
    acts: ['webhook.recover'],
    answers: { 200: WebhookRecovery, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      const since = readMoment(body.since) ?? ''
      const matching = await countUndelivered(ctx.db, { orgId: caller.orgId, since })
      const isDryRun = body.dry_run ?? false
      if (!isDryRun) await refuseWhileHeld(ctx)
      const resent = isDryRun || matching === 0 ? 0 : await ctx.webhooks.recover(caller.orgId, since, by)
      return { dry_run: isDryRun, matching, resent }
    },
  })
