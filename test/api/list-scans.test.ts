import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { readCursor, writeCursor } from '../../src/api/requests/cursor.ts'
import { everyScan } from '../../src/db/scans/list-filter.ts'
import { type SeededScan, seedScans } from '../support/seed-scans.ts'
import { detailOf, field, startApi, type TestApi, textField } from '../support/start-api.ts'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

interface Row {
  scan_id: string
  profile_url: string
  status: string
  scan_mode: string | null
  submitted_at: string
  completed_at: string | null
  recommendation: string | null
  risk_score: number | null
  confidence: string | null
  profile_state: string | null
}

type Query = Record<string, string | number>

/** An organization with these scans, oldest first, and a way to list them. */
async function orgWith(scans: Partial<SeededScan>[]) {
  const orgId = await api.makeOrg()
  const { key: token } = await api.makeKey(orgId)
  const seeded = await seedScans(api.opened.db, orgId, scans)
  const list = (query: Query = {}) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) search.set(name, String(value))
    return api.call('GET', `/api/v2/org/scans?${search}`, { token })
  }
  const rows = async (query: Query = {}): Promise<Row[]> => {
    const answer = await list(query)
    assert.equal(answer.status, 200, answer.text)
    return rowsOf(field(answer, 'scans'))
  }
  /** Numbers of the seeded scans that are listed, in the order of the list. */
  const listed = async (query: Query = {}) =>
    (await rows({ limit: 100, ...query })).map((row) =>
      seeded.findIndex((scan) => scan.scan_id === row.scan_id),
    )
  /** Every page from the first to the last. */
  const pages = async (query: Query, between?: () => Promise<void>) => {
    const found: Row[][] = []
    let after: string | null = null
    do {
      const answer = await list({ ...query, ...(after !== null && { after }) })
      assert.equal(answer.status, 200, answer.text)
      found.push(rowsOf(field(answer, 'scans')))
      const cursor: unknown = field(answer, 'next_cursor')
      assert.equal(field(answer, 'has_more'), cursor !== null)
      assert.ok(cursor === null || typeof cursor === 'string')
      after = cursor
      await between?.()
    } while (after !== null && found.length < 200)
    return found
  }
  return { orgId, token, seeded, list, rows, listed, pages }
}

function rowsOf(value: unknown): Row[] {
  assert.ok(Array.isArray(value))
  return value
}

describe('the list of scans', () => {
  it('is empty for a new organization', async () => {
    const { list } = await orgWith([])
    const answer = await list()
    const { fetched_at, ...rest } = Object(answer.json)
    assert.deepEqual(rest, { scans: [], next_cursor: null, has_more: false })
    assert.match(fetched_at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/)
  })

  it('shows a summary of each scan', async () => {
    const { rows, seeded } = await orgWith([
      {
        created_at: '2026-03-01T10:00:00.5+00:00',
        processing_completed_at: '2026-03-01T10:01:00.123456+00:00',
        recommendation: 'review_high',
        risk_score: 84,
        confidence: 'medium',
        scan_mode: 'quick',
      },
    ])
    assert.deepEqual(await rows(), [
      {
        scan_id: seeded[0]?.scan_id,
        profile_url: 'https://example.com/creator-0',
        status: 'completed',
        scan_mode: 'quick',
        submitted_at: '2026-03-01T10:00:00.500000+00:00',
        completed_at: '2026-03-01T10:01:00.123456+00:00',
        recommendation: 'review_high',
        risk_score: 84,
        confidence: 'medium',
        profile_state: null,
        decision: null,
        reviewer: null,
        assigned_to: null,
        reason_codes: ['escort_directory_link'],
      },
    ])
  })

  it('shows what people made of each scan, and finds scans by it', async () => {
    const batch_id = '6d9a4f5e-0f5c-4c5e-9a55-0d6b0f2f8a11'
    const { orgId, seeded, rows, listed, list } = await orgWith([
      { recommendation: 'review_high', risk_score: 80 },
      { recommendation: 'review_low', risk_score: 30 },
      { status: 'failed' },
      { status: 'processing' },
      { recommendation: 'no_flags', batch_id: null },
    ])
    const { db } = api.opened
    const nora = await api.makeUser(orgId, 'member')
    const token = await api.makeSession(nora, orgId)
    await sql`insert into batches (batch_id, org_id, scan_mode, total_profiles, submitted_at)
              values (${batch_id}::uuid, ${orgId}, 'deep', 2, now())`.execute(db)
    await sql`update scans set batch_id = ${batch_id}::uuid
               where scan_id = any(${[seeded[1]?.scan_id, seeded[2]?.scan_id]}::uuid[])`.execute(db)
    const decision = { decision: { decision: 'escalated' } }
    const path = `/api/v2/scans/${seeded[0]?.scan_id}/review`
    assert.equal((await api.call('PUT', path, { token, body: decision })).status, 200)
    await sql`update scan_reviews set assigned_to = ${nora.userId} where scan_id = ${seeded[1]?.scan_id}::uuid`.execute(
      db,
    )

    const by = { user_id: nora.userId, email: nora.email }
    const shown = new Map((await rows()).map((row) => [row.scan_id, Object(row)]))
    const [first, second] = seeded.map(({ scan_id }) => shown.get(scan_id))
    assert.deepEqual([first.decision, first.reviewer, first.assigned_to], ['escalated', by, null])
    assert.deepEqual([second.decision, second.reviewer, second.assigned_to], [null, null, by])

    assert.deepEqual(await listed({ decision: 'escalated' }), [0])
    assert.deepEqual(await listed({ decision: 'undecided' }), [4, 1])
    assert.deepEqual(await listed({ decision: 'undecided, escalated', sort_by: 'risk_score' }), [0, 1, 4])
    assert.deepEqual(await listed({ decision: 'undecided', recommendation: 'review_low,no_flags' }), [4, 1])
    assert.deepEqual(await listed({ reviewer: nora.userId }), [0])
    assert.deepEqual(await listed({ reviewer: 'nobody' }), [])
    assert.deepEqual(await listed({ assigned: nora.userId }), [1])
    assert.deepEqual(await listed({ assigned: 'nobody' }), [4, 0])
    assert.deepEqual(await listed({ reason_code: 'escort_directory_link', q: 'creator-1' }), [1])
    assert.deepEqual(await listed({ reason_code: 'drug_sale' }), [])
    assert.deepEqual(await listed({ domain: 'WWW.directory.example' }), [4, 1, 0])
    assert.deepEqual(await listed({ domain: 'example' }), [])
    assert.deepEqual(await listed({ status: 'failed' }), [2])
    assert.deepEqual(await listed({ status: 'processing' }), [3])
    assert.deepEqual(await listed({ batch_id }), [2, 1])
    assert.deepEqual(await listed({ batch_id, status: 'failed' }), [2])
    assert.deepEqual(await listed({ batch_id, q: 'nothing' }), [])

    const useless: Query[] = [
      { decision: 'maybe' },
      { batch_id: 'x' },
      { reviewer: 'me' },
      { assigned: 'me' },
    ]
    for (const query of useless) assert.equal((await list(query)).status, 400, JSON.stringify(query))
    assert.equal((await list({ status: 'gone' })).status, 422)
    const mine = await api.call('GET', '/api/v2/org/scans?reviewer=me', { token })
    assert.deepEqual(
      rowsOf(field(mine, 'scans')).map((row) => row.scan_id),
      [seeded[0]?.scan_id],
    )
  })

  it('says how much of a profile was read; of older scans what the ban check found', async () => {
    const { rows } = await orgWith([
      { profile_state: 'read' },
      { profile_state: 'suspended', is_banned: true },
      { is_banned: true },
      { profile_state: 'unread', is_banned: null },
    ])
    assert.deepEqual(
      (await rows()).map(({ profile_state }) => profile_state),
      ['unread', 'gone', 'suspended', 'read'],
    )
  })

  it('shows null where a scan has no report and no end', async () => {
    const { rows } = await orgWith([{ status: 'failed' }, { status: 'processing' }])
    const [processing, failed] = await rows()
    for (const row of [processing, failed]) {
      assert.equal(row?.recommendation, null)
      assert.equal(row?.risk_score, null)
      assert.equal(row?.confidence, null)
    }
    assert.equal(processing?.status, 'processing')
    assert.equal(processing?.completed_at, null)
    assert.equal(failed?.status, 'failed')
    assert.equal(failed?.completed_at, '2026-03-01T10:00:00.000000+00:00')
  })

  it('shows null as the mode of a scan from before modes existed', async () => {
    const { rows, seeded, token } = await orgWith([{ scan_mode: null }])
    assert.equal((await rows())[0]?.scan_mode, null)
    const scan = await api.call('GET', `/api/v2/scans/${seeded[0]?.scan_id}`, { token })
    assert.ok(!('scan_mode' in Object(scan.json)))
  })

  it('is newest first', async () => {
    const { listed } = await orgWith([{}, {}, {}])
    assert.deepEqual(await listed(), [2, 1, 0])
  })

  it('has 20 rows unless another limit is asked for', async () => {
    const { rows, list } = await orgWith(Array.from({ length: 105 }, () => ({})))
    assert.equal((await rows()).length, 20)
    assert.equal((await rows({ limit: 1 })).length, 1)
    assert.equal((await rows({ limit: 100 })).length, 100)
    assert.equal((await list({ limit: 0 })).status, 422)
    assert.equal((await list({ limit: 101 })).status, 422)
  })

  it('says that there is no more when the page ends with the last row', async () => {
    const { list } = await orgWith([{}, {}, {}])
    const answer = await list({ limit: 3 })
    assert.equal(field(answer, 'has_more'), false)
    assert.equal(field(answer, 'next_cursor'), null)
  })

  it('shows a submission at once', async () => {
    const { rows, token } = await orgWith([])
    await api.call('POST', '/api/v2/scan/quick', { token, body: { profile_url: 'HTTPS://Ex.com/A' } })
    const [row] = await rows()
    assert.equal(row?.status, 'processing')
    assert.equal(row?.profile_url, 'HTTPS://Ex.com/A')
  })

  it('shows a batch in the order of submission', async () => {
    const { rows, token } = await orgWith([])
    const urls = Array.from({ length: 30 }, (_item, index) => `https://ex.com/${index}`)
    await api.call('POST', '/api/v2/batch/quick', { token, body: { profile_urls: urls } })
    const listed = await rows({ limit: 100, sort_order: 'asc' })
    assert.deepEqual(
      listed.map((row) => row.profile_url),
      urls,
    )
  })
})

describe('filters of the list', () => {
  it('recommendation: one, several, and only completed scans', async () => {
    const { listed } = await orgWith([
      { recommendation: 'no_flags' },
      { recommendation: 'review_low', risk_score: 20 },
      { recommendation: 'review_medium', risk_score: 50 },
      { recommendation: 'review_high', risk_score: 90 },
      { status: 'processing' },
      { status: 'failed' },
      { recommendation: 'review_high', risk_score: 80 },
    ])
    assert.deepEqual(await listed({ recommendation: 'no_flags' }), [0])
    assert.deepEqual(await listed({ recommendation: 'review_high' }), [6, 3])
    assert.deepEqual(await listed({ recommendation: 'review_low,review_high' }), [6, 3, 1])
    assert.deepEqual(await listed({ recommendation: ' review_low , , review_high,review_low' }), [6, 3, 1])
    assert.deepEqual(
      await listed({ recommendation: 'no_flags,review_low,review_medium,review_high' }),
      [6, 3, 2, 1, 0],
    )
    assert.deepEqual(await listed({ recommendation: '' }), [6, 5, 4, 3, 2, 1, 0])
  })

  it('recommendation: names each bad value as Python prints a list', async () => {
    const { list } = await orgWith([])
    for (const [value, printed] of [
      ['x', "['x']"],
      ['x,no_flags,y', "['x', 'y']"],
      ['NO_FLAGS', "['NO_FLAGS']"],
      ["it's", '["it\'s"]'],
      ['"', "['\"']"],
      ['\'"', "['\\'\"']"],
      ['a\\b', "['a\\\\b']"],
      ['a\nb', "['a\\nb']"],
      ['\u00e9', "['\u00e9']"],
      ['\u0007', "['\\x07']"],
      ['\u00a0x\u200b', "['x\\u200b']"],
    ] as const) {
      const answer = await list({ recommendation: value })
      assert.equal(answer.status, 400)
      assert.equal(detailOf(answer), `Invalid recommendation values: ${printed}`)
    }
  })

  it('scan_mode: deep also matches scans without a mode', async () => {
    const { listed, list } = await orgWith([
      { scan_mode: 'deep' },
      { scan_mode: 'quick' },
      { scan_mode: null },
    ])
    assert.deepEqual(await listed({ scan_mode: 'deep' }), [2, 0])
    assert.deepEqual(await listed({ scan_mode: 'quick' }), [1])
    assert.deepEqual(await listed(), [2, 1, 0])
    assert.equal((await list({ scan_mode: 'DEEP' })).status, 422)
  })

  it('from_date and to_date: both inclusive, days of UTC', async () => {
    const { listed } = await orgWith([
      { created_at: '2026-02-28T23:59:59.999999+00:00' },
      { created_at: '2026-03-01T00:00:00.000000+00:00' },
      { created_at: '2026-03-01T23:59:59.999999+00:00' },
      { created_at: '2026-03-02T00:00:00.000000+00:00' },
      { created_at: '2024-02-29T12:00:00.000000+00:00' },
    ])
    assert.deepEqual(await listed({ from_date: '2026-03-01' }), [3, 2, 1])
    assert.deepEqual(await listed({ to_date: '2026-03-01' }), [2, 1, 0, 4])
    assert.deepEqual(await listed({ from_date: '2026-03-01', to_date: '2026-03-01' }), [2, 1])
    assert.deepEqual(await listed({ from_date: '2024-02-29', to_date: '2024-02-29' }), [4])
    assert.deepEqual(await listed({ from_date: '2026-03-02', to_date: '2026-03-01' }), [])
    assert.deepEqual(await listed({ from_date: '0001-01-01', to_date: '9999-12-31' }), [3, 2, 1, 0, 4])
  })

  for (const name of ['from_date', 'to_date']) {
    it(`${name}: 400 for another form than YYYY-MM-DD`, async () => {
      const { list } = await orgWith([])
      for (const value of [
        '',
        '2026-3-01',
        '26-03-01',
        '2026/03/01',
        '2026-03-01T00:00:00',
        ' 2026-03-01',
        '2026-03-01\n',
        'yesterday',
        '\uff12026-03-01',
        '12026-03-01',
        '-2026-03-01',
      ]) {
        const answer = await list({ [name]: value })
        assert.equal(answer.status, 400, JSON.stringify(value))
        assert.equal(detailOf(answer), `${name} must be YYYY-MM-DD`)
      }
    })

    it(`${name}: 400 for a day that is not in the calendar`, async () => {
      const { list } = await orgWith([])
      for (const value of [
        '2026-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-01-00',
        '2026-04-31',
        '0000-01-01',
        '1900-02-29',
      ]) {
        const answer = await list({ [name]: value })
        assert.equal(answer.status, 400, value)
        assert.equal(detailOf(answer), `${name} is not a valid calendar date`)
      }
    })
  }

  describe('q', () => {
    it('finds a part of the URL or of the username, in any case', async () => {
      const { listed } = await orgWith([
        { profile_url: 'https://example.com/Alice' },
        { profile_url: 'https://example.com/bob', username: 'AliceInChains' },
        { profile_url: 'https://example.com/carol', username: 'Zo\u00cb' },
        { profile_url: 'https://example.com/dave' },
      ])
      assert.deepEqual(await listed({ q: 'alice' }), [1, 0])
      assert.deepEqual(await listed({ q: 'ALICE' }), [1, 0])
      assert.deepEqual(await listed({ q: 'le.com/d' }), [3])
      assert.deepEqual(await listed({ q: 'inchains' }), [1])
      assert.deepEqual(await listed({ q: 'a' }), [3, 2, 1, 0])
      assert.deepEqual(await listed({ q: 'nobody' }), [])
    })

    it('knows large and small letters of every alphabet', async () => {
      const { listed } = await orgWith([
        { profile_url: 'https://example.com/МИРА' },
        { profile_url: 'https://example.com/café', username: 'ΆΛΦΑ' },
        { profile_url: 'https://example.com/ÉTÉ', status: 'processing' },
        { profile_url: 'https://example.com/MIRAILI' },
      ])
      for (const q of ['МИРА', 'Мира', 'мир']) assert.deepEqual(await listed({ q }), [0], q)
      for (const q of ['CAFÉ', 'Café', 'άλφα']) assert.deepEqual(await listed({ q }), [1], q)
      for (const q of ['été', 'ÉTÉ']) assert.deepEqual(await listed({ q }), [2], q)
      for (const q of ['miraili', 'Miraili']) assert.deepEqual(await listed({ q }), [3], q)
    })

    it('takes every character as itself', async () => {
      const { listed } = await orgWith([
        { profile_url: 'https://example.com/100%25' },
        { profile_url: 'https://example.com/a_b' },
        { profile_url: 'https://example.com/axb' },
        { profile_url: 'https://example.com/a\\b' },
        { profile_url: "https://example.com/o'neil" },
      ])
      assert.deepEqual(await listed({ q: '%' }), [0])
      assert.deepEqual(await listed({ q: '0%2' }), [0])
      assert.deepEqual(await listed({ q: 'a_b' }), [1])
      assert.deepEqual(await listed({ q: '\\' }), [3])
      assert.deepEqual(await listed({ q: 'a\\b' }), [3])
      assert.deepEqual(await listed({ q: "o'n" }), [4])
      assert.deepEqual(await listed({ q: '\\%' }), [])
    })

    it('does not match over the end of the URL into the username', async () => {
      const { listed } = await orgWith([{ profile_url: 'https://example.com/ali', username: 'ce' }])
      assert.deepEqual(await listed({ q: 'alice' }), [])
      assert.deepEqual(await listed({ q: 'ali\nce' }), [])
    })

    it('ignores blanks around it and NUL, and nothing searched for is no filter', async () => {
      const { listed } = await orgWith([{ profile_url: 'https://example.com/alice' }, {}])
      assert.deepEqual(await listed({ q: '  alice ' }), [0])
      assert.deepEqual(await listed({ q: 'ali\u0000ce' }), [0])
      assert.deepEqual(await listed({ q: '   ' }), [1, 0])
      assert.deepEqual(await listed({ q: '\u0000' }), [1, 0])
    })

    it('of any length is answered', async () => {
      const { listed } = await orgWith([{}])
      assert.deepEqual(await listed({ q: 'x'.repeat(5000) }), [])
      assert.deepEqual(await listed({ q: '\u{1f600}'.repeat(300) }), [])
    })
  })

  it('hold together', async () => {
    const { listed } = await orgWith([
      { recommendation: 'review_high', risk_score: 90, profile_url: 'https://example.com/alice' },
      {
        recommendation: 'review_high',
        risk_score: 95,
        profile_url: 'https://example.com/alice',
        scan_mode: 'quick',
      },
      {
        recommendation: 'review_low',
        risk_score: 10,
        profile_url: 'https://example.com/alice',
        scan_mode: null,
      },
      {
        recommendation: 'review_high',
        risk_score: 70,
        profile_url: 'https://example.com/alice',
        scan_mode: null,
      },
      { recommendation: 'review_high', risk_score: 99, profile_url: 'https://example.com/bob' },
      {
        recommendation: 'review_high',
        risk_score: 99,
        profile_url: 'https://example.com/alice',
        created_at: '2026-04-01T00:00:00+00:00',
      },
    ])
    assert.deepEqual(
      await listed({
        recommendation: 'review_high,review_medium',
        scan_mode: 'deep',
        q: 'ALICE',
        from_date: '2026-03-01',
        to_date: '2026-03-31',
        sort_by: 'risk_score',
      }),
      [0, 3],
    )
  })
})

describe('orders of the list', () => {
  const scored = [
    { risk_score: 50, recommendation: 'review_medium' as const },
    { status: 'processing' as const },
    { risk_score: 90, recommendation: 'review_high' as const },
    { risk_score: 0 },
    { status: 'failed' as const },
    { risk_score: 50, recommendation: 'review_medium' as const },
    { risk_score: 100, recommendation: 'review_high' as const },
  ]

  it('created_at, both ways', async () => {
    const { listed } = await orgWith(scored)
    assert.deepEqual(await listed({ sort_by: 'created_at', sort_order: 'desc' }), [6, 5, 4, 3, 2, 1, 0])
    assert.deepEqual(await listed({ sort_by: 'created_at', sort_order: 'asc' }), [0, 1, 2, 3, 4, 5, 6])
    assert.deepEqual(await listed({ sort_order: 'asc' }), [0, 1, 2, 3, 4, 5, 6])
  })

  it('risk_score: scans without a score last when the highest is first', async () => {
    const { listed } = await orgWith(scored)
    assert.deepEqual(await listed({ sort_by: 'risk_score', sort_order: 'desc' }), [6, 2, 5, 0, 3, 4, 1])
    assert.deepEqual(await listed({ sort_by: 'risk_score' }), [6, 2, 5, 0, 3, 4, 1])
  })

  it('risk_score: scans without a score first when the lowest is first', async () => {
    const { listed } = await orgWith(scored)
    assert.deepEqual(await listed({ sort_by: 'risk_score', sort_order: 'asc' }), [1, 4, 3, 0, 5, 2, 6])
  })
})

describe('pages of the list', () => {
  const scans = Array.from({ length: 53 }, (_item, index) => ({
    // Many of one moment and one score, so that only the id tells them apart.
    created_at: `2026-03-01T10:00:0${index % 3}.00000${index % 2}+00:00`,
    ...(index % 4 === 0
      ? { status: 'processing' as const }
      : {
          risk_score: index % 5,
          recommendation: index % 2 ? ('review_low' as const) : ('no_flags' as const),
        }),
    scan_mode: ([null, 'deep', 'quick'] as const)[index % 3] ?? null,
    profile_url: `https://example.com/creator-${index}`,
  }))
  const queries: Query[] = [
    {},
    { sort_order: 'asc' },
    { sort_by: 'risk_score' },
    { sort_by: 'risk_score', sort_order: 'asc' },
    { recommendation: 'no_flags,review_low' },
    { recommendation: 'review_low', sort_by: 'risk_score' },
    { recommendation: 'no_flags,review_low', sort_by: 'risk_score', sort_order: 'asc' },
    { scan_mode: 'deep' },
    { scan_mode: 'quick', sort_by: 'risk_score' },
    { q: 'creator' },
    { q: 'creator-1', sort_by: 'risk_score', sort_order: 'asc' },
    { q: 'creator', recommendation: 'no_flags,review_low' },
    { from_date: '2026-03-01', to_date: '2026-03-01' },
  ]

  for (const query of queries) {
    it(`visit each row once, in the order of one long page: ${JSON.stringify(query)}`, async () => {
      const { rows, pages } = await orgWith(scans)
      const whole = await rows({ ...query, limit: 100 })
      assert.ok(whole.length > 7)
      const found = await pages({ ...query, limit: 7 })
      assert.deepEqual(found.flat(), whole)
      for (const page of found.slice(0, -1)) assert.equal(page.length, 7)
    })
  }

  for (const query of [queries[0], queries[2], queries[9], queries[4]]) {
    it(`visit each row once while newer ones arrive: ${JSON.stringify(query)}`, async () => {
      const { orgId, rows, pages } = await orgWith(scans)
      const whole = await rows({ ...query, limit: 100 })
      let hour = 10
      const found = await pages({ ...query, limit: 7 }, async () => {
        hour++
        await seedScans(
          api.opened.db,
          orgId,
          Array.from({ length: 5 }, () => ({
            created_at: `2026-03-02T${hour}:00:00+00:00`,
            profile_url: 'https://example.com/creator-new',
            recommendation: 'review_high' as const,
            risk_score: 99,
          })),
        )
      })
      assert.deepEqual(
        found.flat().map((row) => row.scan_id),
        whole.map((row) => row.scan_id),
      )
    })
  }

  it('keep their place when another limit is asked for', async () => {
    const { list, rows } = await orgWith(scans)
    const whole = await rows({ limit: 100 })
    const after = textField(await list({ limit: 5 }), 'next_cursor')
    const next = await rows({ limit: 10, after })
    assert.deepEqual(next, whole.slice(5, 15))
  })
})

describe('cursors', () => {
  const scans = Array.from({ length: 6 }, (_item, index) => ({
    risk_score: index,
    recommendation: 'no_flags' as const,
  }))
  const base = { limit: '2', sort_by: 'created_at', sort_order: 'desc' }

  const others: Query[] = [
    { sort_by: 'risk_score' },
    { sort_order: 'asc' },
    { recommendation: 'no_flags' },
    { scan_mode: 'deep' },
    { q: 'creator' },
    { from_date: '2026-01-01' },
    { to_date: '2026-12-31' },
  ]
  for (const other of others) {
    it(`of another query are refused: with ${JSON.stringify(other)}`, async () => {
      const { list } = await orgWith(scans)
      const cursor = textField(await list(base), 'next_cursor')
      await refused(list({ ...base, ...other, after: cursor }))
      const otherCursor = textField(await list({ ...base, ...other }), 'next_cursor')
      await refused(list({ ...base, after: otherCursor }))
      assert.equal((await list({ ...base, after: cursor })).status, 200)
    })
  }

  it('are the same query when it is written in other words', async () => {
    const { list } = await orgWith(scans)
    const cursor = textField(await list({ limit: 2 }), 'next_cursor')
    assert.equal((await list({ ...base, after: cursor })).status, 200)
    assert.equal((await list({ ...base, q: ' ', recommendation: ',', after: cursor })).status, 200)
  })

  it('that are garbage are refused', async () => {
    const { list } = await orgWith(scans)
    const cursor = textField(await list(base), 'next_cursor')
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const written = (change: object) =>
      Buffer.from(JSON.stringify({ ...parts, ...change })).toString('base64url')
    const [at, id, risk] = parts.k
    for (const after of [
      'x',
      '%',
      '\u0000',
      '\u{1f600}',
      'null',
      Buffer.from('null').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
      Buffer.from('[1,2,3]').toString('base64url'),
      cursor.slice(0, -4),
      `${cursor}${'A'.repeat(600)}`,
      'A'.repeat(600),
      written({ v: 2 }),
      written({ h: '' }),
      written({ h: 'f'.repeat(16) }),
      written({ k: [] }),
      written({ k: [at, id] }),
      written({ k: ['now', id, risk] }),
      written({ k: ['infinity', id, risk] }),
      written({ k: ['2026-02-31T00:00:00.000000+00:00', id, risk] }),
      written({ k: ['2026-02-01T24:00:00.000000+00:00', id, risk] }),
      written({ k: ['0000-01-01T00:00:00.000000+00:00', id, risk] }),
      written({ k: [at, 'not-a-uuid', risk] }),
      written({ k: [at, id, 101] }),
      written({ k: [at, id, -2] }),
      written({ k: [at, id, 1.5] }),
      written({ k: [at, id, '1'] }),
    ]) {
      await refused(list({ ...base, after }), after)
    }
  })

  it('go on behind a scan whose id has no version, as somebody may have written one by SQL', () => {
    const createdAt = '2026-02-01T10:00:00.000000+00:00'
    const position = { createdAt, scanId: 'd3b07384-d113-0dc6-0a7c-000000000001', risk: 7 }
    const filter = everyScan('org_x')
    assert.deepEqual(readCursor(writeCursor(position, filter), filter), position)
  })

  it('are asked for by an empty after like by none', async () => {
    const { rows } = await orgWith(scans)
    assert.deepEqual(await rows({ ...base, after: '' }), await rows(base))
  })

  async function refused(pending: ReturnType<TestApi['call']>, name = '') {
    const answer = await pending
    assert.equal(answer.status, 400, `${name} ${answer.text}`)
    assert.equal(answer.text, '{"detail":"Invalid cursor"}')
  }
})
