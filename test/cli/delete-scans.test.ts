import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runToscan } from '../support/run-toscan.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

describe('toscan scan delete', () => {
  let api: TestApi
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toscan-delete-'))
    api = await startApi({ TOSCAN_DATA_DIR: folder })
  })
  after(async () => {
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const toscan = (...args: string[]) => run('scan', 'delete', ...args)
  const run = (...args: string[]) => runToscan(args, api.env)
  const facts = async (...args: string[]) => {
    const { out, err, code } = await toscan(...args, '--json')
    assert.equal(code, 0, err)
    return JSON.parse(out)
  }
  const left = async (orgId: string) => {
    const { rows } = await api.opened.pool.query('select profile_url from scans where org_id = $1', [orgId])
    return rows.map((row) => row.profile_url).sort()
  }

  it('is listed afterwards, with the newest first, of one organization or all', async () => {
    const [one, two] = [await api.makeOrg(), await api.makeOrg()]
    for (const orgId of [one, two])
      await seedScans(api.opened.db, orgId, [{ profile_url: 'https://z.example/' }])
    const listed = async (...args: string[]) =>
      JSON.parse((await run('erasures', 'list', '--json', ...args)).out).erasures
    await facts('--url', 'https://z.example/', '--org', one)
    await facts('--url', 'https://z.example/', '--org', two)
    const all: { org_id: string; what: string; scans: number; email: null }[] = await listed()
    assert.deepEqual(
      all.slice(0, 2).map(({ org_id, what, scans, email }) => ({ org_id, what, scans, email })),
      [two, one].map((org_id) => ({ org_id, what: 'creator', scans: 1, email: null })),
    )
    assert.equal((await listed('--org', one)).length, 1)
  })

  it('takes one scan, one creator, or what is older than a day, of one organization or all', async () => {
    const [one, two] = [await api.makeOrg(), await api.makeOrg()]
    const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/']
    const [first] = await seedScans(
      api.opened.db,
      one,
      urls.map((profile_url) => ({ profile_url })),
    )
    await seedScans(
      api.opened.db,
      two,
      urls.map((profile_url) => ({ profile_url })),
    )

    assert.deepEqual(await facts('--scan', `single_${first?.scan_id}`), { scans: 1, objects: 0 })
    assert.deepEqual([await left(one), await left(two)], [urls.slice(1), urls])
    assert.deepEqual(await facts('--url', 'b.example', '--dry-run'), { scans: 2 })
    assert.deepEqual(await facts('--url', 'b.example', '--org', one), { scans: 1, objects: 0 })
    assert.deepEqual([await left(one), await left(two)], [urls.slice(2), urls])
    assert.deepEqual(await facts('--before', '2026-03-01T10:00:01Z'), { scans: 1, objects: 0 })
    assert.deepEqual([await left(one), await left(two)], [urls.slice(2), urls.slice(1)])
  })

  for (const [args, message] of [
    [[], /name one of --scan/],
    [['--scan', 'x', '--before', '2026-01-01'], /name one of --scan/],
    [['--scan', 'not-an-id'], /no scan id/],
    [['--scan', '00000000-0000-4000-8000-000000000000'], /there is no scan/],
    [['--url', 'ftp://a.example/'], /scheme/],
    [['--before', '2026-02-31'], /not a date/],
    [['--before', '2026-01-01', '--org', 'org_nobody'], /There is no organization/],
  ] as const) {
    it(`${args.join(' ')} is refused with a sentence`, async () => {
      const { out, err, code } = await toscan(...args)
      assert.deepEqual([out, code], ['', 1])
      assert.match(err, message)
    })
  }
})
