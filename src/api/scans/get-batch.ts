import { BatchRecord, ErrorBody } from '../../../sdk/contract.ts'
import { batchOfOrg, profilesOfBatch } from '../../db/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { isUuid } from '../http/ids.ts'
import { Refusal } from '../http/refusal.ts'

export const getBatch = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/batches/:batch_id',
    summary: 'Read the progress of a batch',
    tag: 'Batches',
    access: 'any',
    answers: { 200: BatchRecord, 404: ErrorBody },
    async handle({ caller, params }) {
      const batchId = params.batch_id ?? ''
      const batch = isUuid(batchId) ? await batchOfOrg(ctx.db, caller.orgId, batchId) : undefined
      if (!batch) throw new Refusal(404, 'Batch not found')
      const profiles = await profilesOfBatch(ctx.db, batchId)
      const count = (status: string) => profiles.filter((profile) => profile.status === status).length
      const inProgress = count('processing')
      return {
        batch_id: batch.batch_id,
        status: inProgress > 0 ? 'processing' : 'completed',
        scan_mode: batch.scan_mode,
        total_profiles: batch.total_profiles,
        completed: count('completed'),
        failed: count('failed'),
        in_progress: inProgress,
        submitted_at: batch.submitted_at,
        completed_at:
          inProgress > 0 ? null : latest(profiles.map((profile) => profile.processing_completed_at)),
        profile_urls: profiles.map((profile) => profile.url),
        profiles: profiles.map(({ processing_completed_at, ...profile }) => profile),
      }
    },
  })

/** Timestamps of one form sort as text. */
function latest(timestamps: (string | null)[]): string | null {
  return timestamps.reduce(
    (best, next) => (best === null || (next !== null && next > best) ? next : best),
    null,
  )
}
