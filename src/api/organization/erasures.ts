import { Erasure, ErasureList, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import type { Erasable } from '../../db/organization/erasures.ts'
import { erasuresOfOrg } from '../../db/organization/list-erasures.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { ValidationFailed } from '../http/validate.ts'
import { readMoment, toInteger } from '../requests/checks.ts'
import { erasureRequest, listErasuresQuery } from '../requests/organization-requests.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'

/** What is older can be very much: a request ends within seconds, and says when there is more. */
const MOST_BY_AGE = 1000

export const createErasure = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/erasures',
    summary: 'Delete everything about a creator, or all that is older',
    description:
      'With `profile_url` all scans at the address, however it was written, and those whose report names the same platform and handle; with `before` all that were submitted before then, running ones too, a thousand with one call: again while `has_more`. Each goes as with `DELETE /scans/{scan_id}`. With `dry_run` they are only counted.',
    tag: 'Organization',
    access: 'admin',
    body: erasureRequest,
    acts: ['scans.delete'],
    answers: { 200: Erasure, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      const isDryRun = body.dry_run === true
      const order = { orgId: caller.orgId, erasable: erasableOf(body), by }
      const most = order.erasable.what === 'before' ? MOST_BY_AGE : Number.POSITIVE_INFINITY
      const scans = await (isDryRun ? ctx.erasing.count(order) : ctx.erasing.erase(order, most))
      return { scans, dry_run: isDryRun, has_more: !isDryRun && scans >= most }
    },
  })

export const getErasures = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/erasures',
    summary: 'List what was deleted, when and by whom',
    description:
      'Newest first. `subject` is the id of the scan, the SHA-256 of the normalised address, or the moment before which all went.',
    tag: 'Organization',
    access: 'admin',
    query: listErasuresQuery,
    answers: { 200: ErasureList, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      const list = ['erasures', caller.orgId]
      const after = readTimeCursor(query.after, list)
      const page = await erasuresOfOrg(ctx.db, caller.orgId, after, toInteger(query.limit ?? 20))
      return {
        erasures: page.rows,
        next_cursor: page.next && writeTimeCursor(page.next, list),
        has_more: page.next !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })

/** @throws ValidationFailed unless it is one thing */
function erasableOf(body: { profile_url?: string; before?: string }): Erasable {
  const { profile_url: address, before } = body
  if (address !== undefined && before !== undefined)
    throw new ValidationFailed([
      {
        type: 'value_error',
        loc: ['body'],
        msg: 'Value error, profile_url or before, not both',
        input: body,
      },
    ])
  if (address !== undefined)
    // Read once by the check already; as it is normalised for scans.
    return { what: 'creator', url: new URL(address).href }
  if (before === undefined)
    throw new ValidationFailed([
      { type: 'missing', loc: ['body', 'profile_url'], msg: 'Field required', input: body },
    ])
  return { what: 'before', at: readMoment(before) ?? '' }
}
