import { type RawBuilder, sql } from 'kysely'
import type { ListFilter, ListPosition } from './list-filter.ts'
import { listConditions, listOrder, modesOf, RECOMMENDATIONS } from './scans-in-order.ts'

/**
 * The next reviews of a list that asks what people made of scans, in its order, with whether each is what is asked for (`is_match`). As with scans,
 * walks along indexes are merged, one for each recommendation and mode, and one for each decision, reviewer or assignee where these have an order.
 */
export function reviewsInOrder(
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
  asked: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const recommendations = filter.recommendations ?? [...RECOMMENDATIONS, null]
  const walks = leadsOf(filter).flatMap((lead) =>
    recommendations.flatMap((recommendation) =>
      modesOf(filter).map((mode) => {
        const part = sql`${lead} and ${isRecommended(recommendation)} and r.scan_mode = ${mode}`
        return sql`
          (select r.scan_id, r.created_at as submitted_at, ${riskOfReview} as sort_risk, (${asked}) as is_match
             from scan_reviews r where ${part} and ${behind(filter, after)} order by ${orderOf(filter)} limit ${limit})`
      }),
    ),
  )
  return sql`select * from (${sql.join(walks, sql` union all `)}) merged
    order by ${listOrder(filter, sql`sort_risk`, sql`submitted_at`)} limit ${limit}`
}

/** Whether one of the walks' indexes knows all that a list asks for. */
export function isLed(filter: ListFilter): boolean {
  const { q, reasonCode, domain, assigned } = filter
  const others = [q, reasonCode, domain, assigned === 'nobody' ? assigned : null]
  return leadOf(filter) !== null && others.every((each) => each === null) && countOfPeople(filter) === 1
}

/** The next reviews of such a list, each of which is what is asked for: so few of each walk are enough that one question asks for all. */
export function reviewsLed(
  filter: ListFilter,
  after: ListPosition | null,
  limit: number,
): RawBuilder<unknown> {
  const lead = leadOf(filter)
  const part = (from: RawBuilder<unknown>, recommendation: RawBuilder<unknown>) => sql`
    (select led.* from unnest(${lead?.values}::text[]) as lead (value)
      cross join unnest(${[...modesOf(filter)]}::text[]) as mode (value) ${from}
      cross join lateral (
        select r.scan_id, r.created_at as submitted_at, ${riskOfReview} as sort_risk from scan_reviews r
         where r.org_id = ${filter.orgId} and ${lead?.by(sql`lead.value`)} and ${recommendation} and r.scan_mode = mode.value
           and ${behind(filter, after)}
         order by ${orderOf(filter)} limit ${limit}) led)`
  const weighed = part(
    sql`cross join unnest(${filter.recommendations ?? RECOMMENDATIONS}::text[]) as weighed (recommendation)`,
    sql`r.recommendation = weighed.recommendation`,
  )
  const parts = filter.recommendations ? [weighed] : [weighed, part(sql``, isRecommended(null))]
  return sql`select * from (${sql.join(parts, sql` union all `)}) merged
    order by ${listOrder(filter, sql`sort_risk`, sql`submitted_at`)} limit ${limit}`
}

/** What leads a walk to rows, with the values of which each has a walk. */
interface Lead {
  values: string[]
  by: (value: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** Whose case it is has no index in order of risk. */
function leadOf({ sortBy, decisions, reviewer, assigned }: ListFilter): Lead | null {
  if (sortBy === 'created_at' && assigned !== null && assigned !== 'nobody')
    return { values: [assigned], by: (value) => sql`r.assigned_to = ${value} and r.assigned_to is not null` }
  if (reviewer !== null)
    return { values: [reviewer], by: (value) => sql`r.decided_by = ${value} and r.decision is not null` }
  if (decisions !== null && !decisions.includes('undecided'))
    return { values: decisions, by: (value) => sql`r.decision = ${value} and r.decision is not null` }
  return null
}

function leadsOf(filter: ListFilter): RawBuilder<unknown>[] {
  const ofOrg = sql`r.org_id = ${filter.orgId}`
  const lead = leadOf(filter)
  return lead ? lead.values.map((value) => sql`${ofOrg} and ${lead.by(sql`${value}`)}`) : [ofOrg]
}

function countOfPeople({ decisions, reviewer, assigned }: ListFilter): number {
  return [decisions, reviewer, assigned].filter((each) => each !== null).length
}

const riskOfReview = sql`coalesce(r.risk_score, -1)`

function isRecommended(recommendation: string | null): RawBuilder<unknown> {
  return recommendation === null ? sql`r.recommendation is null` : sql`r.recommendation = ${recommendation}`
}

function behind(filter: ListFilter, after: ListPosition | null): RawBuilder<unknown> {
  const led = { ...filter, recommendations: null, status: null, scanMode: null }
  return sql.join(listConditions(led, after, riskOfReview, sql`r.created_at`), sql` and `)
}

function orderOf(filter: ListFilter): RawBuilder<unknown> {
  return listOrder(filter, riskOfReview, sql`r.created_at`, sql`r.scan_id`)
}
