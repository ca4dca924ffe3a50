import pLimit from 'p-limit'
import { z } from 'zod'
import { BatchRecord, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import { batchOfOrg, profilesOfBatch, sizeOfBatch } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { isUuid } from '../requests/ids.ts'
import { getBatchQuery } from '../requests/scan-requests.ts'

/** Positions begin at 1. */
const BEFORE_ALL = -1
/** Profiles of a batch that is read with no regard to who else reads. */
const FEW = 1_000
/** Whoever reads a long one holds a connection while its scans are counted and its rows come: sixty readers would let everybody else wait for one. */
const longReads = pLimit(2)

export const getBatch = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/batches/:batch_id',
    summary: 'Read the progress of a batch',
    description:
      'With all its profiles, which are 2 MB of 10,000. `limit=0` gives the counts alone; any other `limit` the profiles in pages, `profile_urls` and `profiles` alike.',
    tag: 'Batches',
    access: 'any',
    query: getBatchQuery,
    answers: { 200: BatchRecord, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, params, query }) {
      const batchId = params.batch_id?.toLowerCase() ?? ''
      const total = isUuid(batchId) ? await sizeOfBatch(ctx.db, caller.orgId, batchId) : undefined
      if (total === undefined) throw new Refusal(404, 'Batch not found')
      const after = query.after ? readPosition(query.after, batchId) : BEFORE_ALL
      const limit = query.limit === undefined ? null : toInteger(query.limit)
      const read = async () => {
        // Counted before the profiles are read: a batch that has ended shows nothing that runs.
        const batch = await batchOfOrg(ctx.db, caller.orgId, batchId)
        if (!batch) throw new Refusal(404, 'Batch not found')
        const most = limit === null ? null : limit + 1
        return { batch, rows: await profilesOfBatch(ctx.db, batchId, { after, limit: most }) }
      }
      const { batch, rows } = await (total <= FEW ? read() : longReads(read))
      const page = rows.slice(0, limit ?? rows.length)
      const hasMore = rows.length > page.length
      const { last_completed_at, ...counted } = batch
      return {
        ...counted,
        status: batch.in_progress > 0 ? 'processing' : 'completed',
        completed_at: batch.in_progress > 0 ? null : last_completed_at,
        profile_urls: page.map((profile) => profile.url),
        profiles: page.map(({ batch_position, ...profile }) => profile),
        ...((limit !== null || query.after) && {
          next_cursor: hasMore ? writePosition(page.at(-1)?.batch_position ?? after, batchId) : null,
          has_more: hasMore,
        }),
      }
    },
  })

const Cursor = z.object({ v: z.literal(1), b: z.string(), p: z.int().min(BEFORE_ALL).max(1_000_000) })
const MAX_CHARACTERS = 256

function writePosition(position: number, batchId: string): string {
  return Buffer.from(JSON.stringify({ v: 1, b: batchId, p: position })).toString('base64url')
}

/** @throws Refusal 400 for anything that is no cursor of this batch */
function readPosition(text: string, batchId: string): number {
  const cursor = Cursor.safeParse(text.length <= MAX_CHARACTERS ? decode(text) : null)
  if (!cursor.success || cursor.data.b !== batchId) throw new Refusal(400, 'Invalid cursor')
  return cursor.data.p
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
