import { newId } from '../auth/ids.ts'
import { type Actor, recordAct } from '../db/acts.ts'
import { insertAttemptedDelivery } from '../db/deliveries.ts'
import { databaseTime } from '../db/scan-reads.ts'
import { forgetSilence } from '../db/webhook-hosts.ts'
import { insertAttempt, markEndpointHealthy } from '../db/webhooks.ts'
import { type DeliveryContext, outcomeOf, send } from './deliver.ts'
import { hostKeyOf } from './receiver-host.ts'

/**
 * Sends a signed event of type `test`, once, through the same guard as every other, and records delivery and attempt.
 * An address that takes it is well again; one that does not is no worse for it.
 */
export async function sendTestEvent(
  ctx: Pick<DeliveryContext, 'db' | 'vault' | 'post' | 'userAgent'>,
  orgId: string,
  url: string,
  by: Actor,
): Promise<string> {
  const deliveryId = newId('dlv')
  const createdAt = await databaseTime(ctx.db)
  const body = JSON.stringify({
    type: 'test',
    timestamp: createdAt,
    org_id: orgId,
    message: 'A test from Toscan. Nothing was scanned.',
  })
  const delivery = { deliveryId, webhookId: newId('msg'), orgId, eventType: 'test', url, body, createdAt }
  const startedAt = new Date(createdAt)
  const { headers, result } = await send(
    ctx,
    { org_id: orgId, webhook_id: delivery.webhookId, url, body, trace: null },
    1,
    startedAt,
  )
  const outcome = outcomeOf(result)
  const isTaken = outcome.kind === 'delivered'

  await ctx.db.transaction().execute(async (tx) => {
    await insertAttemptedDelivery(tx, {
      ...delivery,
      status: isTaken ? 'delivered' : 'failed',
      reason: isTaken ? null : 'test',
    })
    await insertAttempt(tx, {
      deliveryId,
      attempt: 1,
      trigger: 'manual',
      startedAt,
      durationMs: Math.round(result.durationMs),
      statusCode: result.ok ? result.status : null,
      error: isTaken ? null : outcome.error,
      detail: result.ok ? null : result.detail,
      responseBody: result.ok ? result.bodyText : null,
      remoteIp: result.remoteIp,
      requestHeaders: headers,
      responseHeaders: result.ok ? result.headers : null,
    })
    await recordAct(tx, by, { action: 'webhook.test', orgId, subject: deliveryId })
    if (isTaken) await markEndpointHealthy(tx, orgId, url)
    if (result.ok) await forgetSilence(tx, hostKeyOf(url))
  })
  return deliveryId
}
