import type {
  BatchAccepted,
  BatchList,
  BatchRecord,
  BatchSummary,
  CancelledBatch,
  ScanMode,
} from './contract.ts'
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

export interface BatchPage {
  /** Profiles in the answer, 0 to 1,000. */
  limit?: number
  /** `next_cursor` of the page before. */
  after?: string | undefined
}

export interface Batches {
  /** Submits several profiles; sent again under its id where no answer came, it is one batch. @throws Conflict when the id stands for another */
  create(batch: NewBatch, options?: CallOptions): Promise<CreatedBatch>
  /** With all its profiles; with `limit` those of one page, with `limit: 0` none: the counts alone. */
  get(batchId: string, options?: CallOptions & BatchPage): Promise<Open<BatchRecord>>
  /**
   * Waits until every scan of it has ended, also in failure. Without `onProgress` only the counts are read until then.
   * @throws TimedOut, and then it goes on
   */
  wait(batchId: string, options?: WaitOptions<Open<BatchRecord>>): Promise<Open<BatchRecord>>
  /** Ends all of it that waits or runs, as failed. `cancelled`: how many. @throws NotFound */
  cancel(batchId: string, options?: CallOptions): Promise<Open<CancelledBatch>>
  /** Newest first. */
  list(
    filter?: { limit?: number; after?: string },
    options?: CallOptions,
  ): Pages<Open<BatchSummary>, Open<BatchList>>
}

export function batchesOf(transport: Transport): Batches {
  const get = (
    batchId: string,
    { limit, after, ...options }: Partial<Call> & BatchPage = {},
  ): Promise<Open<BatchRecord>> =>
    transport.json({
      ...options,
      method: 'GET',
      path: `/api/v2/batches/${encodeURIComponent(batchId)}`,
      query: { limit, after },
    })
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
    async wait(batchId, options = {}) {
      const { onProgress, signal } = options
      const endAt = endOf(options)
      try {
        const ended = await poll(
          (limits) => get(batchId, { ...limits, ...(!onProgress && { limit: 0 }) }),
          (batch) => batch.status !== 'processing',
          options,
          { what: `Batch ${batchId}`, endAt, isKnown: false },
        )
        return onProgress ? ended : await get(batchId, { signal, endAt })
      } catch (error) {
        throw naming(error, { batchId })
      }
    },
    async cancel(batchId, options) {
      const path = `/api/v2/batches/${encodeURIComponent(batchId)}/cancel`
      for (let cancelled = 0; ; ) {
        const done = await transport.json<Open<CancelledBatch>>({
          ...options,
          method: 'POST',
          path,
          mayRepeat: true,
        })
        cancelled += done.cancelled
        if (!done.has_more) return { ...done, cancelled }
      }
    },
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
