import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  createSingles,
  type Granted,
  type SingleSubmission,
  submitScans,
} from '../../src/db/scans/submissions.ts'
import { NotFound } from '../../src/errors.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

describe('single submissions that arrive together', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  const single = (orgId: string, name: string, more: Partial<SingleSubmission> = {}): SingleSubmission => ({
    orgId,
    scanMode: 'quick',
    callbackUrl: null,
    metadata: '{}',
    profile: { url: `https://ex.com/${name}`, target: `https://ex.com/${name}` },
    ...more,
  })
  /** Asked in one turn, so sent as one statement. */
  const submitAll = (all: SingleSubmission[]) => {
    const submit = createSingles(api.opened.db)
    return Promise.allSettled(all.map(submit))
  }
  const grantedOf = (settled: PromiseSettledResult<Granted>[]) =>
    settled.map((each) => (each.status === 'fulfilled' ? each.value : assert.fail(String(each.reason))))
  const stored = async (orgId: string) => {
    const { rows } = await sql<{ scan_id: string; profile_url: string; callback_url: string; trace: string }>`
      select scan_id, profile_url, callback_url, metadata::text, scan_mode, trace, batch_id
        from scans where org_id = ${orgId} order by created_at`.execute(api.opened.db)
    return rows
  }

  it('have ids that begin with the time, as those of a batch have', async () => {
    const orgId = await api.makeOrg()
    const before = Date.now()
    const singles = grantedOf(await submitAll(['a', 'b', 'c'].map((name) => single(orgId, name))))
    await submitScans(api.opened.db, {
      orgId,
      batchId: randomUUID(),
      scanMode: 'deep',
      callbackUrl: null,
      metadata: '{}',
      profiles: Array.from({ length: 500 }, (_, n) => ({
        url: `https://ex.com/${n}`,
        target: `https://ex.com/${n}`,
      })),
    })
    const after = Date.now()
    const ids = (await stored(orgId)).map(({ scan_id }) => scan_id)
    assert.equal(new Set(ids).size, 503)
    for (const id of [...singles.map(({ scan_id }) => scan_id ?? ''), ...ids]) {
      // 48 bits of milliseconds, version 4, variant 10.
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
      assert.ok(made >= before && made <= after, `${before} ${made} ${after}`)
    }
  })

  it('each become what was submitted, in their order, by one commit', async () => {
    const [one, other] = [await api.makeOrg(), await api.makeOrg()]
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const granted = grantedOf(
      await submitAll([
        single(one, 'a', { metadata: '{"a": 1.0, "a": "ü\\u0041"}', trace }),
        single(other, 'b', { callbackUrl: 'https://hooks.example/b' }),
        single(one, 'c', { scanMode: 'deep' }),
      ]),
    )
    const [a, c] = await stored(one)
    const [b] = await stored(other)
    assert.deepEqual(
      granted.map(({ scan_id }) => scan_id),
      [a?.scan_id, b?.scan_id, c?.scan_id],
    )
    assert.deepEqual(
      { ...a, scan_id: null },
      {
        scan_id: null,
        profile_url: 'https://ex.com/a',
        callback_url: null,
        metadata: '{"a": 1.0, "a": "ü\\u0041"}',
        scan_mode: 'quick',
        trace,
        batch_id: null,
      },
    )
    assert.equal(b?.callback_url, 'https://hooks.example/b')
    const { rows } = await sql<{ commits: number }>`
      select count(distinct xmin::text) as commits from scans where org_id in (${one}, ${other})`.execute(
      api.opened.db,
    )
    assert.equal(Number(rows[0]?.commits), 1)
  })

  it('are told when each was submitted: as it is stored, to the microsecond, in their order', async () => {
    const [one, other] = [await api.makeOrg(), await api.makeOrg()]
    const all = Array.from({ length: 40 }, (_, i) => single(i % 3 === 0 ? other : one, `t${i}`))
    const granted = grantedOf(await submitAll(all))
    const { rows } = await sql<{ scan_id: string; created_at: string }>`
      select scan_id, created_at from scans where org_id in (${one}, ${other}) order by created_at`.execute(
      api.opened.db,
    )
    assert.deepEqual(
      granted.map(({ scan_id, submitted_at }) => ({ scan_id, created_at: submitted_at })),
      rows,
    )
  })

  it('of processes of the version before are counted with them', async () => {
    const orgId = await api.makeOrg(3)
    await submitAll([single(orgId, 'new')])
    const { rows } = await sql<{ granted: number; used: number }>`
      select granted, used
        from submit_singles(array_fill(${orgId}::text, array[3]), array['quick', 'deep', 'quick'], array[null, null, null]::text[],
          array['{}', '{}', '{}'], array['https://ex.com/a', 'https://ex.com/b', 'https://ex.com/c'],
          array['https://ex.com/a', 'https://ex.com/b', 'https://ex.com/c'], array[null, null, null]::text[], false)
        order by place`.execute(api.opened.db)
    assert.deepEqual(
      rows.map(({ granted, used }) => [granted, used]),
      [
        [1, 1],
        [1, 2],
        [0, 3],
      ],
    )
    const [last] = grantedOf(await submitAll([single(orgId, 'new again')]))
    assert.deepEqual([last?.granted, last?.used], [0, 3])
  })

  it('are counted to the last, each organization by its own limit', async () => {
    const [few, none, free] = [await api.makeOrg(3), await api.makeOrg(0), await api.makeOrg()]
    const all = Array.from({ length: 15 }, (_, i) => single([few, none, free][i % 3] ?? '', `${i}`))
    const granted = grantedOf(await submitAll(all))
    const of = (org: string) => granted.filter((_, i) => all[i]?.orgId === org)
    assert.deepEqual(
      of(few).map((each) => [each.granted, each.daily_limit, each.used, each.scan_id === null]),
      [
        [1, 3, 0, false],
        [1, 3, 1, false],
        [1, 3, 2, false],
        [0, 3, 3, true],
        [0, 3, 3, true],
      ],
    )
    assert.deepEqual(
      of(none).map((each) => [each.granted, each.used]),
      Array.from({ length: 5 }, () => [0, 0]),
    )
    assert.deepEqual(
      of(free).map((each) => [each.granted, each.daily_limit]),
      Array.from({ length: 5 }, () => [1, null]),
    )
    const { rows } = await sql<{ dropped: number }>`
      select total_scans_dropped as dropped from org_settings where org_id in (${few}, ${none}) order by 1`.execute(
      api.opened.db,
    )
    assert.deepEqual(
      rows.map(({ dropped }) => Number(dropped)),
      [2, 5],
    )
    assert.deepEqual(
      [(await stored(few)).length, (await stored(none)).length, (await stored(free)).length],
      [3, 0, 5],
    )
  })

  it('have errors of their own: what is wrong with one harms none of the others', async () => {
    const org = await api.makeOrg()
    const settled = await submitAll([
      single(org, 'first'),
      single('org_that_is_none', 'second'),
      single(org, 'third', { metadata: '{"cut' }),
      single(org, 'fourth'),
    ])
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.ok(settled[1]?.status === 'rejected' && settled[1].reason instanceof NotFound)
    assert.deepEqual(
      (await stored(org)).map(({ profile_url }) => profile_url),
      ['https://ex.com/first', 'https://ex.com/fourth'],
    )
  })

  it('wait for whoever holds their organization’s day, as a batch does, and nobody else waits with them', async () => {
    const { db } = api.opened
    const [held, other] = [await api.makeOrg(3), await api.makeOrg(3)]
    grantedOf(await submitAll([single(held, 'first'), single(other, 'first')]))
    const submit = createSingles(db)
    const [holds, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.transaction().execute(async (tx) => {
      await sql`select from org_daily_usage where org_id = ${held} for update`.execute(tx)
      holds.resolve()
      await isOver.promise
    })
    await holds.promise
    const waiting = ['second', 'third', 'fourth'].map((name) => submit(single(held, name)))
    const beside = await Promise.all([submit(single(other, 'second')), submit(single(other, 'third'))])
    const later = submit(single(held, 'fifth'))
    assert.deepEqual(
      beside.map(({ granted, used }) => [granted, used]),
      [
        [1, 1],
        [1, 2],
      ],
    )
    assert.equal((await stored(held)).length, 1)
    isOver.resolve()
    await holding
    assert.deepEqual(
      (await Promise.all([...waiting, later])).map(({ granted, used }) => [granted, used]),
      [
        [1, 1],
        [1, 2],
        [0, 3],
        [0, 3],
      ],
    )
    assert.deepEqual(
      (await stored(held)).map(({ profile_url }) => profile_url),
      ['first', 'second', 'third'].map((name) => `https://ex.com/${name}`),
    )
  })

  it('never get in each other’s way, whichever organizations meet in them', async () => {
    const orgs = await Promise.all(Array.from({ length: 6 }, () => api.makeOrg(40)))
    const senders = Array.from({ length: 4 }, () => createSingles(api.opened.db))
    const asked = Array.from({ length: 480 }, (_, i) => {
      const orgId = orgs[(i * 7 + Math.floor(i / 11)) % 6] ?? ''
      return senders[i % 4]?.(single(orgId, `${i}`))
    })
    await Promise.all(asked)
    for (const org of orgs) assert.equal((await stored(org)).length, 40)
  })
})
