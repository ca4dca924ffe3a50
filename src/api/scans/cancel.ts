import { CANCELLED, CancelledBatch, CancelledScan, ErrorBody } from '../../../sdk/contract.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isUuid } from '../requests/ids.ts'

/** A request ends within seconds, and says when there is more. */
const MOST_AT_ONCE = 1000

export const cancelScan = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/scans/:scan_id/cancel',
    summary: 'Cancel one scan',
    description:
      'Whether it waits or runs, it ends at once: `failed`, with the error `Cancelled` and its webhook. What runs of it stops within seconds, and nothing of it is kept. What it used of the daily limit stays used. A scan that has ended already stays as it is, so it may be cancelled twice.',
    tag: 'Scans',
    access: 'any',
    acts: ['scan.cancel'],
    answers: { 200: CancelledScan, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const scanId = params.scan_id?.toLowerCase() ?? ''
      const order = { orgId: caller.orgId, scanId, by }
      const state = isUuid(scanId) ? await ctx.cancelling.scan(order) : undefined
      if (!state) throw new Refusal(404, 'Scan not found')
      return { scan_id: scanId, status: state.status, cancelled: state.error === CANCELLED }
    },
  })

export const cancelBatch = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/batches/:batch_id/cancel',
    summary: 'Cancel what of a batch has not ended',
    description:
      'Each scan that waits or runs ends as with `POST /scans/{scan_id}/cancel`, a thousand with one call: again while `has_more`. Those that have ended stay as they are.',
    tag: 'Batches',
    access: 'any',
    acts: ['scan.cancel'],
    answers: { 200: CancelledBatch, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const batchId = params.batch_id?.toLowerCase() ?? ''
      const order = { orgId: caller.orgId, batchId, by }
      const done = isUuid(batchId) ? await ctx.cancelling.batch(order, MOST_AT_ONCE) : undefined
      if (!done) throw new Refusal(404, 'Batch not found')
      return { batch_id: batchId, cancelled: done.cancelled, has_more: done.hasMore }
    },
  })
