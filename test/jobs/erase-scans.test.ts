import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { SERVICE } from '../../src/db/people/acts.ts'
import { addComment } from '../../src/db/reviews/comments.ts'
import { addToReviewLog, lockReview, setDecision } from '../../src/db/reviews/reviews.ts'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import { eraseScans } from '../../src/jobs/erase-scans.ts'
import { expireScans } from '../../src/jobs/expire-scans.ts'
import {
  allEnded,
  type Proc,
  type Receiver,
  rows,
  type Service,
  startReceiver,
  startService,
  startWeb,
  until,
  type Web,
} from './service.ts'

const decompress = promisify(zstdDecompress)

describe('scans that are deleted', () => {
  let service: Service
  let web: Web
  let worker: Proc
  let receiver: Receiver
  let orgId: string
  /** Requests of the receiver that are kept waiting, by path. */
  const waiting = new Map<string, ServerResponse>()
  before(async () => {
    ;[service, web, receiver] = await Promise.all([
      startService({ TOSCAN_PAGE_REUSE_SECONDS: '600' }),
      startWeb(),
      startReceiver(({ path, body }, response) => {
        if (path.startsWith('/slow')) waiting.set(path, response)
        else if (path.startsWith('/later')) response.writeHead(503, { 'retry-after': '3600' }).end()
        else response.writeHead(path.startsWith('/refuse') ? 500 : 200).end(body)
      }),
    ])
    worker = await service.worker()
    orgId = (await service.org()).orgId
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), receiver?.close()])
  })

  const ctx = () => ({
    db: service.opened.db,
    evidence: createFolderStore(join(service.dataDir, 'evidence')),
  })
  const erase = (erasable: Parameters<typeof eraseScans>[1]['erasable'], org: string | null = orgId) =>
    eraseScans(ctx(), { orgId: org, erasable, by: SERVICE })
  const statusOf = async (scanId: string) =>
    (await rows<{ status: string }>(service, 'select status from scans where scan_id = $1', [scanId]))[0]
      ?.status
  const scan = (path: string, options: Parameters<Service['submit']>[2] = {}, org = orgId) =>
    service.submit(org, [`${web.origin}${path}`], { single: true, ...options })

  /** Tables and files that hold a word, wherever. */
  async function placesOf(word: string): Promise<string[]> {
    const places: string[] = []
    const tables = await rows<{ name: string }>(
      service,
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    assert.ok(tables.length > 30)
    for (const { name } of tables) {
      const [found] = await rows<{ count: number }>(
        service,
        `select count(*) as count from ${name} t where t::text ilike '%' || $1 || '%'`,
        [word],
      )
      if (Number(found?.count) > 0) places.push(name)
    }
    const folder = join(service.dataDir, 'evidence')
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const packed = await readFile(join(entry.parentPath, entry.name))
      const bytes = entry.name.endsWith('.zst') ? await decompress(packed) : packed
      if (bytes.toString().toLowerCase().includes(word)) places.push('a file')
    }
    return places.sort()
  }

  it('leave no word in any table or file, and counters as they were', async () => {
    const word = 'zyxomantha'
    const scanId = await scan(`/${word}`, {
      callback: `${receiver.url}/refuse`,
      mode: 'deep',
      metadata: `{"of":"${word}"}`,
    })
    await scan('/somebody-else')
    await allEnded(service, orgId)
    assert.equal(await statusOf(scanId), 'completed')
    const attempts = () =>
      rows(service, 'select from webhook_attempts where response_body like $1', [`%${word}%`])
    await until(async () => (await attempts()).length > 0)
    await service.opened.db.transaction().execute(async (tx) => {
      const by = { userId: '', email: 'reviewer@example.org' }
      await lockReview(tx, orgId, scanId)
      const entry = {
        what: 'decision',
        code: null,
        from: null,
        to: 'cleared',
        reason: null,
        note: word,
      } as const
      await setDecision(
        tx,
        scanId,
        { decision: 'cleared', reason: null, note: word },
        { ...by, userId: await anyUser() },
      )
      await addToReviewLog(tx, { orgId, scanId }, entry, {
        ...by,
        userId: await anyUser(),
        actor: SERVICE,
        mayReviewMinors: true,
        signInId: null,
      })
      const mentioned = [await anyUser()]
      await addComment(tx, { orgId, scanId, body: word, mentioned }, { ...by, userId: await anyUser() })
    })
    const counters = () =>
      rows(
        service,
        'select scans_completed(org_id) as total_scans_completed, total_scans_dropped from org_settings where org_id = $1',
        [orgId],
      )
    const before = await counters()
    const places = await placesOf(word)
    for (const place of [
      'scans',
      'scan_steps',
      'captures',
      'recent_pages',
      'webhook_deliveries',
      'webhook_attempts',
      'scan_reviews',
      'review_log',
      'scan_comments',
    ])
      assert.ok(places.includes(`public.${place}`), `${place}: ${places}`)
    assert.ok(places.includes('a file'))

    assert.equal((await erase({ what: 'scan', scanId })).scans, 1)
    assert.deepEqual(await placesOf(word), [])
    assert.deepEqual(await counters(), before)
    assert.ok((await placesOf('somebody-else')).includes('public.captures'))
    const [note] = await rows<Record<string, unknown>>(service, 'select * from erasures where subject = $1', [
      scanId,
    ])
    assert.deepEqual([note?.org_id, note?.what, Number(note?.scans), note?.email], [orgId, 'scan', 1, null])
  })

  it('go while they run, and their worker writes nothing back', async () => {
    const word = 'quillandor'
    web.hold((path) => path.includes(word))
    const scanId = await scan(`/${word}`, { callback: `${receiver.url}/ran` })
    await until(() => web.open.size > 0)
    assert.equal((await erase({ what: 'scan', scanId })).scans, 1)
    web.release()
    const line = () =>
      worker
        .output()
        .split('\n')
        .find((each) => each.includes(scanId) && each.includes('"msg":"scan"'))
    await until(() => line())
    assert.match(line() ?? '', /"outcome":"deleted"/)
    assert.ok(!worker.output().includes('scan faulted'), worker.output())
    // The bytes that were on their way go with the end of the run, which nobody waits for.
    await until(
      async () => (await placesOf(word)).length === 0,
      () => placesOf(word),
    )
    assert.equal(receiver.got.filter(({ path }) => path === '/ran').length, 0)
  })

  it('take their webhooks along: what waits is not sent, what is being sent leaves nothing', async () => {
    const word = 'ombrelvine'
    const scanId = await scan(`/${word}`, { callback: `${receiver.url}/slow` })
    await until(() => waiting.has(`/slow`))
    const again = await scan(`/${word}-two`, { callback: `${receiver.url}/refuse` })
    const tried = () =>
      receiver.got.filter(({ path, body }) => path === '/refuse' && body.includes(word)).length
    await until(() => tried() > 0)
    const [delivery] = await rows<{ id: string }>(
      service,
      'select delivery_id as id from webhook_deliveries where scan_id = $1',
      [again],
    )
    const before = tried()
    await erase({ what: 'scan', scanId: again })
    await erase({ what: 'scan', scanId })
    waiting.get(`/slow`)?.writeHead(200).end(word)
    const ended = () =>
      worker
        .output()
        .split('\n')
        .some((each) => each.includes(scanId) && each.includes('webhook attempt'))
    await until(ended)
    const queued = () =>
      rows(
        service,
        `select from webhook_queue where delivery_id = $1 union all select from webhook_claims where delivery_ids @> array[$1::text]`,
        [delivery?.id],
      )
    await until(async () => (await queued()).length === 0)
    assert.equal(tried(), before)
    assert.deepEqual(await placesOf(word), [])
  })

  it('leave no attempt that would be made later, and those of others', async () => {
    const [gone, stays] = [
      await scan('/gone', { callback: `${receiver.url}/later` }),
      await scan('/stays', { callback: `${receiver.url}/later` }),
    ]
    const waitingOf = (scanIds: string[]) =>
      rows<{ scan_id: string; delivery_id: string }>(
        service,
        `select d.scan_id, q.delivery_id from webhook_queue q join webhook_deliveries d using (delivery_id)
          where d.scan_id = any($1::uuid[]) and q.due_at > now() + interval '30 seconds'`,
        [scanIds],
      )
    await until(async () => (await waitingOf([gone, stays])).length === 2)
    const deliveries = await waitingOf([gone, stays])
    await erase({ what: 'scan', scanId: gone })
    const ids = deliveries.map((each) => each.delivery_id)
    const left = await rows(service, 'select delivery_id from webhook_queue where delivery_id = any($1)', [
      ids,
    ])
    assert.deepEqual(
      left,
      deliveries.filter((each) => each.scan_id === stays).map(({ delivery_id }) => ({ delivery_id })),
    )
  })

  it('of one creator are those at any of the addresses, and of the same account elsewhere', async () => {
    const mine = await service.org()
    const theirs = await service.org()
    const ids = new Map<string, string>()
    const add = async (org: string, url: string, handle: string | null, platform: string | null) => {
      const id = randomUUID()
      await service.opened.pool.query(
        `insert into scans (scan_id, org_id, profile_url, target_url, username, status, created_at, report)
         values ($1, $2, $3, $3, $4, 'completed', clock_timestamp(), $5)`,
        [id, org, url, handle, JSON.stringify({ profile: { platform, handle } })],
      )
      ids.set(`${url} of ${org === theirs.orgId ? 'theirs' : 'mine'}`, id)
    }
    await add(mine.orgId, 'https://insta.example/Ann_a', 'Ann_a', 'insta')
    await add(mine.orgId, 'http://www.insta.example/Ann_a/', null, null)
    await add(mine.orgId, 'https://insta.example/p/77', 'ann_a', 'insta')
    await add(mine.orgId, 'https://insta.example/annXa', 'annXa', 'insta')
    await add(mine.orgId, 'https://other.example/ann_a', 'ann_a', 'other')
    await add(mine.orgId, 'https://insta.example/anna', null, null)
    await add(theirs.orgId, 'https://insta.example/Ann_a', 'Ann_a', 'insta')
    const creator = { what: 'creator', url: 'http://insta.example/Ann_a#top' } as const
    assert.equal((await erase(creator, mine.orgId)).scans, 3)
    const left = async () =>
      (
        await rows<{ url: string }>(service, 'select profile_url as url from scans where org_id = any($1)', [
          [mine.orgId, theirs.orgId],
        ])
      )
        .map(({ url }) => url)
        .sort()
    assert.deepEqual(await left(), [
      'https://insta.example/Ann_a',
      'https://insta.example/annXa',
      'https://insta.example/anna',
      'https://other.example/ann_a',
    ])
    assert.equal((await erase(creator, null)).scans, 1)
    const notes = await rows<{ subject: string }>(
      service,
      `select subject from erasures where what = 'creator'`,
    )
    assert.deepEqual(notes.length, 2)
    for (const { subject } of notes) assert.match(subject, /^[0-9a-f]{64}$/)
  })

  it('by age go in batches, and a batch that lost its last scan goes with it', async () => {
    const { orgId: org } = await service.org()
    const batch = randomUUID()
    const half = randomUUID()
    for (const id of [batch, half])
      await service.opened.pool.query(
        `insert into batches (batch_id, org_id, scan_mode, total_profiles, submitted_at) values ($1, $2, 'quick', 300, '2026-01-01')`,
        [id, org],
      )
    await service.opened.pool.query(
      `insert into scans (scan_id, org_id, batch_id, batch_position, profile_url, target_url, status, created_at)
       select gen_random_uuid(), $1, case when n <= 300 then $2::uuid else $3::uuid end, n, 'https://ex.example/' || n, 'https://ex.example/' || n,
              'completed', case when n <= 450 then timestamptz '2026-01-01' else timestamptz '2026-02-01' end
         from generate_series(1, 600) n`,
      [org, batch, half],
    )
    assert.equal((await erase({ what: 'before', at: '2026-01-15T00:00:00.000Z' }, org)).scans, 450)
    const left = await rows<{ batch_id: string; total_profiles: number }>(
      service,
      'select batch_id, total_profiles from batches where org_id = $1',
      [org],
    )
    assert.deepEqual(left, [{ batch_id: half, total_profiles: 300 }])
    const notes = await rows<{ scans: number }>(service, 'select scans from erasures where org_id = $1', [
      org,
    ])
    assert.deepEqual(
      notes.map(({ scans }) => Number(scans)),
      [450],
    )
    assert.equal((await erase({ what: 'before', at: '2026-01-15T00:00:00.000Z' }, org)).scans, 0)
  })

  it('past their time are those that ended before the operator or their organization keeps them', async () => {
    const [short, long] = [(await service.org()).orgId, (await service.org()).orgId]
    await service.opened.pool.query('update org_settings set scan_retention_days = 10 where org_id = $1', [
      short,
    ])
    for (const org of [short, long])
      await service.opened.pool.query(
        `insert into scans (scan_id, org_id, profile_url, target_url, status, worker_id, lease_until, created_at)
         select gen_random_uuid(), $1, status || age, status || age, status, 'somebody', 'infinity', clock_timestamp() - make_interval(days => age)
           from unnest(array[9, 11, 21]) age, unnest(array['completed', 'processing']) status`,
        [org],
      )
    const left = async (org: string) =>
      (await rows<{ url: string }>(service, 'select profile_url as url from scans where org_id = $1', [org]))
        .map(({ url }) => url)
        .filter((url) => url.startsWith('completed'))
        .sort()
    assert.equal(await expireScans(ctx(), null), 2)
    assert.deepEqual([await left(short), (await left(long)).length], [['completed9'], 3])
    // Those of other tests are as old.
    assert.ok((await expireScans(ctx(), 20)) >= 1)
    assert.deepEqual(await left(long), ['completed11', 'completed9'])
    const running = await rows(
      service,
      `select from scans where org_id = any($1) and profile_url like 'processing%'`,
      [[short, long]],
    )
    assert.equal(running.length, 6)
  })

  it('are looked for by one question, however many organizations have none past their time', async () => {
    const asked = async () => {
      let questions = 0
      const db = service.opened.db.withPlugin({
        transformQuery({ node }) {
          questions++
          return node
        },
        transformResult: async ({ result }) => result,
      })
      assert.equal(await expireScans({ ...ctx(), db }, 3650), 0)
      return questions
    }
    assert.equal(await asked(), 1)
    await Promise.all(Array.from({ length: 5 }, (_, nth) => service.org(`Young ${nth}`)))
    assert.equal(await asked(), 1)
  })

  /** Reviews name people. */
  async function anyUser(): Promise<string> {
    await service.opened.pool.query(
      `insert into auth_user (id, name, email, "emailVerified") values ('u', 'R', 'reviewer@example.org', true) on conflict do nothing`,
    )
    return 'u'
  }
})
