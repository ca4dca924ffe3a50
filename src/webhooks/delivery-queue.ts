import type { Tx } from '../db/database.ts'
import type { DeliveryRow } from '../db/webhooks/delivery-claims.ts'

/** An attempt to be made. */
export interface DeliveryJob {
  deliveryId: string
  /** The attempt that is to be made; one that was made already is not made again. */
  attempt: number
  trigger: 'scheduled' | 'manual'
}

/** What a worker took of the queue at once. */
export interface OpenClaim {
  claimId: string
  /** Those of it that have not ended. */
  running: Set<DeliveryJob>
  /** Its row is gone. */
  isOver: boolean
}

/** An attempt that is made here. */
export interface ClaimedDelivery {
  /** One of those that its claim holds. */
  job: DeliveryJob
  /** As it was when it was claimed; null where its scan was deleted. */
  delivery: DeliveryRow | null
  claim: OpenClaim
}

/** Claims of which nothing runs any more once these have ended. */
export function overWith(ended: Pick<ClaimedDelivery, 'job' | 'claim'>[]): OpenClaim[] {
  const byClaim = Map.groupBy(ended, ({ claim }) => claim)
  return [...byClaim].flatMap(([claim, those]) => {
    const jobs = new Set(those.map(({ job }) => job))
    return !claim.isOver && claim.running.isSubsetOf(jobs) ? [claim] : []
  })
}

/** What a job says of its receiver while it runs. */
export interface Heard {
  /** The status line is there: what is left of the job holds nobody up. */
  answered(tookMs: number): void
  /** The attempt ended without an answer. */
  silent(url: string, error: string): Promise<void>
}

/** A job with what decides when it runs, and among whose. */
export interface QueuedDelivery {
  job: DeliveryJob
  url: string
  afterSeconds: number
  slow: boolean
}

/** What webhooks ask of a queue; `jobs/queue.ts` is one. */
export interface DeliveryQueue {
  /** Inside `tx`, so that what is queued and rows are committed together. */
  enqueueDeliveries(tx: Tx, deliveries: QueuedDelivery[]): Promise<void>
}
