import type { Vault } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import { type ReopenedDelivery, reopenDelivery, reopenUndelivered } from '../db/deliveries.ts'
import type { PostGuarded } from '../net/http/post.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import { queueAgain } from './queue-again.ts'
import { sendTestEvent } from './send-test-event.ts'

/** What people can have done about webhooks. */
export interface WebhookSender {
  /** Queues one more attempt. False when the organization has no such delivery. */
  resend(orgId: string, deliveryId: string): Promise<boolean>
  /** Queues what failed or was skipped since then, the oldest first and a thousand at most. Gives how many. */
  recover(orgId: string, since: string): Promise<number>
  /** Sends a test event at once and records it; gives the id of its delivery. */
  test(orgId: string, url: string): Promise<string>
}

export interface WebhookSenderContext {
  db: Db
  vault: Vault
  post: PostGuarded
  userAgent: string
  /** Started with the first use: most servers of the API never need one. */
  queue: () => Promise<DeliveryQueue>
}

const MOST_AT_ONCE = 1000

export function createWebhookSender(ctx: WebhookSenderContext): WebhookSender {
  const sendAgain = async <Row extends ReopenedDelivery>(reopen: (tx: Tx) => Promise<Row[]>) =>
    (await queueAgain(ctx.db, await ctx.queue(), reopen)).length
  return {
    resend: async (orgId, deliveryId) =>
      (await sendAgain(async (tx) => [(await reopenDelivery(tx, orgId, deliveryId)) ?? []].flat())) > 0,
    recover: (orgId, since) => sendAgain((tx) => reopenUndelivered(tx, { orgId, since }, MOST_AT_ONCE)),
    test: (orgId, url) => sendTestEvent(ctx, orgId, url),
  }
}
