import type { BatchAccepted, BatchList, BatchRecord, BatchSummary, ScanMode } from './contract.ts'
import { naming } from './errors.ts'
import { newId } from './new-id.ts'
import type { Open } from './open.ts'
import { type Pages, pagesOf } from './pages.ts'
import { endOf, poll, type WaitOptions } from './poll.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

export interface NewBatch {
  /** A UUID of your own, one for each batch; default: a new one. The same batch under the same id is submitted once. */
  batch_id?: string
  /** In the order in which the daily limit is spent; at most 10,000. */
  profile_urls: readonly string[]
  /** Default deep. */
  scan_mode?: ScanMode
  callback_url?: string
  metadata?: Record<string, unknown>
}

/** `skipped_urls`: the tail that the daily limit left out, to be sent again after it resets. */
export type CreatedBatch = Open<BatchAccepted> & { skipped_urls: string[] }

export interface Batches {
  /** Submits several profiles; sent again under its id where no answer came, it is one batch. @throws Conflict when the id stands for another */
  create(batch: NewBatch, options?: CallOptions): Promise<CreatedBatch>
  get(batchId: string, options?: CallOptions): Promise<Open<BatchRecord>>
  /** Waits until every scan of it has ended, also in failure. @throws TimedOut, and then it goes on */
  wait(batchId: string, options?: WaitOptions<Open<BatchRecord>>): Promise<Open<BatchRecord>>
  /** Newest first. */
  list(
    filter?: { limit?: number; after?: string },
    options?: CallOptions,
  ): Pages<Open<BatchSummary>, Open<BatchList>>
}

export function batchesOf(transport: Transport): Batches {
  const get = (batchId: string, options?: Partial<Call>): Promise<Open<BatchRecord>> =>
    transport.json({ ...options, method: 'GET', path: `/api/v2/batches/${encodeURIComponent(batchId)}` })
  return {
    async create({ batch_id = newId(), ...body }, options) {
      const accepted = await transport.json<Open<BatchAccepted>>({
        ...options,
        method: 'PUT',
        path: `/api/v2/batches/${encodeURIComponent(batch_id)}`,
        body,
        mayRepeat: true,
      })
      return { ...accepted, skipped_urls: body.profile_urls.slice(accepted.total_profiles) }
    },
    get,
    wait: (batchId, options = {}) =>
      poll(
        (limits) => get(batchId, limits),
        (batch) => batch.status !== 'processing',
        options,
        { what: `Batch ${batchId}`, endAt: endOf(options), isKnown: false },
      ).catch((error) => {
        throw naming(error, { batchId })
      }),
    list: (filter = {}, options = {}) =>
      pagesOf(
        (after) =>
          transport.json<Open<BatchList>>({
            ...options,
            method: 'GET',
            path: '/api/v2/org/batches',
            query: { ...filter, after: after ?? filter.after },
          }),
        (page) => page.batches,
      ),
  }
}
