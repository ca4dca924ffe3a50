import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { html } from '../../demo/web/site.ts'
import { setOrgPolicy } from '../../src/db/organization/org-policy.ts'
import { type Bench, openBench } from '../evidence/bench.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { PROGRAM } from '../support/program.ts'

const SELLER = 'https://seller.example/ana'
const PAINTER = 'https://painter.example/ben'

async function toscan(args: string[], env: Record<string, string> = {}, input = '') {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { out, err, code }
}

/** A folder with one code of an operator's own pack. */
function ownPack(name: string, yaml: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-pack-'))
  mkdirSync(join(folder, 'codes'))
  writeFileSync(join(folder, 'codes', `${name}.yaml`), yaml)
  after(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('toscan policy test', () => {
  it('passes the built-in pack', async () => {
    const { out, code } = await toscan(['policy', 'test', '--json'])
    const facts = JSON.parse(out)
    assert.deepEqual([code, facts.codes, facts.failed, facts.failures], [0, 40, 0, []])
    assert.ok(facts.examples > 500)
  })

  it('exits with 1 and shows the example of an own pack that comes out otherwise', async () => {
    const folder = ownPack(
      'drug_sale',
      'id: drug_sale\nexamples: {hit: ["selling turnips in Leeds, telegram"], miss: []}\n',
    )
    const { out, code } = await toscan(['policy', 'test', '--policy', folder])
    assert.equal(code, 1)
    assert.match(out, /^drug_sale: expected a hit, P = 0\.00: selling turnips in Leeds, telegram$/m)
  })

  it('warns of a rule that rests on one word and claims more than that may', async () => {
    const folder = ownPack('drug_sale', 'id: drug_sale\nrules: [{id: own, p: .6, all: [lex.drug]}]\n')
    const { out, code } = await toscan(['policy', 'test', '--policy', folder])
    assert.match(out, /^warning: drug_sale\/own: one lexicon or pattern alone counts 0\.35 at most/m)
    assert.equal(code, 0)
  })

  it('names file and fault of a pack that does not fit', async () => {
    const folder = ownPack(
      'drug_sale',
      'id: drug_sale\nrules: [{id: own, p: .5, all: [lex.nothing, lex.drug]}]\n',
    )
    const { err, code } = await toscan(['policy', 'test', '--policy', folder])
    assert.equal(code, 1)
    assert.match(err, /drug_sale\/own: unknown lex\.nothing/)
  })
})

describe('toscan policy judge', () => {
  const judged = async (...lines: object[]) => {
    const { out, code } = await toscan(
      ['policy', 'judge'],
      {},
      lines.map((line) => JSON.stringify(line)).join('\n'),
    )
    assert.equal(code, 0)
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }

  it('judges each line as a bio, in their order', async () => {
    const [harmless, seller] = await judged(
      { text: 'Watercolours and long walks' },
      { text: 'Selling cocaine, 70 a gram, delivery tonight, Telegram' },
    )
    assert.deepEqual(harmless, {
      recommendation: 'no_flags',
      risk_score: 0,
      reason_codes: [],
      findings: [],
    })
    assert.deepEqual([seller.recommendation, seller.reason_codes[0]], ['review_medium', 'drug_sale'])
    assert.match(seller.findings[0].quote, /cocaine/)
  })

  it('goes by what the platform forbids, and hides what endangers a child', async () => {
    const text = '[theme: hypnosis] clips'
    const [elsewhere, there, minor] = await judged(
      { text, platform: 'bluesky' },
      { text, platform: 'onlyfans' },
      { text: "I'm 15, ninth grade" },
    )
    assert.deepEqual([elsewhere.reason_codes, there.reason_codes], [[], ['prohibited_theme']])
    assert.equal(minor.recommendation, 'review_high')
    assert.doesNotMatch(JSON.stringify(minor), /15|ninth/)
  })

  it('judges a text to its end', async () => {
    const text = `${'Long walks by the sea. '.repeat(5000)}Selling cocaine, 70 a gram, delivery tonight`
    const [long] = await judged({ text })
    assert.deepEqual(long.reason_codes, ['drug_sale'])
  })

  it('names a line that is none', async () => {
    const { err, code } = await toscan(['policy', 'judge'], {}, '{"text": "fine"}\nbare words\n')
    assert.match(err, /Line 2 of standard input is no JSON object with a "text": bare words/)
    assert.equal(code, 1)
  })
})

describe('toscan policy diff', () => {
  let web: WebUnderTest
  let bench: Bench
  let orgId: string
  let seller: string
  before(async () => {
    web = await scanThrough([
      {
        'seller.example/ana': html('Ana', '<h1>Ana</h1><p>Custom sets, cheaper by bank transfer, DM me</p>'),
        'painter.example/ben': html('Ben', '<h1>Ben</h1><p>Harbours in oil</p>'),
      },
    ])
    bench = await openBench(web.context)
    orgId = await bench.makeOrg()
    seller = await bench.scan(orgId, SELLER)
    await bench.scan(orgId, PAINTER)
  })
  after(async () => {
    await bench.close()
    await web.close()
  })
  const diff = async (...args: string[]) =>
    JSON.parse((await toscan(['policy', 'diff', '--json', ...args], bench.settings)).out)

  it('finds nothing to change under the pack that judged', async () => {
    const { scans, would_change, differences } = await diff()
    assert.deepEqual([scans, would_change, differences], [2, 0, []])
  })

  it('lists the scans that another pack would judge otherwise, and asks nobody', async () => {
    const asked = web.requests.length
    const folder = ownPack('offplatform_payment', 'id: offplatform_payment\nseverity: critical\n')
    const { would_change, differences } = await diff('--policy', folder)
    assert.equal(would_change, 1)
    const [{ scan_id, profile_url, recommendation, risk_score }] = differences
    assert.deepEqual([scan_id, profile_url], [seller, SELLER])
    assert.notEqual(recommendation[0], recommendation[1])
    assert.ok(risk_score[1] > risk_score[0])
    assert.equal(web.requests.length, asked)
    const { out } = await toscan(['policy', 'diff', '--policy', folder], bench.settings)
    assert.match(out, /1 of 2 finished scans would change\n$/)
  })

  it('takes no more than was asked for', async () => {
    assert.equal((await diff('--org', await bench.makeOrg())).scans, 0)
    assert.equal((await diff('--since', '2999-01-01')).scans, 0)
    const { err, code } = await toscan(['policy', 'diff', '--since', 'tomorrowish'], bench.settings)
    assert.equal(code, 1)
    assert.match(err, /--since tomorrowish: not a date/)
  })

  it('counts what the organization has switched off, and so do its next scans', async () => {
    await setOrgPolicy(bench.db, orgId, {
      codes: { offplatform_payment: 'off' },
      thresholds: {},
      shadow: [],
    })
    const { differences } = await diff('--org', orgId)
    assert.deepEqual(differences[0]?.removed, ['offplatform_payment'])
    const again = await bench.reportOf(await bench.scan(orgId, SELLER))
    const before = await bench.reportOf(seller)
    assert.ok(before.reason_codes.includes('offplatform_payment'))
    assert.ok(!again.reason_codes.includes('offplatform_payment'))
    assert.notEqual(again.policy_version, before.policy_version)
  })
})
