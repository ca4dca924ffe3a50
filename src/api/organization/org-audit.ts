import {
  type AuditAct,
  AuditActList,
  AuditExport,
  ErrorBody,
  ValidationErrorBody,
} from '../../../sdk/contract.ts'
import { csv } from '../../../sdk/csv.ts'
import { recordAct } from '../../db/people/acts.ts'
import { type ActFilter, type ActRow, actsToExport, listActs } from '../../db/people/list-acts.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint, type FileAnswer } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { readMoment, toInteger } from '../requests/checks.ts'
import { exportActsQuery, listActsQuery } from '../requests/organization-requests.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'

const MOST_EXPORTED = 50_000

export const getOrgAudit = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/audit',
    summary: 'Read who did what in the organization',
    description: 'Newest first. Rows are never changed, and each is sealed with the one before it.',
    tag: 'Organization',
    access: 'admin',
    query: listActsQuery,
    answers: { 200: AuditActList, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      const filter = filterOf(caller.orgId, query)
      const list = ['audit', ...Object.values(filter)]
      const after = readTimeCursor(query.after, list)
      if (after && !/^\d{1,15}$/.test(after.id)) throw new Refusal(400, 'Invalid cursor')
      const page = await listActs(ctx.db, filter, after && Number(after.id), toInteger(query.limit ?? 20))
      return {
        acts: page.rows.map(publicAct),
        next_cursor: page.next && writeTimeCursor(page.next, list),
        has_more: page.next !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })

export const exportOrgAudit = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/audit/export',
    summary: 'Take the audit trail along',
    description: `The oldest first, ${MOST_EXPORTED} rows at most: of more, choose a time. That it was exported is an act itself.`,
    tag: 'Organization',
    access: 'admin',
    query: exportActsQuery,
    produces: ['application/x-ndjson', 'text/csv'],
    acts: ['audit.export'],
    answers: { 200: AuditExport, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, query }) {
      const filter = filterOf(caller.orgId, query)
      const { format = 'ndjson' } = query
      const rows = await actsToExport(ctx.db, filter, MOST_EXPORTED + 1)
      if (rows.length > MOST_EXPORTED)
        throw new Refusal(400, `More than ${MOST_EXPORTED} rows. Choose a time with from and to.`)
      const { chain, ...asked } = filter
      await recordAct(ctx.db, by, {
        action: 'audit.export',
        orgId: chain,
        subject: null,
        after: { format, ...asked, rows: rows.length },
      })
      const acts = rows.map(publicAct)
      return format === 'csv'
        ? file('csv', 'text/csv; charset=utf-8', asCsv(acts))
        : file('ndjson', 'application/x-ndjson', asLines(acts))
    },
  })

function filterOf(
  chain: string,
  query: Partial<Record<'actor' | 'action' | 'from' | 'to', string>>,
): ActFilter {
  return {
    chain,
    actor: query.actor ? query.actor.replaceAll('\0', '') : null,
    action: query.action ?? null,
    from: readMoment(query.from),
    to: readMoment(query.to),
  }
}

export function publicAct(row: ActRow): AuditAct {
  const { act_id, seq, at, request_id, subject, prev_hash, hash } = row
  return {
    act_id,
    seq,
    at,
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      name: row.actor_name ?? row.key_name,
      address: row.actor_address,
    },
    request_id,
    action: row.action,
    subject,
    // Written by `recordAct` only.
    before: JSON.parse(row.before ?? 'null'),
    after: JSON.parse(row.after ?? 'null'),
    prev_hash,
    hash,
  }
}

function asLines(acts: AuditAct[]): string {
  return acts.map((act) => `${JSON.stringify(act)}\n`).join('')
}

const COLUMNS = [
  'seq',
  'at',
  'actor',
  'name',
  'id',
  'address',
  'action',
  'subject',
  'before',
  'after',
  'request_id',
  'hash',
]

function asCsv(acts: AuditAct[]): string {
  const text = (facts: unknown) => (facts === null ? null : JSON.stringify(facts))
  return csv(
    COLUMNS,
    acts.map(({ actor, ...act }) => [
      act.seq,
      act.at,
      actor.kind,
      actor.name,
      actor.id,
      actor.address,
      act.action,
      act.subject,
      text(act.before),
      text(act.after),
      act.request_id,
      act.hash,
    ]),
  )
}

function file(ending: string, type: string, text: string): FileAnswer {
  const bytes = Buffer.from(text)
  return {
    bytes,
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="audit.${ending}"` },
  }
}
