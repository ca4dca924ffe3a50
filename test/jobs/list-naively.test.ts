import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { everyScan, type ListFilter, type ListPosition } from '../../src/db/scans/list-filter.ts'
import { listScans } from '../../src/db/scans/list-scans.ts'
import { SEARCH_BOUNDS, type SearchBounds } from '../../src/db/scans/search-scans.ts'
import { seeded } from '../support/seeded.ts'
import { rows, type Service, startService } from './service.ts'

const ROWS = 6000
const LISTS = Number(process.env.TOSCAN_CASES ?? 200)
const SEED = Number(process.env.TOSCAN_SEED ?? 5)
const MOST_PAGES = 40
/** So small that among few rows everything is met. */
const SMALL: SearchBounds = {
  first: { dense: 40, sparse: 20, reviews: 20 },
  common: { dense: 2, sparse: 2, reviews: 2 },
  walk: { dense: 200, sparse: 100, reviews: 100 },
  withWords: 60,
  withReview: 60,
}

interface Expected {
  scan_id: string
  created_at: string
  risk: number
}

describe(`lists of every kind, seed ${SEED}`, () => {
  let service: Service
  let orgId: string
  before(async () => {
    service = await startService()
    orgId = (await service.org()).orgId
    const { orgId: other } = await service.org('Other')
    await service.opened.pool.query(
      `insert into auth_user (id, name, email, "emailVerified")
       select p, p, p || '@example.org', true from unnest(array['nora', 'otto']) p`,
    )
    // Many of one moment, many of one risk; what the product would not write is there too.
    await service.opened.pool.query(
      `insert into scans (scan_id, org_id, profile_url, target_url, username, scan_mode, status, worker_id, created_at, recommendation, risk_score)
       select gen_random_uuid(), case when n % 5 = 0 then $2 else $1 end, u, u, case when n % 7 = 0 then 'Name' || n end,
              case when a % 3 = 0 then 'quick' when a % 31 = 0 then null else 'deep' end, status,
              case when status = 'processing' and n % 4 = 0 then 'worker' end,
              '2026-02-27 20:00Z'::timestamptz + (n / 3) * interval '2 minutes',
              case when status = 'completed' and n % 977 > 0 or n % 199 = 0
                   then (array['no_flags', 'review_low', 'review_medium', 'review_high'])[1 + b % 4] end,
              case when status = 'completed' and n % 577 > 0 or n % 17 = 0 then b % 101 end
         from (select n, a, b,
                      case when n % 11 = 0 or n > $3 * .9 then 'processing' when n % 13 = 0 then 'failed' else 'completed' end as status,
                      'https://Creators.example/' || case when n % 499 = 0 then 'rare' when n % 40 = 0 then 'st_ar' when n % 41 = 0 then '50%off' else 'plain' end
                        || case when n % 503 = 0 then E'back\\\\slash' else '' end || a % 3000 as u
                 from (select n, abs(hashint4(n)) as a, abs(hashint4(n + 1)) as b from generate_series(1, $3::integer) n) counted) made`,
      [orgId, other, ROWS],
    )
    // As whoever locks a review makes one that is not there.
    const { rows: gone } = await service.opened.pool.query(
      `delete from scan_reviews where abs(hashtext(scan_id::text)) % 13 = 0 returning scan_id, org_id`,
    )
    for (const each of gone)
      await service.opened.pool.query('insert into scan_reviews (scan_id, org_id) values ($1, $2)', [
        each.scan_id,
        each.org_id,
      ])
    await service.opened.pool.query(
      `update scan_reviews r
          set decision = case when h % 3 = 0 then 'cleared' when h % 601 = 1 then 'false_alarm' when h % 20 = 1 then 'escalated' end,
              decided_by = case when h % 3 = 0 or h % 601 = 1 or h % 20 = 1 then case when h % 2 = 0 then 'nora' else 'otto' end end,
              assigned_to = case when h % 401 = 0 then 'nora' when h % 4 = 1 then 'otto' end,
              reason_codes = case when h % 499 = 0 then '{rare_code,other}'::text[] when h % 3 = 1 then '{other}' else '{}' end,
              domains = array[case when h % 499 = 1 then 'rare.example' else 'shop.example' end]
         from (select scan_id, abs(hashtext(profile_url)) as h from scans) s where s.scan_id = r.scan_id`,
    )
    await service.opened.pool.query('analyze scans, scan_reviews')
  })
  after(() => service?.stop())

  const random = seeded(SEED)
  const one = <T>(...of: T[]): T => of[Math.floor(random() * of.length)] as T
  const sometimes = <T>(part: T): T | Record<string, never> => (random() < 0.15 ? part : {})
  const status = (): Partial<ListFilter> => ({ status: one('processing', 'completed', 'failed') })
  const words = (): Partial<ListFilter> => ({
    q: one('RARE', 'rare499', 'st_ar', '0%', 'plain', 'b', '\\', 'k\\s', 'name7', 'zzqzzq', 'qj', '_'),
  })
  const review = (): Partial<ListFilter> =>
    one<Partial<ListFilter>>(
      { decisions: one(['undecided'], ['cleared'], ['false_alarm'], ['undecided', 'false_alarm']) },
      { decisions: ['escalated', 'false_alarm'], reasonCode: 'other' },
      { reviewer: one('nora', 'nobody') },
      { assigned: one('nobody', 'nora', 'otto') },
      { reasonCode: one('other', 'rare_code', 'absent') },
      { domain: one('shop.example', 'rare.example'), decisions: ['cleared'] },
    )
  const nothing = (): Partial<ListFilter> => ({})
  const anyFilter = (): Partial<ListFilter> => ({
    sortBy: one('created_at', 'risk_score'),
    sortOrder: one('desc', 'asc'),
    ...one(nothing, status, words, review)(),
    ...(random() < 0.2 ? one(status, words, review)() : {}),
    ...sometimes({ scanMode: one('quick', 'deep') }),
    ...sometimes({ recommendations: one(['review_high'], ['review_high', 'review_medium', 'no_flags']) }),
    ...sometimes({ fromDate: one('2026-02-28', '2026-03-03') }),
    ...sometimes({ toDate: one('2026-02-27', '2026-03-04') }),
  })

  for (let index = 0; index < LISTS; index++) {
    const part = anyFilter()
    const limit = one(3, 20, 100, 700)
    const bounds = one(SMALL, SMALL, SEARCH_BOUNDS)
    const start = random()
    it(`page by page as in one naive query: ${JSON.stringify(part)}, ${limit} each${bounds === SMALL ? ', small bounds' : ''}`, async () => {
      const filter: ListFilter = { ...everyScan(orgId), ...part }
      const all = await naively(service, filter)
      // From the first row as often as from somewhere in between.
      const from = start < 0.5 ? 0 : Math.floor(((start - 0.5) * 2) ** 2 * all.length)
      const before = all[from - 1]
      let after: ListPosition | null = before
        ? { createdAt: before.created_at, scanId: before.scan_id, risk: before.risk }
        : null
      const found: string[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const { rows: listed, next } = await listScans(service.opened.db, filter, after, limit, bounds)
        assert.ok(listed.length <= limit)
        found.push(...listed.map((row) => row.scan_id))
        after = next
        if (next === null) break
      }
      const expected = all.slice(from).map((row) => row.scan_id)
      assert.deepEqual(found, after === null ? expected : expected.slice(0, found.length))
    })
  }
})

function naively(service: Service, filter: ListFilter): Promise<Expected[]> {
  const direction = filter.sortOrder
  const ofReview = [filter.decisions, filter.reviewer, filter.assigned, filter.reasonCode, filter.domain]
  return rows<Expected>(
    service,
    `select s.scan_id, s.created_at, coalesce(s.risk_score, -1) as risk
       from scans s left join scan_reviews r on r.scan_id = s.scan_id
      where s.org_id = $1
        and ($2::text[] is null or s.recommendation = any($2))
        and ($3::text is null or coalesce(s.scan_mode, 'deep') = $3)
        and ($4::text is null or s.status = $4)
        and ($5::text is null or strpos(lower(s.profile_url), lower($5)) > 0 or strpos(lower(s.username), lower($5)) > 0)
        and ($6::date is null or (s.created_at at time zone 'UTC')::date >= $6::date)
        and ($7::date is null or (s.created_at at time zone 'UTC')::date <= $7::date)
        and (not $8 or r.scan_id is not null)
        and ($9::text[] is null or coalesce(r.decision, 'undecided') = any($9))
        and ($10::text is null or r.decision is not null and r.decided_by = $10)
        and ($11::text is null or coalesce(r.assigned_to, 'nobody') = $11)
        and ($12::text is null or $12 = any(r.reason_codes))
        and ($13::text is null or $13 = any(r.domains))
      order by ${filter.sortBy === 'risk_score' ? `coalesce(s.risk_score, -1) ${direction}, ` : ''}s.created_at ${direction}, s.scan_id ${direction}`,
    [
      filter.orgId,
      filter.recommendations,
      filter.scanMode,
      filter.status,
      filter.q,
      filter.fromDate,
      filter.toDate,
      ofReview.some((each) => each !== null),
      filter.decisions,
      filter.reviewer,
      filter.assigned,
      filter.reasonCode,
      filter.domain,
    ],
  )
}
