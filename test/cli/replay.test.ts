import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { loadCreators, SEARCH_SETTING, sitesOf } from '../../demo/creators.ts'
import { html } from '../../demo/web/site.ts'
import { deleteWordsOfScan } from '../../src/db/scans/judged-words.ts'
import { storedAnalysis } from '../../src/db/scans/stored-analysis.ts'
import type { Analysis } from '../../src/pipeline/judge/analyze.ts'
import type { Reviewers } from '../../src/pipeline/judge/consult-model.ts'
import { rejudge } from '../../src/pipeline/judge/rejudge.ts'
import { scannedProfile } from '../../src/pipeline/report/scanned-profile.ts'
import { writeReport } from '../../src/pipeline/report/write-report.ts'
import { type Bench, openBench } from '../evidence/bench.ts'
import { answer, reviewerOf } from '../models/ask-model.ts'
import { baseUrlOf, type ModelServer, startModelServer } from '../models/model-server.ts'
import { pack } from '../policy/built-in-pack.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { PROGRAM } from '../support/program.ts'

const VEILED = 'https://veiled.example/ana'
const creators = (await loadCreators()).filter((creator) => !creator.expected.error)

describe('toscan replay', () => {
  let web: WebUnderTest
  let bench: Bench
  let server: ModelServer
  let folder: string
  let reviewing: ReturnType<typeof reviewerOf>
  const reviewers: Reviewers = { deep: null, quick: null }
  const scans = new Map<string, string>()
  let readByModel: string
  let asked: number
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-replay-'))
    web = await scanThrough(
      [
        ...sitesOf(creators),
        { 'veiled.example/ana': html('Ana', '<h1>Ana</h1><p>Ask for my menu of time</p>') },
      ],
      { search: SEARCH_SETTING },
    )
    bench = await openBench({ ...web.context, reviewers })
    const orgId = await bench.makeOrg()
    for (const { name, url } of creators) scans.set(name, await bench.scan(orgId, url))
    server = await startModelServer(() => ({
      say: answer([{ code: 'escort_offer', quote: 'my menu of time' }]),
    }))
    reviewing = reviewerOf(server)
    reviewers.deep = reviewing.reviewer
    readByModel = await bench.scan(orgId, VEILED)
    asked = web.requests.length
  })
  after(async () => {
    await reviewing.close()
    await server.close()
    await bench.close()
    await web.close()
    rmSync(folder, { recursive: true })
  })

  async function replay(scanId: string, args: string[] = [], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [PROGRAM, 'replay', scanId, ...args], {
      env: {
        PATH: process.env.PATH,
        ...bench.settings,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ])
    return { out, err, code }
  }
  const scanOf = (name: string): string => scans.get(name) ?? ''
  /** A pack of the operator's that says something else about payment. */
  function otherPolicy(): string {
    mkdirSync(join(folder, 'codes'), { recursive: true })
    writeFileSync(
      join(folder, 'codes', 'offplatform_payment.yaml'),
      'id: offplatform_payment\nseverity: high\n',
    )
    return folder
  }

  it('gives every report again, to the byte, and fetches nothing', async () => {
    assert.ok(scans.size > 15)
    for (const [name, scanId] of [...scans, ['read by a model', readByModel] as const]) {
      const row = await storedAnalysis(bench.db, scanId)
      assert.ok(row?.analysis, name)
      const analysis = JSON.parse(row.analysis) as Analysis
      const again = rejudge(pack, analysis)
      const report = writeReport(again, pack, web.context.platforms)
      assert.equal(JSON.stringify({ ...report, profile: scannedProfile(again, pack) }), row.report, name)
    }
    assert.equal(web.requests.length, asked)
  })

  it('says so', async () => {
    const { out, code } = await replay(scanOf('minor-age'))
    assert.equal(code, 0)
    assert.match(out, /^https:\/\/.*\nno difference: the report is the same to the byte\n$/)
  })

  it('says so of a report of before profiles were kept beside it', async () => {
    const scanId = scanOf('fitness-coach')
    const [row] = await bench.query('select report::text from scans where scan_id = $1', [scanId])
    const { profile, ...report } = JSON.parse(String(row?.report))
    assert.ok(profile)
    await bench.query('update scans set report = $2::json where scan_id = $1', [
      scanId,
      JSON.stringify(report),
    ])
    assert.match((await replay(scanId)).out, /the report is the same to the byte/)
  })

  it('shows what other policies change', async () => {
    const { out, code, err } = await replay(scanOf('offplatform-payment'), [
      '--policy',
      otherPolicy(),
      '--json',
    ])
    assert.equal(code, 0, err)
    const { identical, changes, triage_report } = JSON.parse(out)
    assert.equal(identical, false)
    const named = Object.fromEntries(changes.map((change: { what: string }) => [change.what, change]))
    assert.ok(named.risk_score.is > named.risk_score.was)
    assert.equal(named.risk_score.is, triage_report.risk_score)
    assert.notEqual(named.policy_version.was, named.policy_version.is)
    assert.ok(named['offplatform_payment contribution'].is > named['offplatform_payment contribution'].was)
    const { out: told } = await replay(scanOf('offplatform-payment'), ['--policy', otherPolicy()])
    assert.match(told, /risk_score +\d+ +-> +\d+/)
  })

  it('keeps what a model said then, or leaves it out', async () => {
    const before = server.requests.length
    assert.match((await replay(readByModel)).out, /no difference/)
    const { changes } = JSON.parse((await replay(readByModel, ['--model', 'none', '--json'])).out)
    const lost = changes.find((change: { what: string }) => change.what === 'escort_offer')
    assert.deepEqual(lost, { what: 'escort_offer', was: 'reported', is: null })
    assert.equal(server.requests.length, before)
  })

  it('asks another model when told to', async () => {
    const env = { TOSCAN_MODEL_BASE_URL: baseUrlOf(server, 'openai-compatible') }
    const other = await replay(readByModel, ['--model', 'openai-compatible:other', '--json'], env)
    const { changes, triage_report } = JSON.parse(other.out)
    assert.equal(triage_report.model.id, 'openai-compatible:other')
    assert.deepEqual(
      changes.map((change: { what: string }) => change.what),
      ['model'],
    )
    assert.equal(server.requests.at(-1)?.body.model, 'other')
  })

  it('stores nothing', async () => {
    const before = await bench.query('select scan_id, md5(report::text) as report from scans order by 1')
    await replay(scanOf('drug-menu'), ['--policy', otherPolicy()])
    assert.deepEqual(
      await bench.query('select scan_id, md5(report::text) as report from scans order by 1'),
      before,
    )
  })

  it('refuses what is no completed scan', async () => {
    for (const [id, why] of [
      ['yesterday', /not the id of a scan/],
      [randomUUID(), /no completed scan/],
    ] as const) {
      const { code, out, err } = await replay(id)
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, why)
    }
  })

  it('says of a scan whose pages have gone that it cannot be judged again', async () => {
    const scanId = scanOf('drug-menu')
    await deleteWordsOfScan(bench.db, scanId)
    const { code, out, err } = await replay(scanId)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /is not kept any more: it went with its pages/)
  })
})
