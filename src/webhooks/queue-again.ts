import type { Db, Tx } from '../db/database.ts'
import type { ReopenedDelivery } from '../db/deliveries.ts'
import type { DeliveryQueue } from './delivery-queue.ts'

/** Deliveries wait again and have their jobs, or neither. */
export function queueAgain<Row extends ReopenedDelivery>(
  db: Db,
  queue: DeliveryQueue,
  reopen: (tx: Tx) => Promise<Row[]>,
): Promise<Row[]> {
  return db.transaction().execute(async (tx) => {
    const reopened = await reopen(tx)
    for (const { delivery_id: deliveryId, attempt_count: made, url } of reopened) {
      const job = { deliveryId, attempt: made + 1, trigger: 'manual' as const }
      await queue.enqueueDelivery(tx, job, { url, afterSeconds: 0, slow: true })
    }
    return reopened
  })
}
