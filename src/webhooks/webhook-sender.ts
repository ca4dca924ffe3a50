import type { Vault } from '../context.ts'
import { type Act, type Actor, recordAct } from '../db/acts.ts'
import type { Db, Tx } from '../db/database.ts'
import { type ReopenedDelivery, reopenDelivery, reopenUndelivered } from '../db/deliveries.ts'
import type { PostGuarded } from '../net/http/post.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
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
  /** Started with the first use: most servers of the API never need one. */
  queue: () => Promise<DeliveryQueue>
}

const MOST_AT_ONCE = 1000

export function createWebhookSender(ctx: WebhookSenderContext): WebhookSender {
  /** The rows wait again and their jobs are there, or neither. */
  async function sendAgain(
    reopen: (tx: Tx) => Promise<ReopenedDelivery[]>,
    by: Actor,
    act: (deliveries: number) => Act,
  ): Promise<number> {
    const queue = await ctx.queue()
    return ctx.db.transaction().execute(async (tx) => {
      const reopened = await reopen(tx)
      for (const { delivery_id: deliveryId, attempt_count: made, url } of reopened) {
        const job = { deliveryId, attempt: made + 1, trigger: 'manual' as const }
        await queue.enqueueDelivery(tx, job, { url, afterSeconds: 0, slow: true })
      }
      if (reopened.length > 0) await recordAct(tx, by, act(reopened.length))
      return reopened.length
    })
  }
  return {
    async resend(orgId, deliveryId, by) {
      const reopen = async (tx: Tx) => [(await reopenDelivery(tx, orgId, deliveryId)) ?? []].flat()
      const act = () => ({ action: 'webhook.resend', orgId, subject: deliveryId }) as const
      return (await sendAgain(reopen, by, act)) > 0
    },
    recover(orgId, since, by) {
      const reopen = (tx: Tx) => reopenUndelivered(tx, orgId, since, MOST_AT_ONCE)
      const act = (deliveries: number) =>
        ({ action: 'webhook.recover', orgId, subject: null, after: { since, deliveries } }) as const
      return sendAgain(reopen, by, act)
    },
    test: (orgId, url, by) => sendTestEvent(ctx, orgId, url, by),
  }
}
