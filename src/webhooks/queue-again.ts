import type { Db, Tx } from '../db/database.ts'
import { type Actor, recordAct } from '../db/people/acts.ts'
import type { ReopenedDelivery } from '../db/webhooks/deliveries.ts'
import { attemptsAskedFor } from '../db/webhooks/waiting-attempts.ts'
import type { DeliveryQueue } from './delivery-queue.ts'

/** Who has it sent again, and whether one delivery or all since a moment. */
export type Again = { by: Actor } & (
  | { action: 'webhook.resend' }
  | { action: 'webhook.recover'; since: string }
)

/**
 * Deliveries wait again, stand in the queue and are written down, or none of it. Who asks for an attempt that somebody asked for and that was not made
 * yet, gets that one: `reopen` has locked the deliveries, so that none of them can end meanwhile.
 */
export function queueAgain<Row extends ReopenedDelivery>(
  db: Db,
  queue: DeliveryQueue,
  again: Again,
  reopen: (tx: Tx) => Promise<Row[]>,
): Promise<Row[]> {
  return db.transaction().execute(async (tx) => {
    const reopened = await reopen(tx)
    const asked = await attemptsAskedFor(
      tx,
      reopened.map((each) => each.delivery_id),
    )
    const isAsked = (each: Row) =>
      asked.some((one) => one.delivery_id === each.delivery_id && one.attempt === each.attempt_count + 1)
    const unasked = reopened.filter((each) => !isAsked(each))
    await queue.enqueueDeliveries(
      tx,
      unasked.map(({ delivery_id: deliveryId, attempt_count: made, url }) => ({
        job: { deliveryId, attempt: made + 1, trigger: 'manual' },
        url,
        afterSeconds: 0,
        slow: true,
      })),
    )
    for (const [orgId, rows] of Map.groupBy(reopened, ({ org_id }) => org_id)) {
      const { action, by } = again
      if (action === 'webhook.resend')
        for (const { delivery_id: subject } of rows) await recordAct(tx, by, { action, orgId, subject })
      else {
        const after = { since: again.since, deliveries: rows.length }
        await recordAct(tx, by, { action, orgId, subject: null, after })
      }
    }
    return reopened
  })
}
