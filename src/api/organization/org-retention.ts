import { ChangedRetention, ErrorBody, OrgRetention, ValidationErrorBody } from '../../../sdk/contract.ts'
import {
  countCapturesOlderThan,
  countScansOlderThan,
  type OwnRetention,
  orgRetention,
  setOrgRetention,
} from '../../db/organization/org-retention.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { ValidationFailed } from '../http/validate.ts'
import { toInteger } from '../requests/checks.ts'
import { retentionRequest } from '../requests/organization-requests.ts'

export const getOrgRetention = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/retention',
    summary: 'Read how long scans and stored pages are kept',
    description: 'Days that the organization chose, and those that the operator allows at most.',
    tag: 'Organization',
    access: 'any',
    answers: { 200: OrgRetention, 404: ErrorBody },
    async handle({ caller }) {
      const own = await orgRetention(ctx.db, caller.orgId)
      if (own === undefined) throw new Refusal(404, 'Org settings not found')
      return inForce(ctx, own)
    },
  })

export const updateOrgRetention = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/retention',
    summary: 'Keep scans or stored pages for a shorter time',
    description:
      'From one day to as long as the operator keeps them. What is older goes within the hour and cannot be brought back: of `evidence_days` the stored pages and what scans were judged by, which holds their words, while reports stay with what they quote; of `scan_days` ended scans with all that hangs on them. With `dry_run` it is only counted.',
    tag: 'Organization',
    access: 'admin',
    body: retentionRequest({
      evidence: ctx.config.evidenceRetentionDays,
      scans: ctx.config.scanRetentionDays,
    }),
    acts: ['retention.change'],
    answers: { 200: ChangedRetention, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      if (body.evidence_days === undefined && body.scan_days === undefined) throw nothingNamed(body)
      const isDryRun = body.dry_run === true
      return ctx.db.transaction().execute(async (tx) => {
        if (!(await lockOrg(tx, caller.orgId))) throw new Refusal(404, 'Org settings not found')
        const before = await orgRetention(tx, caller.orgId)
        const own = {
          evidenceDays: daysOf(body.evidence_days, before?.evidenceDays),
          scanDays: daysOf(body.scan_days, before?.scanDays),
        }
        if (!isDryRun) {
          await setOrgRetention(tx, caller.orgId, own)
          await recordAct(tx, by, {
            action: 'retention.change',
            orgId: caller.orgId,
            subject: null,
            before: before && { evidence_days: before.evidenceDays, scan_days: before.scanDays },
            after: { evidence_days: own.evidenceDays, scan_days: own.scanDays },
          })
        }
        const retention = inForce(ctx, own)
        const { evidence_days: pages, scan_days: scans } = retention
        return {
          ...retention,
          dry_run: isDryRun,
          pages_due: await countCapturesOlderThan(tx, caller.orgId, pages),
          scans_due: scans === null ? 0 : await countScansOlderThan(tx, caller.orgId, scans),
        }
      })
    },
  })

/** What was sent, or what it was when nothing was. */
function daysOf(sent: unknown, before: number | null = null): number | null {
  if (sent === undefined) return before
  return sent === null ? null : toInteger(sent)
}

function nothingNamed(input: unknown) {
  return new ValidationFailed([
    { type: 'missing', loc: ['body', 'evidence_days'], msg: 'Field required', input },
  ])
}

/** The operator may have lowered the bounds since it was set. */
function inForce({ config }: ApiContext, { evidenceDays, scanDays }: OwnRetention): OrgRetention {
  const { evidenceRetentionDays, scanRetentionDays } = config
  return {
    evidence_days: Math.min(evidenceDays ?? evidenceRetentionDays, evidenceRetentionDays),
    own_evidence_days: evidenceDays,
    longest_evidence_days: evidenceRetentionDays,
    scan_days: scanDays === null ? scanRetentionDays : Math.min(scanDays, scanRetentionDays ?? scanDays),
    own_scan_days: scanDays,
    longest_scan_days: scanRetentionDays,
  }
}
