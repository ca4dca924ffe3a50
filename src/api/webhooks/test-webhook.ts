import { ErrorBody, WebhookDeliveryRecord } from '../../../sdk/contract.ts'
import { orgSettings } from '../../db/organization/orgs.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { refuseWhileHeld } from '../http/refuse-while-held.ts'
import { readDelivery } from './webhook-deliveries.ts'

export const testWebhook = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/webhook-test',
    summary: 'Send a test event to the default callback address',
    description:
      'Signed like every other webhook and sent once, before the answer: its attempt says what the receiver made of it.',
    tag: 'Webhooks',
    access: 'admin',
    acts: ['webhook.test'],
    answers: { 200: WebhookDeliveryRecord, 404: ErrorBody, 409: ErrorBody },
    async handle({ caller, by }) {
      const settings = await orgSettings(ctx.db, caller.orgId)
      if (!settings) throw new Refusal(404, 'Org settings not found')
      if (!settings.default_callback_url) throw new Refusal(409, 'No default callback URL is set')
      await refuseWhileHeld(ctx)
      const deliveryId = await ctx.webhooks.test(caller.orgId, settings.default_callback_url, by)
      return readDelivery(ctx, caller.orgId, deliveryId)
    },
  })
