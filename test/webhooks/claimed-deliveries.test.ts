import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { newId } from '../../src/auth/ids.ts'
import { openDatabase, type Tx } from '../../src/db/database.ts'
import { changeClaims, claimDeliveries, takeBackLapsed } from '../../src/db/webhooks/delivery-claims.ts'
import { countQueue, moveOldJobs, queueAttempts } from '../../src/db/webhooks/waiting-attempts.ts'
import { type AttemptRow, insertDeliveries, recordAttempts } from '../../src/db/webhooks/webhooks.ts'
import { claimedDeliveries } from '../../src/jobs/claimed-deliveries.ts'
import { countJobs, startJobQueue } from '../../src/jobs/queue.ts'
import { overWith } from '../../src/webhooks/delivery-queue.ts'
import { hostKeyOf } from '../../src/webhooks/receiver-host.ts'
import { seeded } from '../support/seeded.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

const LANE = 'deliver-webhook'
const PER_HOST = 3
const NOBODY = new Map<string, number>()

describe('the queue of deliveries', () => {
  let api: TestApi
  let orgId: string
  let db: TestApi['opened']['db']
  before(async () => {
    api = await startApi()
    db = api.opened.db
    orgId = await api.makeOrg()
  })
  after(() => api.stop())
  beforeEach(async () => {
    await sql`delete from webhook_queue`.execute(db)
    await sql`delete from webhook_claims`.execute(db)
  })

  /** Due since `seconds` ago; below 0: not yet. */
  const wait = async (deliveryId: string, hostKey = deliveryId, seconds = 0) => {
    const waiting = { deliveryId, attempt: 1, trigger: 'scheduled', hostKey, lane: LANE } as const
    await queueAttempts(db, [{ ...waiting, afterSeconds: 0 }], 'nobody')
    await sql`update webhook_queue set due_at = now() - make_interval(secs => ${seconds}) where delivery_id = ${deliveryId}`.execute(
      db,
    )
  }
  const claim = (tx: Tx, limit: number, more: { closed?: string[]; running?: Map<string, number> } = {}) =>
    claimDeliveries(tx, {
      ...{ claimId: randomUUID(), workerId: 'mine', lane: LANE, limit, closed: [], running: NOBODY },
      ...{ perHost: PER_HOST, leaseSeconds: 60 },
      ...more,
    })
  const sourceOf = (workerId: string) => claimedDeliveries(db, { lane: LANE, workerId, perHost: PER_HOST })
  const queued = async () => {
    const { rows } = await sql<{ id: string; losses: number; due_in: number }>`
      select delivery_id as id, losses, extract(epoch from due_at - clock_timestamp())::float8 as due_in
        from webhook_queue order by delivery_id`.execute(db)
    return rows
  }
  const waiting = async () => (await queued()).map(({ id }) => id)
  const held = async () => {
    const { rows } = await sql<{ ids: string[] }>`
      select array(select unnest(delivery_ids) order by 1) as ids from webhook_claims order by lapses_at`.execute(
      db,
    )
    return rows.map(({ ids }) => ids)
  }
  const rowsRead = async (tx: Tx) => {
    const { rows } = await sql<{ rows: number }>`
      select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::integer as rows from pg_stat_xact_user_tables
       where relname = 'webhook_queue'`.execute(tx)
    return rows[0]?.rows ?? 0
  }
  const lapse = () => sql`update webhook_claims set lapses_at = now()`.execute(db)
  const makeDelivery = async () => {
    const [deliveryId, webhookId, url] = [newId('dlv'), newId('msg'), 'https://a.example/in']
    const event = { eventType: 'scan.completed', body: '{"a":1}', afterSeconds: 0 }
    await insertDeliveries(db, [{ deliveryId, webhookId, orgId, scanId: null, url, ...event }])
    await wait(deliveryId, hostKeyOf(url))
    return deliveryId
  }

  it('gives attempts with what they are to send, and nothing to send where the delivery is gone', async () => {
    const deliveryId = await makeDelivery()
    await wait('dlv_gone')
    const claimed = await claim(db, 10)
    const found = claimed.find((each) => each.deliveryId === deliveryId)
    const { delivery, claimId, attempt, trigger, losses } = found ?? {}
    assert.deepEqual([attempt, trigger, losses], [1, 'scheduled', 0])
    assert.deepEqual(
      [delivery?.delivery_id, delivery?.body, delivery?.status, delivery?.is_disabled, delivery?.is_held],
      [deliveryId, '{"a":1}', 'pending', false, false],
    )
    assert.ok(Math.abs((delivery?.read_at ?? 0) - Date.now()) < 60_000)
    const { rows } = await sql<{ secrets: string }>`
      select string_agg(secret_encrypted, ' ') as secrets from webhook_secrets where org_id = ${orgId}`.execute(
      db,
    )
    assert.ok(rows[0]?.secrets)
    assert.equal(delivery?.secrets, rows[0]?.secrets)
    assert.equal(claimed.find((each) => each.deliveryId === 'dlv_gone')?.delivery, null)
    assert.deepEqual(await held(), [['dlv_gone', deliveryId].sort()])
    assert.ok(claimed.every((each) => each.claimId === claimId))
  })

  it('gives none without its delivery that is committed while it is taken', async () => {
    const count = 400
    const claimed: boolean[] = []
    let isOver = false
    const take = async () => {
      while (!isOver) for (const { delivery } of await claim(db, 10)) claimed.push(delivery !== null)
    }
    const taking = [take(), take(), take()]
    const add = async (n: number) => {
      const [deliveryId, url] = [newId('dlv'), `https://${n}.example/in`]
      const event = { webhookId: newId('msg'), eventType: 'scan.completed', body: '{}', afterSeconds: 0 }
      const waiting = { deliveryId, attempt: 1, trigger: 'scheduled', hostKey: url, lane: LANE } as const
      await db.transaction().execute(async (tx) => {
        await insertDeliveries(tx, [{ deliveryId, orgId, scanId: null, url, ...event }])
        await queueAttempts(tx, [{ ...waiting, afterSeconds: 0 }], 'nobody')
      })
    }
    for (let n = 0; n < count; n++) await add(n)
    isOver = true
    await Promise.all(taking)
    for (const { delivery } of await claim(db, count)) claimed.push(delivery !== null)
    assert.equal(claimed.length, count)
    assert.equal(claimed.filter((isThere) => !isThere).length, 0)
  })

  it('gives each to one worker, whoever is first', async () => {
    for (let n = 0; n < 9; n++) await wait(`${n}`)
    const claimed = (await Promise.all(Array.from({ length: 3 }, () => claim(db, 4)))).flat()
    assert.equal(claimed.length, 9)
    assert.equal(new Set(claimed.map(({ deliveryId }) => deliveryId)).size, 9)
    assert.deepEqual(await claim(db, 4), [])
    assert.equal((await held()).length, 3, 'who took nothing holds nothing')
  })

  it('gives those due longest, of no host more than may run, whoever runs them, and nothing of closed ones', async () => {
    const random = seeded(7)
    const some = (most: number) => Math.floor(random() * most)
    for (let round = 0; round < 30; round++) {
      await sql`delete from webhook_queue`.execute(db)
      await sql`delete from webhook_claims`.execute(db)
      const others = Array.from({ length: some(8) }, (_, n) => ({ id: `o${n}`, host: `${some(5)}` }))
      for (const { id, host } of others) await wait(id, host)
      const elsewhere = await claimDeliveries(db, {
        ...{ claimId: randomUUID(), workerId: 'theirs', lane: LANE, limit: 99, closed: [], running: NOBODY },
        ...{ perHost: 99, leaseSeconds: 60 },
      })
      assert.equal(elsewhere.length, others.length)
      const running = new Map([0, 1, 2, 3, 4].map((n) => [`${n}`, some(3)]))
      const closed = [0, 1, 2, 3, 4].map(String).filter(() => some(4) === 0)
      const all = Array.from({ length: some(30) }, (_, n) => {
        return { id: `${n}`.padStart(3, '0'), host: `${some(5)}`, since: some(1000) - 100 + n / 100 }
      })
      for (const { id, host, since } of all) await wait(id, host, since)
      const limit = 1 + some(12)
      const taken = await claim(db, limit, { closed, running })

      const under = new Map(running)
      for (const { host } of others) under.set(host, (under.get(host) ?? 0) + 1)
      const due = all
        .filter(
          ({ host, since }) => since >= 0 && !closed.includes(host) && (under.get(host) ?? 0) < PER_HOST,
        )
        .sort((one, other) => other.since - one.since)
        .slice(0, limit)
      const expected = due.filter(({ host }) => {
        under.set(host, (under.get(host) ?? 0) + 1)
        return (under.get(host) ?? 0) <= PER_HOST
      })
      assert.deepEqual(
        taken.map(({ deliveryId }) => deliveryId),
        expected.map(({ id }) => id),
        `round ${round}`,
      )
    }
  })

  it('passes nobody: what is due first to hosts that are shut or full is not walked over', async () => {
    const [many, lane] = [4000, LANE]
    const fill = () =>
      sql`
      insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at)
      select h || n::text, 1, 'scheduled', h, ${lane}, now() - make_interval(secs => 9000 - n)
        from unnest(array['shut', 'full']) h cross join generate_series(1, ${many}::integer) n`.execute(db)
    // What autovacuum finds between two rushes: three of one host, and indexes as large as before. By that, one that has them by time is the cheaper.
    await fill()
    await sql`delete from webhook_queue`.execute(db)
    for (let n = 0; n < 3; n++) await wait(`few${n}`, 'few')
    await sql`vacuum analyze webhook_queue`.execute(db)
    await sql`delete from webhook_queue`.execute(db)
    await fill()
    for (let n = 0; n < 9; n++) await wait(`o${n}`, `${n % 2}`, 100 - n)
    await wait('later', 'x', -100)
    const { taken, read } = await db.transaction().execute(async (tx) => {
      const before = await rowsRead(tx)
      const taken = await claim(tx, 8, { closed: ['shut'], running: new Map([['full', PER_HOST]]) })
      return { taken: taken.map(({ deliveryId }) => deliveryId), read: (await rowsRead(tx)) - before }
    })
    assert.ok(read < 400, `${read} of ${2 * many} rows were read`)
    // Of each of the two as many as may run, the oldest first.
    assert.deepEqual(taken, ['o0', 'o1', 'o2', 'o3', 'o4', 'o5'])
    const both = await Promise.all(['shut', 'full'].map((closed) => claim(db, 2, { closed: [closed] })))
    assert.deepEqual(
      both.map((each) => each.map(({ deliveryId }) => deliveryId)),
      [
        ['full1', 'full2'],
        ['shut1', 'shut2'],
      ],
    )
  })

  it('gives others to whoever is second where most of what is due is of hosts that are shut', async () => {
    await sql`
      insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at)
      select n::text, 1, 'scheduled', 'shut', ${LANE}, now() - make_interval(secs => 9000 - n) from generate_series(1, 2000) n`.execute(
      db,
    )
    for (let n = 0; n < 9; n++) await wait(`o${n}`, `${n}`, 100 - n)
    const order = { closed: ['shut'] }
    const [first, second] = await db.transaction().execute(async (tx) => {
      const first = await claim(tx, 3, order)
      return [first, await claim(db, 3, order)]
    })
    assert.deepEqual(
      [first, second].map((each) => each?.map(({ deliveryId }) => deliveryId)),
      [
        ['o0', 'o1', 'o2'],
        ['o3', 'o4', 'o5'],
      ],
    )
  })

  it('forgets a claim by the commit that writes down the last of its attempts', async () => {
    const ids = [await makeDelivery(), await makeDelivery()]
    const [first, second] = await sourceOf('mine').fetch(10, [], NOBODY)
    if (!first || !second) throw new Error('two were queued')
    assert.deepEqual(overWith([first]), [])
    assert.deepEqual(overWith([first, first]), [])
    assert.deepEqual(overWith([second, first]), [first.claim])
    first.claim.running.delete(first.job)
    assert.deepEqual(overWith([second]), [first.claim])
    await undone((tx) => recordAttempts(tx, ids.map(attemptOf), [first.claim.claimId]))
    assert.equal((await held()).length, 1)
    await recordAttempts(db, ids.map(attemptOf), [first.claim.claimId])
    assert.deepEqual(await held(), [])
  })

  it('has again what a dead worker left, at once, and what costs one worker after the other later and later', async () => {
    for (const id of ['a', 'b', 'c']) await wait(id)
    const source = sourceOf('dies')
    const [one] = await source.fetch(10, [], NOBODY)
    if (!one) throw new Error('three were queued')
    await source.complete([one])
    await pause(300)
    // What has ended is not made again.
    await source.renew()
    assert.deepEqual(await held(), [['a', 'b', 'c'].filter((id) => id !== one.job.deliveryId)])
    assert.equal(await takeBackLapsed(db), 0, 'it lives')
    await lapse()
    assert.deepEqual(
      (await Promise.all([takeBackLapsed(db), takeBackLapsed(db)])).toSorted(),
      [0, 2],
      'one of those who look puts it back',
    )
    assert.deepEqual(await held(), [])
    assert.ok((await queued()).every(({ losses, due_in }) => losses === 1 && due_in <= 0))
    const waits: number[] = []
    for (let lost = 1; lost < 12; lost++) {
      await sql`update webhook_queue set due_at = now()`.execute(db)
      await claim(db, 10)
      await lapse()
      await takeBackLapsed(db)
      waits.push(Math.round((await queued())[0]?.due_in ?? 0))
    }
    assert.deepEqual(waits, [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
  })

  it('has what a worker gives back in its place, and what it could not write down after a moment', async () => {
    for (const [n, id] of ['a', 'b', 'c', 'd'].entries()) await wait(id, id, 100 - n)
    const source = sourceOf('mine')
    const [a, b, c, d] = await source.fetch(10, [], NOBODY)
    if (!a || !b || !c || !d) throw new Error('four were queued')
    await source.giveBack([a, b])
    assert.deepEqual(await held(), [['c', 'd']])
    await source.fail([c])
    assert.deepEqual(await held(), [['d']])
    const [first, second, third] = await queued()
    assert.deepEqual([first?.losses, second?.losses, third?.losses], [0, 0, 1])
    assert.ok(third && third.due_in > 0 && third.due_in <= 1)
    const again = await source.fetch(10, [], NOBODY)
    assert.deepEqual(
      again.map(({ job }) => job.deliveryId),
      ['a', 'b'],
    )
    await source.complete([d, ...again])
    assert.deepEqual(await held(), [])
    assert.deepEqual(await waiting(), ['c'])
  })

  it('keeps a claim until what goes back of it is there, whatever else of it ends meanwhile', async () => {
    for (const id of ['a', 'b']) await wait(id)
    const source = sourceOf('mine')
    const [a, b] = await source.fetch(10, [], NOBODY)
    if (!a || !b) throw new Error('two were queued')
    const back = source.giveBack([b])
    assert.deepEqual(overWith([a]), [], 'the statement that writes down the other does not end it')
    const completed = source.complete([a])
    await Promise.all([back, completed])
    assert.deepEqual(await waiting(), [b.job.deliveryId])
    assert.deepEqual(await held(), [])
  })

  it('loses nothing and gives nothing twice, whatever ends, goes back and is renewed at once', async () => {
    const random = seeded(11)
    const all = Array.from({ length: 80 }, (_, n) => `${n}`)
    for (const id of all) await wait(id)
    const ended: string[] = []
    const worker = async (source: ReturnType<typeof sourceOf>) => {
      for (let turn = 0; turn < 200 && ended.length < all.length; turn++) {
        const taken = await source.fetch(1 + Math.floor(random() * 12), [], NOBODY)
        const parts = Map.groupBy(taken, () => Math.floor(random() * 4))
        ended.push(...[...(parts.get(0) ?? []), ...(parts.get(1) ?? [])].map(({ job }) => job.deliveryId))
        await Promise.all([
          source.giveBack(parts.get(2) ?? []),
          source.complete(parts.get(0) ?? []),
          source.fail(parts.get(3) ?? []),
          source.renew(),
          source.complete(parts.get(1) ?? []),
        ])
        await sql`update webhook_queue set due_at = now() where due_at > now()`.execute(db)
      }
    }
    await Promise.all(['one', 'other', 'third'].map((id) => worker(sourceOf(id))))
    assert.deepEqual(ended.toSorted(), all.toSorted())
    assert.deepEqual(await waiting(), [])
    assert.deepEqual(await held(), [])
  })

  it('leaves with others what they have taken back', async () => {
    for (const id of ['a', 'b']) await wait(id)
    const source = sourceOf('froze')
    const [one, other] = await source.fetch(10, [], NOBODY)
    if (!one || !other) throw new Error('two were queued')
    await lapse()
    await takeBackLapsed(db)
    await claim(db, 10)
    await source.giveBack([one])
    await source.fail([other])
    assert.deepEqual(await waiting(), [])
    assert.deepEqual(await held(), [['a', 'b']])
  })

  it('lets a claim lapse that could not be told what is put back', async () => {
    for (const id of ['a', 'b']) await wait(id)
    const other = openDatabase(api.databaseUrl)
    const source = claimedDeliveries(other.db, { lane: LANE, workerId: 'mine', perHost: PER_HOST })
    const [one] = await source.fetch(10, [], NOBODY)
    await other.close()
    if (!one) throw new Error('two were queued')
    await assert.rejects(async () => source.giveBack([one]))
    await pause(300)
    await source.renew()
    assert.deepEqual(await waiting(), [])
    assert.deepEqual(await held(), [['a', 'b']], 'both are named by what lapses')
  })

  it('is renewed while its worker lives, and says what of it still runs', async () => {
    for (const id of ['a', 'b', 'c']) await wait(id)
    const source = sourceOf('mine')
    const [one] = await source.fetch(10, [], NOBODY)
    if (!one) throw new Error('three were queued')
    await source.renew()
    assert.equal((await held())[0]?.length, 3)
    await source.complete([one])
    await lapse()
    await pause(300)
    await source.renew()
    assert.equal((await held())[0]?.length, 2)
    assert.equal(await takeBackLapsed(db), 0)
  })

  it('is counted by what waits and what is under way', async () => {
    for (const id of ['a', 'b', 'c']) await wait(id)
    await claim(db, 2)
    assert.deepEqual(
      (await countQueue(db)).toSorted((one, other) => one.state.localeCompare(other.state)),
      [
        { lane: LANE, state: 'active', attempts: 2 },
        { lane: LANE, state: 'created', attempts: 1 },
      ],
    )
    const counted = (await countJobs(db)).filter(({ queue }) => queue === LANE)
    assert.deepEqual(
      new Set(counted.map(({ state, jobs }) => `${state} ${jobs}`)),
      new Set(['active 2', 'created 1']),
    )
  })

  it('takes over what processes of before queue, and not what they have taken', async () => {
    const library = await startJobQueue({ url: api.opened.url, log: pino({ level: 'silent' }), work: true })
    await library.every('look-around', '0 0 1 1 *', async () => {})
    await library.stop()
    const add = (id: string, state: string, seconds = 0) =>
      sql`
      insert into pgboss.job (name, data, group_id, state, start_after)
      values (${LANE}, ${JSON.stringify({ deliveryId: id, attempt: 2, trigger: 'manual' })}, 'host', ${state}::text::pgboss.job_state,
              now() + make_interval(secs => ${seconds}))`.execute(db)
    await add('waits', 'created')
    await add('later', 'created', 600)
    await add('lost', 'retry')
    await add('taken', 'active')
    await sql`insert into pgboss.job (name, data) values ('look-around', '{}')`.execute(db)
    const moved = await Promise.all([moveOldJobs(db), moveOldJobs(db)])
    assert.deepEqual(moved.toSorted(), [0, 3])
    const { rows: left } = await sql<{
      id: string | null
    }>`select data ->> 'deliveryId' as id from pgboss.job where name in (${LANE}, 'look-around')`.execute(db)
    assert.deepEqual(left.map(({ id }) => id).toSorted(), ['taken', null].toSorted())
    assert.deepEqual(await waiting(), ['later', 'lost', 'waits'])
    assert.ok(((await queued()).find(({ id }) => id === 'later')?.due_in ?? 0) > 500)
    const [one] = await claim(db, 1)
    assert.deepEqual([one?.attempt, one?.trigger, one?.hostKey], [2, 'manual', 'host'])
  })

  it('is walked by its indexes, however little was there when a connection began', async () => {
    const one = openDatabase(api.databaseUrl, { max: 1 })
    try {
      await sql`vacuum analyze webhook_queue`.execute(db)
      await sql`vacuum analyze webhook_claims`.execute(db)
      for (let nth = 0; nth < 10; nth++) await claim(one.db, 5)
      await sql`
        insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at)
        select n::text, 1, 'scheduled', n::text, ${LANE}, now() - make_interval(secs => n) from generate_series(1, 3000) n`.execute(
        db,
      )
      const read = await one.db.transaction().execute(async (tx) => {
        assert.equal((await claim(tx, 5)).length, 5)
        const { rows } = await sql<{ rows: number }>`
          select coalesce(sum(seq_tup_read), 0)::integer as rows from pg_stat_xact_user_tables
           where relname in ('webhook_queue', 'webhook_claims')`.execute(tx)
        return rows
      })
      assert.deepEqual(read, [{ rows: 0 }])
    } finally {
      await one.close()
    }
  })

  it('puts nothing back of a claim that is not there', async () => {
    await wait('a')
    const [one] = await claim(db, 1)
    if (!one) throw new Error('one was queued')
    await sql`delete from webhook_claims`.execute(db)
    await changeClaims(db, { running: [], over: [one.claimId], back: [{ ...one, afterSeconds: 0 }] }, 60)
    assert.deepEqual(await waiting(), [])
  })

  const attemptOf = (deliveryId: string): AttemptRow => ({
    ...{ deliveryId, orgId, url: 'https://a.example/in', scanId: null, attempt: 1, trigger: 'scheduled' },
    ...{ startedAt: new Date(), durationMs: 1, statusCode: 204, error: null, detail: null },
    ...{ responseBody: null, remoteIp: null, requestHeaders: {}, responseHeaders: null, status: 'delivered' },
    ...{ reason: null, nextInSeconds: null, health: 'well', disableReason: null },
  })

  async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = await db.startTransaction().execute()
    try {
      return await work(tx)
    } finally {
      await tx.rollback().execute()
    }
  }
})
