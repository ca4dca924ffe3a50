import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Toscan } from '../../sdk/client.ts'
import type { EvidenceEntry, ScannedProfile } from '../../sdk/contract.ts'
import type { StoredReport } from '../../src/db/scans/scan-record.ts'
import { pageOf, scanOf } from '../support/compared-scan.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'
import { MIGRATIONS } from '../support/test-database.ts'

const MIGRATION = join(MIGRATIONS, '0051-creators.sql')

const ANA = 'https://www.instagram.com/Ana.Noite/'
const PICTURE = 'f0e1d2c3b4a5968778695a4b3c2d1e0f'.repeat(2)
/** Some bits of it saved anew. */
const SAME_PICTURE = `f1${PICTURE.slice(2, -2)}0e`
const OTHER_PICTURE = '0f1e2d3c4b5a6978'.repeat(4)

describe('a creator over all scans', () => {
  let api: TestApi
  let tenant: Tenant
  let stranger: Tenant
  let toscan: Toscan
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
    stranger = await api.makeTenant()
    toscan = new Toscan({ baseUrl: api.baseUrl, apiKey: tenant.key })
    const hub = page('E2', 'https://linktr.ee/ananoite', { kind: 'link_hub', binding: 'links_back' })
    const paid = page('E3', 'https://paid.example/ana', { kind: 'paid_profile', via: 'E2', hop: 2 })
    const old = page('E4', 'https://tiktok.example/@ana', { type: 'social_profile', kind: 'social_profile' })
    const at = (day: number) => `2026-05-0${day}T10:00:00.000000+00:00`
    await seed(tenant, ANA, { handle: 'Ana.Noite', created_at: at(1), pages: [hub, old], picture: PICTURE })
    await seed(tenant, 'http://instagram.com/ana.noite?igsh=abc', {
      handle: 'ana.noite',
      created_at: at(2),
      pages: [hub, paid, page('E5', 'https://everybody.example/')],
      picture: PICTURE,
    })
    await seedScans(api.opened.db, tenant.orgId, [
      { profile_url: ANA, status: 'failed', created_at: at(3) },
      { profile_url: 'https://instagram.com/Ana.Noite', status: 'processing', created_at: at(4) },
    ])
    // A quick scan follows no links: it says nothing of which are there.
    await seed(tenant, ANA, { handle: 'ana.noite', created_at: at(5), scan_mode: 'quick' })
    await seed(stranger, ANA, { handle: 'ana.noite', created_at: at(6), pages: [paid] })
  })
  after(() => api?.stop())

  async function seed(
    { orgId }: Tenant,
    url: string,
    { handle, platform = 'instagram', pages = [], picture, ...scan }: Seed,
  ) {
    const { triage_report, profile } = scanOf({ pages })
    const { coverage: _, ...report } = triage_report
    const known = { ...profile, platform, handle, read_at: '2026-05-01T10:00:00.000000+00:00' }
    const stored = {
      ...report,
      profile: { ...known, ...(picture && { picture_hash: picture }) } as ScannedProfile,
    }
    stored.evidence_index[0] = { ...stored.evidence_index[0], url } as EvidenceEntry
    const [seeded] = await seedScans(api.opened.db, orgId, [
      { profile_url: url, username: handle, report: stored as StoredReport, ...scan },
    ])
    return seeded?.scan_id ?? ''
  }

  for (const handle of ['nul\0l', 'half\ud800'])
    it(`are noted where SQL cannot read a report of before: ${JSON.stringify(handle)}`, async () => {
      const profile = JSON.stringify({ platform: 'instagram', handle, picture_hash: PICTURE })
      const { rows } = await sql`
        select creator_of(${profile}::json, ${ANA}) as creator, picture_of(${profile}::json) as picture,
               creator_marks(${profile}::json, '[]', ${ANA}) as marks`.execute(api.opened.db)
      const plain = 'instagram.com/ana.noite'
      assert.deepEqual(rows, [{ creator: plain, picture: null, marks: [`at:${plain}`, `link:${plain}`] }])
    })

  const SPELLINGS = [
    ANA,
    'https://instagram.com/ana.noite',
    'http://m.instagram.com/ANA.NOITE/?utm_source=bio&igsh=1#top',
  ]
  for (const url of SPELLINGS) {
    it(`are found at ${url}`, async () => {
      const creator = await toscan.creators.get(url)
      assert.deepEqual(
        [creator.platform, creator.handle, creator.scans, creator.last_scan_at],
        ['instagram', 'ana.noite', 4, '2026-05-05T10:00:00.000000+00:00'],
      )
    })
  }

  it('stand on one time line, failed ones and those that still run among them, page by page', async () => {
    const whole = (await toscan.creators.scans(ANA).firstPage()).scans
    assert.deepEqual(
      whole.map(({ submitted_at, status }) => `${submitted_at.slice(8, 10)} ${status}`),
      ['05 completed', '04 processing', '03 failed', '02 completed', '01 completed'],
    )
    const leafed = []
    for await (const scan of toscan.creators.scans(ANA, { limit: 2 })) leafed.push(scan)
    assert.deepEqual(leafed, whole)
  })

  it('says what they were led to: how it is tied, who led there, since when, and whether it still is there', async () => {
    const { accounts } = await toscan.creators.get(ANA)
    assert.deepEqual(
      accounts.map(({ url, kind, binding, via, first_seen_at, last_seen_at, in_newest }) => [
        url,
        kind,
        binding,
        via,
        `${first_seen_at.slice(8, 10)}–${last_seen_at.slice(8, 10)}`,
        in_newest,
      ]),
      [
        ['https://linktr.ee/ananoite', 'link_hub', 'links_back', null, '01–02', true],
        ['https://paid.example/ana', 'paid_profile', 'linked', 'https://linktr.ee/ananoite', '02–02', true],
        ['https://tiktok.example/@ana', 'social_profile', 'linked', null, '01–01', false],
      ],
    )
  })

  it('names who shares a link, a handle or a picture, and in which direction a link goes', async () => {
    await seed(tenant, 'https://x.com/same_link', {
      handle: 'same_link',
      platform: 'x',
      pages: [page('E2', 'http://www.paid.example/Ana/?ref=1')],
    })
    await seed(tenant, 'https://x.com/leads_here', {
      handle: 'leads_here',
      platform: 'x',
      pages: [page('E2', 'https://instagram.com/ana.noite')],
    })
    await seed(tenant, 'https://tiktok.example/@ana', { handle: 'anabela', platform: 'tiktok' })
    await seed(tenant, 'https://x.com/AnaNoite', { handle: 'AnaNoite', platform: 'x' })
    await seed(tenant, 'https://x.com/looks', { handle: 'looks', platform: 'x', picture: SAME_PICTURE })
    await seed(tenant, 'https://x.com/unlike', { handle: 'unlike', platform: 'x', picture: OTHER_PICTURE })
    await seed(tenant, 'https://x.com/by_name_only', {
      handle: 'by_name_only',
      platform: 'x',
      pages: [page('E2', 'https://paid.example/ana', { binding: 'same_handle' })],
    })
    for (let index = 0; index < 31; index++)
      await seed(tenant, `https://x.com/crowd${index}`, {
        handle: `crowd${index}`,
        platform: 'x',
        pages: [page('E2', 'https://everybody.example/')],
      })
    const { sharers, common } = await toscan.creators.sharers(ANA)
    assert.deepEqual(
      sharers
        .map(({ scan, shares }) => [scan.profile_url, shares.map(({ kind, value }) => `${kind} ${value}`)])
        .sort(),
      [
        ['https://tiktok.example/@ana', ['linked_from_here tiktok.example/@ana']],
        ['https://x.com/AnaNoite', ['handle ananoite']],
        ['https://x.com/leads_here', ['links_here instagram.com/ana.noite']],
        ['https://x.com/looks', ['picture null']],
        ['https://x.com/same_link', ['link paid.example/ana']],
      ],
    )
    assert.deepEqual(common, [{ kind: 'link', value: 'everybody.example' }])
  })

  it('says nothing of what other organizations have scanned', async () => {
    const other = new Toscan({ baseUrl: api.baseUrl, apiKey: stranger.key })
    const creator = await other.creators.get(ANA)
    assert.deepEqual(
      [creator.scans, creator.accounts.map(({ url }) => url)],
      [1, ['https://paid.example/ana']],
    )
    assert.deepEqual((await other.creators.sharers(ANA)).sharers, [])
    assert.equal((await other.creators.scans(ANA).firstPage()).scans.length, 1)
  })

  it('is not found where nobody was scanned, has an empty time line, and takes an address only', async () => {
    const at = encodeURIComponent('https://instagram.com/nobody')
    const unknown = await api.call('GET', `/api/v2/org/creators?profile_url=${at}`, { token: tenant.key })
    assert.deepEqual([unknown.status, unknown.json], [404, { detail: 'Creator not found' }])
    const { scans } = await toscan.creators.scans('https://instagram.com/nobody').firstPage()
    assert.deepEqual(scans, [])
    for (const path of ['', '/scans', '/sharers']) {
      const missing = await api.call('GET', `/api/v2/org/creators${path}`, { token: tenant.key })
      assert.equal(missing.status, 422)
    }
    const cursor = await api.call('GET', `/api/v2/org/creators/scans?profile_url=${at}&after=x`, {
      token: tenant.key,
    })
    assert.deepEqual([cursor.status, cursor.json], [400, { detail: 'Invalid cursor' }])
  })

  it('are known of scans that ended before they were kept, but for their pictures', async () => {
    const { pool } = api.opened
    const rows = async () =>
      (await pool.query('select scan_id, creator, created_at, marks from creator_scans order by scan_id'))
        .rows
    const before = await rows()
    const [statement = ''] =
      /^insert into creator_scans [^;]*;\s*$/m.exec(await readFile(MIGRATION, 'utf8')) ?? []
    await pool.query('delete from creator_scans')
    await pool.query(statement)
    assert.deepEqual(await rows(), before)
  })

  it('is forgotten with its scans', async () => {
    const gone = 'https://x.com/forgotten'
    const scanId = await seed(tenant, gone, { handle: 'forgotten', platform: 'x' })
    await toscan.creators.get(gone)
    await api.call('DELETE', `/api/v2/scans/${scanId}`, { token: tenant.admin })
    const at = `/api/v2/org/creators?profile_url=${encodeURIComponent(gone)}`
    assert.equal((await api.call('GET', at, { token: tenant.key })).status, 404)
  })
})

interface Seed {
  handle: string
  platform?: string
  pages?: EvidenceEntry[]
  picture?: string
  created_at?: string
  scan_mode?: 'quick'
}

function page(ref: string, url: string, more: Partial<EvidenceEntry> = {}): EvidenceEntry {
  return pageOf({ ref, url, domain: new URL(url).hostname, kind: 'page', ...more })
}
