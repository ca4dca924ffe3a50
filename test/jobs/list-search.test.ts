import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { everyScan, type ListFilter, type ListPosition } from '../../src/db/scans/list-filter.ts'
import { listScans } from '../../src/db/scans/list-scans.ts'
import { SEARCH_BOUNDS, type SearchBounds } from '../../src/db/scans/search-scans.ts'
import { rows, type Service, startService } from './service.ts'

const tenth = ({ dense, sparse, reviews }: SearchBounds['walk']) => ({
  dense: dense / 10,
  sparse: sparse / 10,
  reviews: reviews / 10,
})
/** A tenth of those of the service: a search turns to the index within the rows here, each of which costs the triggers half a millisecond. */
const BOUNDS: SearchBounds = {
  first: tenth(SEARCH_BOUNDS.first),
  common: SEARCH_BOUNDS.common,
  walk: tenth(SEARCH_BOUNDS.walk),
  withWords: SEARCH_BOUNDS.withWords / 10,
  withReview: SEARCH_BOUNDS.withReview / 10,
}
/** More than a search walks before it turns to the index. */
const ROWS = 2000

describe('searching the list, page by page', () => {
  let service: Service
  let orgId: string
  before(async () => {
    service = await startService()
    orgId = (await service.org()).orgId
    await service.opened.pool.query(
      `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at, recommendation, risk_score)
       select gen_random_uuid(), $1, u, u, case when n % 3 = 0 then 'quick' else 'deep' end, 'completed',
              '2026-01-01'::timestamptz + n * interval '1 minute', 'review_low', n % 101
         from (select n, 'https://creators.example/' || case when n % 97 = 0 then 'rare' else 'plain' end || n as u
                 from generate_series(1, ${ROWS}) n) made`,
      [orgId],
    )
    await service.opened.pool.query(
      `insert into auth_user (id, name, email, "emailVerified") values ('nora', 'Nora', 'nora@example.org', true)`,
    )
    await service.opened.pool.query(
      `update scan_reviews r
          set decision = 'escalated', decided_by = 'nora', decided_by_email = 'nora@example.org', decided_at = now(), assigned_to = 'nora',
              reason_codes = '{other,rare_code}', domains = '{rare.example}'
         from scans s where s.scan_id = r.scan_id and s.profile_url like '%rare%'`,
    )
  })
  after(() => service?.stop())

  const filters: Record<string, Partial<ListFilter>> = {
    'a rare word': { q: 'RARE' },
    'a rare word by risk, ascending': { q: 'rare', sortBy: 'risk_score', sortOrder: 'asc' },
    'a rare word among quick scans, oldest first': { q: 'rare', scanMode: 'quick', sortOrder: 'asc' },
    'a word that is nowhere': { q: 'zzqzzq' },
    'two letters that are nowhere': { q: 'zq' },
    'a rare word with a recommendation': { q: 'rare', recommendations: ['review_low', 'no_flags'] },
    // These are all true of what has the rare word, and of nothing else.
    'a rare decision': { decisions: ['escalated'] },
    'a rare decision by risk': { decisions: ['escalated', 'cleared'], sortBy: 'risk_score' },
    'a rare reviewer': { reviewer: 'nora' },
    'whose case it is': { assigned: 'nora', sortOrder: 'asc' },
    'a rare code': { reasonCode: 'rare_code' },
    'a rare domain': { domain: 'rare.example', status: 'completed' },
    'a rare word with a decision': { q: 'rare', decisions: ['escalated'] },
    'a word that nothing undecided has': { q: 'zzqzzq', decisions: ['undecided'] },
  }
  for (const [name, part] of Object.entries(filters)) {
    it(`finds ${name} exactly once each, in order`, async () => {
      const filter: ListFilter = { ...everyScan(orgId), ...part }
      const found: string[] = []
      let after: ListPosition | null = null
      do {
        const page = await listScans(service.opened.db, filter, after, 5, BOUNDS)
        found.push(...page.rows.map((row) => row.scan_id))
        after = page.next
      } while (after)
      const direction = filter.sortOrder
      const expected = await rows<{ scan_id: string }>(
        service,
        `select scan_id from scans where org_id = $1 and strpos(lower(profile_url), lower($2)) > 0
            and ($3::text is null or scan_mode = $3)
          order by ${filter.sortBy === 'risk_score' ? `risk_score ${direction}, ` : ''}created_at ${direction}`,
        [orgId, filter.q ?? 'rare', filter.scanMode],
      )
      assert.deepEqual(
        found,
        expected.map((row) => row.scan_id),
      )
    })
  }
})
