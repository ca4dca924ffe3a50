import { type RawBuilder, sql } from 'kysely'
import { hasMark } from '../statements/has-mark.ts'
import type { ListFilter } from './list-filter.ts'

/** Whether a list asks for more than the indexes of its order know. */
export function isSearch(filter: ListFilter): boolean {
  return sought(filter).length > 0
}

/** Whether a list is of completed scans, of which each has a review, and asks something of that. */
export function isOfReviews(filter: ListFilter): boolean {
  return soughtOfReview(filter).length > 0 && (filter.status ?? 'completed') === 'completed'
}

/** What no index of the list's order knows, of a scan and its review `r`. */
export function sought(filter: ListFilter): RawBuilder<unknown>[] {
  return [...(filter.q ? [matches(filter.q)] : []), ...soughtOfReview(filter)]
}

export function soughtOfReview(filter: ListFilter): RawBuilder<unknown>[] {
  const { decisions, reviewer, assigned, reasonCode, domain } = filter
  const conditions: RawBuilder<unknown>[] = []
  if (decisions) {
    const decided = decisions.filter((each) => each !== 'undecided')
    const either = [
      ...(decided.length > 0 ? [sql`r.decision = any(${decided}::text[])`] : []),
      ...(decided.length < decisions.length ? [sql`r.decision is null`] : []),
    ]
    conditions.push(sql`(${sql.join(either, sql` or `)})`)
    if (decided.length === decisions.length) conditions.push(sql`r.decision is not null`)
  }
  if (reviewer !== null) conditions.push(sql`r.decision is not null and r.decided_by = ${reviewer}`)
  if (assigned === 'nobody') conditions.push(sql`r.assigned_to is null`)
  else if (assigned !== null) conditions.push(sql`r.assigned_to = ${assigned}`)
  if (reasonCode !== null) conditions.push(sql`r.reason_codes @> array[${reasonCode}::text]`)
  if (domain !== null) conditions.push(sql`r.domains @> array[${domain}::text]`)
  // Said of the review too, for its indexes to be of use.
  return conditions.length > 0 ? [...conditions, sql`r.org_id = ${filter.orgId}`] : []
}

/** What the indexes of codes and of domains are asked by. */
export function marksOf({ orgId, reasonCode, domain }: ListFilter): RawBuilder<unknown>[] {
  return [
    ...(reasonCode === null ? [] : [hasMark(orgId, 'reason_codes', reasonCode)]),
    ...(domain === null ? [] : [hasMark(orgId, 'domains', domain)]),
  ]
}

/** The line break keeps a match from running over the end of the URL into the username. */
export function matches(q: string) {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql`in_lower_case(profile_url || E'\n' || coalesce(username, '')) like in_lower_case(${pattern})`
}

export function hasWordsOf(q: string, scanId: RawBuilder<unknown>) {
  return sql`exists (select from scans t where t.scan_id = ${scanId} and ${matches(q)})`
}
