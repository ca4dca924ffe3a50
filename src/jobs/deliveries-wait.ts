import { LANES, queueAttempts } from '../db/webhooks/waiting-attempts.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import { hostKeyOf } from '../webhooks/receiver-host.ts'

/** Workers are woken by it. */
export const DELIVERY_CHANNEL = 'toscan_deliveries'

const [FIRST, RETRY] = LANES

/** Where deliveries wait: nothing has to run for it. */
export const deliveriesWait: DeliveryQueue = {
  async enqueueDeliveries(tx, deliveries) {
    const waiting = deliveries.map(({ job, url, slow, afterSeconds }) => {
      return { ...job, lane: slow ? RETRY : FIRST, hostKey: hostKeyOf(url), afterSeconds }
    })
    await queueAttempts(tx, waiting, DELIVERY_CHANNEL)
  },
}
