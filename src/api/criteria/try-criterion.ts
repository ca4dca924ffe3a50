import { CriterionScanTrial, CriterionTrial, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import { orgChanges } from '../../db/organization/org-policy.ts'
import { newestStoredAnalyses } from '../../db/scans/stored-analysis.ts'
import type { OrgChanges } from '../../policy/pack/adapt-pack.ts'
import type { Criterion } from '../../policy/pack/criterion.ts'
import { type ApiContext, endpoint, type OrgCaller, type TriedCriterion } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { MOST_TRIED, tryOnScansRequest, tryOnTextRequest } from '../requests/criteria-requests.ts'
import { isUuid } from '../requests/ids.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'
import { CRITERION_LIMIT, checkedDefinition } from './checked-definition.ts'

const NOTHING_CHANGES = 'Nothing changes: what would come out is told to whoever asks.'
/** Of a criterion that has none yet. */
const NAMELESS = 'own_tried'

export const tryOnText = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/criteria/try',
    summary: 'Try a criterion on a text',
    description: 'What comes out with it and without, for a profile with this bio. Nothing is stored.',
    tag: 'Criteria',
    access: 'admin',
    body: tryOnTextRequest,
    bodyLimit: CRITERION_LIMIT,
    withoutAct: NOTHING_CHANGES,
    answers: { 200: CriterionTrial, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, body: { text, platform, ...tried } }) {
      const trial = await ctx.trials.onText(await triedBy(ctx, caller, tried), { text, platform })
      return trial ?? tooMuch('a shorter text')
    },
  })

export const tryOnScans = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/criteria/try-scans',
    summary: 'Try a criterion on stored scans',
    description: `What would have come out of the organization’s finished scans, the newest first, ${MOST_TRIED} with one request or as many as a few seconds allow; of those whose pages are still kept. Nothing is fetched and nothing stored.`,
    tag: 'Criteria',
    access: 'admin',
    body: tryOnScansRequest,
    bodyLimit: CRITERION_LIMIT,
    withoutAct: NOTHING_CHANGES,
    answers: { 200: CriterionScanTrial, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, body }) {
      const list = ['trial', caller.orgId]
      const after = readTimeCursor(body.after ?? undefined, list)
      if (after && !isUuid(after.id)) throw new Refusal(400, 'Invalid cursor')
      const criterion = await triedBy(ctx, caller, body)
      const { rows, next } = await newestStoredAnalyses(
        ctx.db,
        caller.orgId,
        after,
        toInteger(body.limit ?? MOST_TRIED),
      )
      const trials = await ctx.trials.onScans(
        criterion,
        rows.map(({ analysis }) => analysis),
      )
      if (trials === null) return tooMuch('fewer scans at once')
      const tried = rows.slice(0, trials.length)
      const last = tried.length < rows.length ? tried.at(-1) : undefined
      const behind = last ? { at: last.created_at, id: last.scan_id } : next
      return {
        tried: tried.length,
        scans: tried.flatMap(({ scan_id, profile_url, created_at }, index) => {
          const trial = trials[index]
          return trial ? [{ scan_id, profile_url, submitted_at: created_at, ...trial }] : []
        }),
        next_cursor: behind && writeTimeCursor(behind, list),
        has_more: behind !== null,
      }
    },
  })

async function triedBy(
  ctx: ApiContext,
  caller: OrgCaller,
  { definition, code }: { definition: Criterion; code?: string },
): Promise<TriedCriterion> {
  // Checked when they were written.
  const changes = (await orgChanges(ctx.db, caller.orgId)) as OrgChanges
  return { code: code ?? NAMELESS, criterion: checkedDefinition(ctx, definition), changes }
}

/** @throws Refusal 400 */
function tooMuch(instead: string): never {
  throw new Refusal(400, `Trying this took more than it may: use fewer or rarer terms, or ${instead}`)
}
