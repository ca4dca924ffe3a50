import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { setDailyLimit } from '../../src/db/organization/orgs.ts'
import type { Answer } from '../support/call.ts'
import { countStored, field, startApi, type TestApi, textField } from '../support/start-api.ts'

describe('the daily limit', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  /** An organization with a key: nothing here needs people. */
  const makeOrg = async (limit: number | null) => {
    const orgId = await api.makeOrg(limit)
    return { orgId, token: (await api.makeKey(orgId)).key }
  }
  type Org = Awaited<ReturnType<typeof makeOrg>>

  const submitOne = ({ token }: Org, mode = 'quick') =>
    api.call('POST', `/api/v2/scan/${mode}`, { token, body: { profile_url: 'https://ex.com/u' } })
  const urls = (count: number) => Array.from({ length: count }, (_item, index) => `https://ex.com/${index}`)
  const submitBatch = ({ token }: Org, count: number, mode = 'quick') =>
    api.call('POST', `/api/v2/batch/${mode}`, { token, body: { profile_urls: urls(count) } })
  const usageOf = ({ token }: Org) => api.call('GET', '/api/v2/org/usage', { token })
  const droppedOf = async ({ token }: Org) =>
    field(await api.call('GET', '/api/v2/org/settings', { token }), 'total_scans_dropped')
  const storedBy = async ({ orgId }: Org) => {
    const { rows } = await sql<{ scans: number }>`
      select count(*) as scans from scans where org_id = ${orgId}`.execute(api.opened.db)
    return rows[0]?.scans
  }

  it('is none unless one is set', async () => {
    const org = await makeOrg(null)
    for (let index = 0; index < 5; index++) assert.equal((await submitOne(org)).status, 200)
    assert.equal(field(await submitBatch(org, 50), 'total_profiles'), 50)
    const { limit, used, remaining } = usage(await usageOf(org))
    assert.deepEqual({ limit, used, remaining }, { limit: null, used: 55, remaining: null })
  })

  it('lets exactly so many single scans in, of both modes together', async () => {
    const org = await makeOrg(3)
    assert.equal((await submitOne(org, 'quick')).status, 200)
    assert.equal((await submitOne(org, 'deep')).status, 200)
    assert.equal((await submitOne(org, 'quick')).status, 200)
    for (const mode of ['quick', 'deep']) assertOverLimit(await submitOne(org, mode), 3, 3)
    assert.equal(await storedBy(org), 3)
  })

  it('of 0 lets nothing in', async () => {
    const org = await makeOrg(0)
    assertOverLimit(await submitOne(org), 0, 0)
    assertOverLimit(await submitBatch(org, 2), 0, 0)
    assert.equal(await storedBy(org), 0)
  })

  for (const mode of ['deep', 'quick']) {
    it(`takes the leading profiles of a ${mode} batch that fits in part`, async () => {
      const org = await makeOrg(5)
      await submitOne(org)
      await submitOne(org)
      const answer = await submitBatch(org, 10, mode)
      assert.equal(answer.status, 200)
      assert.equal(field(answer, 'total_profiles'), 3)
      assert.equal(field(answer, 'daily_limit_truncated'), true)
      assert.equal(field(answer, 'profiles_skipped'), 7)
      const batch = await api.call('GET', `/api/v2/batches/${textField(answer, 'batch_id')}`, {
        token: org.token,
      })
      assert.deepEqual(field(batch, 'profile_urls'), urls(3))
      assert.equal(field(batch, 'total_profiles'), 3)
      assert.equal(await storedBy(org), 5)
    })

    it(`answers 429 to a ${mode} batch only when not even one profile fits`, async () => {
      const org = await makeOrg(1)
      const answer = await submitBatch(org, 2, mode)
      assert.equal(answer.status, 200)
      assert.equal(field(answer, 'profiles_skipped'), 1)
      const stored = await countStored(api)
      assertOverLimit(await submitBatch(org, 2, mode), 1, 1)
      assert.deepEqual(await countStored(api), stored)
    })
  }

  it('says nothing of itself when a batch fits exactly', async () => {
    const org = await makeOrg(4)
    const answer = await submitBatch(org, 4)
    assert.equal(answer.status, 200)
    assert.ok(!answer.text.includes('daily_limit_truncated'))
    assert.ok(!answer.text.includes('profiles_skipped'))
  })

  it('is never passed by 40 submissions at once', async () => {
    const org = await makeOrg(15)
    const answers = await Promise.all(Array.from({ length: 40 }, () => submitOne(org)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 15)
    assert.equal(answers.filter(({ status }) => status === 429).length, 25)
    assert.equal(await storedBy(org), 15)
    assert.equal(await droppedOf(org), 25)
  })

  it('is never passed by the first submissions of a day at once, when the day already holds scans', async () => {
    const org = await makeOrg(null)
    await submitBatch(org, 30)
    await setDailyLimit(api.opened.db, org.orgId, 45)
    const answers = await Promise.all(Array.from({ length: 40 }, () => submitOne(org)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 15)
    assert.equal(await storedBy(org), 45)
  })

  it('costs a submission no more when the day holds many scans than when it holds none', async () => {
    const [empty, full] = [await makeOrg(100_000), await makeOrg(100_000)]
    await manyScansToday(api, full.orgId, 5000)
    // The first of a day makes the counter row.
    for (const org of [empty, full]) assert.equal((await submitOne(org)).status, 200)
    const [atNone, atMany] = [
      await readBySubmission(api, empty.orgId),
      await readBySubmission(api, full.orgId),
    ]
    assert.ok(atMany <= atNone + 20, `${atMany} blocks read at 5,000 scans of the day, ${atNone} at none`)
    assert.equal(usage(await usageOf(full)).used, 5000 + 1 + 3)
  })

  it('is spent to the last by batches and single scans at once', async () => {
    const org = await makeOrg(50)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_item, index) => (index % 2 ? submitOne(org) : submitBatch(org, 7))),
    )
    const accepted = answers.map((answer) => {
      if (answer.status === 429) return 0
      assert.equal(answer.status, 200)
      return answer.text.includes('total_profiles') ? Number(field(answer, 'total_profiles')) : 1
    })
    assert.equal(
      accepted.reduce((sum, count) => sum + count, 0),
      50,
    )
    assert.equal(await storedBy(org), 50)
    assert.equal(await droppedOf(org), 20 + 20 * 7 - 50)
  })

  it('of one organization does not touch another', async () => {
    const [full, free] = [await makeOrg(1), await makeOrg(1)]
    await submitOne(full)
    assertOverLimit(await submitOne(full), 1, 1)
    assert.equal((await submitOne(free)).status, 200)
  })

  it('is not spent by requests that are refused', async () => {
    const org = await makeOrg(2)
    const body = { profile_url: 'nonsense' }
    assert.equal((await api.call('POST', '/api/v2/scan/quick', { token: org.token, body })).status, 422)
    const privately = { profile_url: 'https://ex.com/u', callback_url: 'https://10.0.0.1/' }
    assert.equal(
      (await api.call('POST', '/api/v2/scan/quick', { token: org.token, body: privately })).status,
      422,
    )
    assert.equal(usage(await usageOf(org)).used, 0)
  })

  it('refuses a bad body with 422 also when it is spent', async () => {
    const org = await makeOrg(0)
    const body = { profile_url: 'nonsense' }
    assert.equal((await api.call('POST', '/api/v2/scan/quick', { token: org.token, body })).status, 422)
  })

  describe('GET /org/usage', () => {
    it('shows limit, used, remaining, and the next midnight in UTC', async () => {
      const org = await makeOrg(10)
      await submitBatch(org, 4)
      const { resets_at, ...counts } = usage(await usageOf(org))
      assert.deepEqual(counts, { limit: 10, used: 4, remaining: 6 })
      assert.match(String(resets_at), /T00:00:00\.000000\+00:00$/)
      const wait = Date.parse(String(resets_at)) - Date.now()
      assert.ok(wait > 0 && wait <= 24 * 3600 * 1000, String(resets_at))
    })

    it('shows nothing remaining, not less, when the limit was lowered below what was used', async () => {
      const org = await makeOrg(10)
      await submitBatch(org, 4)
      await setDailyLimit(api.opened.db, org.orgId, 2)
      const { resets_at, ...counts } = usage(await usageOf(org))
      assert.deepEqual(counts, { limit: 2, used: 4, remaining: 0 })
      assertOverLimit(await submitOne(org), 2, 4)
    })
  })

  describe('changed during the day', () => {
    it('counts what the day already holds when it is set for the first time', async () => {
      const org = await makeOrg(null)
      await submitBatch(org, 3)
      await setDailyLimit(api.opened.db, org.orgId, 4)
      assert.equal((await submitOne(org)).status, 200)
      assertOverLimit(await submitOne(org), 4, 4)
    })

    it('gives room when it is raised', async () => {
      const org = await makeOrg(1)
      await submitOne(org)
      assertOverLimit(await submitOne(org), 1, 1)
      await setDailyLimit(api.opened.db, org.orgId, 2)
      assert.equal((await submitOne(org)).status, 200)
      assertOverLimit(await submitOne(org), 2, 2)
    })

    it('ends when it is lifted', async () => {
      const org = await makeOrg(0)
      assertOverLimit(await submitOne(org), 0, 0)
      await setDailyLimit(api.opened.db, org.orgId, null)
      assert.equal((await submitOne(org)).status, 200)
    })

    it('counts scans that were made while there was none', async () => {
      const org = await makeOrg(2)
      await submitOne(org)
      await setDailyLimit(api.opened.db, org.orgId, null)
      await submitBatch(org, 5)
      await setDailyLimit(api.opened.db, org.orgId, 7)
      const answer = await submitBatch(org, 5)
      assert.equal(field(answer, 'total_profiles'), 1)
    })
  })

  it('starts anew with the day', async () => {
    const org = await makeOrg(2)
    await submitBatch(org, 2)
    assertOverLimit(await submitOne(org), 2, 2)
    await yesterday(api, org.orgId)
    assert.equal(usage(await usageOf(org)).used, 0)
    assert.equal((await submitOne(org)).status, 200)
    assert.equal((await submitOne(org)).status, 200)
    assertOverLimit(await submitOne(org), 2, 2)
  })

  it('counts each URL that it refuses in total_scans_dropped', async () => {
    const org = await makeOrg(3)
    assert.equal(await droppedOf(org), 0)
    await submitBatch(org, 5)
    assert.equal(await droppedOf(org), 2)
    await submitOne(org)
    assert.equal(await droppedOf(org), 3)
    await submitBatch(org, 4)
    assert.equal(await droppedOf(org), 7)
  })
})

function assertOverLimit(answer: Answer, limit: number, used: number) {
  assert.equal(answer.status, 429)
  assert.equal(
    answer.text,
    `{"detail":{"error":"daily_scan_limit_exceeded","limit":${limit},"used":${used}}}`,
  )
}

function usage(answer: Answer): Record<string, unknown> {
  assert.equal(answer.status, 200)
  assert.ok(typeof answer.json === 'object' && answer.json !== null)
  return { ...answer.json }
}

/** Everything that the organization did today was done yesterday. */
async function yesterday({ opened }: TestApi, orgId: string) {
  await sql`update org_daily_usage set day = day - 1 where org_id = ${orgId}`.execute(opened.db)
  await sql`update scans set created_at = created_at - interval '1 day' where org_id = ${orgId}`.execute(
    opened.db,
  )
}

async function manyScansToday({ opened }: TestApi, orgId: string, count: number) {
  await sql`
    insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at)
    select gen_random_uuid(), ${orgId}, 'https://ex.com/' || n, 'https://ex.com/' || n, 'quick', 'completed', clock_timestamp()
      from generate_series(1, ${count}::integer) n`.execute(opened.db)
  await sql`vacuum analyze scans`.execute(opened.db)
}

/** Blocks of the database, cached or not, that a submission looks into, the least of three; unlike its time, the same on every machine. */
async function readBySubmission({ opened }: TestApi, orgId: string): Promise<number> {
  const read: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, buffers, timing off, format json)
      select * from submit_scans(${orgId}, null, 'quick', null, '{}'::json, '{https://ex.com/u}', '{https://ex.com/u}')`.execute(
      opened.db,
    )
    const [{ Plan: plan }] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '')
    read.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
  }
  return Math.min(...read)
}
