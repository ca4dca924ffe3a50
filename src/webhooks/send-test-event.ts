import { newId } from '../auth/ids.ts'
import { type Actor, recordAct } from '../db/people/acts.ts'
import { databaseTime } from '../db/scans/scan-reads.ts'
import { insertAttemptedDelivery } from '../db/webhooks/deliveries.ts'
import { forgetSilence } from '../db/webhooks/webhook-hosts.ts'
import { liveSecrets } from '../db/webhooks/webhook-secrets.ts'
import { recordAttempts } from '../db/webhooks/webhooks.ts'
import { attemptOf, type DeliveryContext, outcomeOf, send } from './deliver.ts'
import { hostKeyOf } from './receiver-host.ts'
import { openKeys } from './signing-keys.ts'

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
  const secrets = await liveSecrets(ctx.db, orgId)
  const sent = await send(
    { ...ctx, keysOf: (sealed) => openKeys(ctx.vault, sealed) },
    { webhook_id: delivery.webhookId, url, body, trace: null, secrets: secrets.join(' ') },
    1,
    startedAt,
  )
  const isTaken = outcomeOf(sent.result).kind === 'delivered'
  const status = isTaken ? 'delivered' : 'failed'
  const reason = isTaken ? null : 'test'

  await ctx.db.transaction().execute(async (tx) => {
    await insertAttemptedDelivery(tx, { ...delivery, status, reason })
    await recordAttempts(tx, [
      {
        ...attemptOf({ deliveryId, attempt: 1, trigger: 'manual' }, startedAt, sent),
        ...{ orgId, url, scanId: null, status, reason, nextInSeconds: null, disableReason: null },
        health: isTaken ? 'well' : null,
      },
    ])
    await recordAct(tx, by, { action: 'webhook.test', orgId, subject: deliveryId })
    if (sent.result.ok) await forgetSilence(tx, hostKeyOf(url))
  })
  return deliveryId
}
