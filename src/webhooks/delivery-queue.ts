import type { Tx } from '../db/database.ts'
import type { JobClaim } from '../db/webhooks/end-jobs.ts'
import type { DeliveryRow } from '../db/webhooks/webhooks.ts'

export interface DeliveryJob {
  deliveryId: string
  /** The attempt that this job is to make; one that was made already is not made again. */
  attempt: number
  trigger: 'scheduled' | 'manual'
}

/** A job that runs here. */
export interface ClaimedDelivery {
  job: DeliveryJob
  /** As it was when the job was claimed; null where its scan was deleted. */
  delivery: DeliveryRow | null
  claim: JobClaim
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
  /** Inside `tx`, so that jobs and rows are committed together. */
  enqueueDeliveries(tx: Tx, deliveries: QueuedDelivery[]): Promise<void>
}
