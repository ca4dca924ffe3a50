import { ChangedRetention, ErrorBody, OrgRetention, ValidationErrorBody } from '../../../sdk/contract.ts'
import { countCapturesOlderThan, orgRetentionDays, setOrgRetentionDays } from '../../db/org-retention.ts'
import { lockOrg } from '../../db/orgs.ts'
import { toInteger } from '../http/checks.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { retentionRequest } from '../http/requests.ts'

export const getOrgRetention = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/retention',
    summary: 'Read how long stored pages are kept',
    tag: 'Organization',
    access: 'any',
    answers: { 200: OrgRetention, 404: ErrorBody },
    async handle({ caller }) {
      const own = await orgRetentionDays(ctx.db, caller.orgId)
      if (own === undefined) throw new Refusal(404, 'Org settings not found')
      return inForce(ctx, own)
    },
  })

export const updateOrgRetention = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/retention',
    summary: 'Keep stored pages for a shorter time',
    description:
      'From one day to as long as the operator keeps them. What is older goes within the hour and cannot be brought back; reports stay. With `dry_run` it is only counted.',
    tag: 'Organization',
    access: 'admin',
    body: retentionRequest(ctx.config.evidenceRetentionDays),
    answers: { 200: ChangedRetention, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, body }) {
      const own = body.evidence_days === null ? null : toInteger(body.evidence_days)
      const isDryRun = body.dry_run === true
      return ctx.db.transaction().execute(async (tx) => {
        if (!(await lockOrg(tx, caller.orgId))) throw new Refusal(404, 'Org settings not found')
        if (!isDryRun) await setOrgRetentionDays(tx, caller.orgId, own)
        const retention = inForce(ctx, own)
        const due = await countCapturesOlderThan(tx, caller.orgId, retention.evidence_days)
        return { ...retention, dry_run: isDryRun, pages_due: due }
      })
    },
  })

/** The operator may have lowered the bound since it was set. */
function inForce({ config }: ApiContext, own: number | null): OrgRetention {
  const longest = config.evidenceRetentionDays
  return {
    evidence_days: Math.min(own ?? longest, longest),
    own_evidence_days: own,
    longest_evidence_days: longest,
  }
}
