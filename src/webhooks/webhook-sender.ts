import type { Vault } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Actor } from '../db/people/acts.ts'
import { type ReopenedDelivery, reopenDelivery, reopenUndelivered } from '../db/webhooks/deliveries.ts'
import type { PostGuarded } from '../net/http/post.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import { type Again, queueAgain } from './queue-again.ts'
import { sendTestEvent } from './send-test-event.ts'

/** What people can have done about webhooks. */
export interface WebhookSender {
  /** Queues one more attempt. False when the organization has no such delivery. */
  resend(orgId: string, deliveryId: string, by: Actor): Promise<boolean>
  /** Queues what failed or was skipped since then, the oldest first and a thousand at most. Gives how many. */
  recover(orgId: string, since: string, by: Actor): Promise<number>
  /** Sends a test event at once and records it; gives the id of its delivery. */
  test(orgId: string, url: string, by: Actor): Promise<string>
}

export interface WebhookSenderContext {
  db: Db
  vault: Vault
  post: PostGuarded
  userAgent: string
  queue: DeliveryQueue
}

const MOST_AT_ONCE = 1000

export function createWebhookSender(ctx: WebhookSenderContext): WebhookSender {
  const sendAgain = async (again: Again, reopen: (tx: Tx) => Promise<ReopenedDelivery[]>) =>
    (await queueAgain(ctx.db, ctx.queue, again, reopen)).length
  return {
    resend: async (orgId, deliveryId, by) =>
      (await sendAgain({ action: 'webhook.resend', by }, async (tx) =>
        [(await reopenDelivery(tx, orgId, deliveryId)) ?? []].flat(),
      )) > 0,
    recover: (orgId, since, by) =>
      sendAgain({ action: 'webhook.recover', by, since }, (tx) =>
        reopenUndelivered(tx, { orgId, since }, MOST_AT_ONCE),
      ),
    test: (orgId, url, by) => sendTestEvent(ctx, orgId, url, by),
  }
}
