import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { changingCreator } from '../../demo/changing-creator.ts'
import { loadCreators, type NamedCreator, SEARCH_SETTING, sitesOf } from '../../demo/creators.ts'
import { startDesk } from '../../demo/desk.ts'
import { startMailServer } from '../../demo/mail-server.ts'
import { addPeople } from '../../demo/people.ts'
import { compareScans, Toscan } from '../../sdk/client.ts'
import { ScanRecord, TriageReport } from '../../sdk/contract.ts'
import { createSmtp } from '../../src/mail/smtp.ts'
import type { Analysis } from '../../src/pipeline/judge/analyze.ts'
import { type ScanResult, scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner, type RunStep } from '../../src/pipeline/step.ts'
import { send } from '../support/call.ts'
import { PROGRAM } from '../support/program.ts'
import { startApi } from '../support/start-api.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const STATUS_CODES = ['profile_unavailable', 'insufficient_coverage']
const creators = await loadCreators()

describe('a whole scan of', () => {
  let web: WebUnderTest
  before(async () => {
    web = await scanThrough(sitesOf(creators), { search: SEARCH_SETTING })
  })
  after(() => web.close())

  for (const creator of creators) {
    describe(`${creator.name} (${creator.special})`, () => {
      let result: ScanResult
      let analysis: Analysis | undefined
      before(async () => {
        ;({ result, analysis } = await scanOf(web, creator.url, 'deep'))
      })
      if (creator.expected.error) expectFailure(creator, () => result)
      else
        expectReport(
          creator,
          () => completed(result),
          () => analysis,
        )

      it('gives the same report a second time, apart from times', async () => {
        const again = await scanOf(web, creator.url, 'deep')
        assert.deepEqual(timeless(again.result), timeless(result))
      })
    })
  }

  it('says of each page what it is on the way, and a second scan of the same changes nothing', async () => {
    const { url } = named('escort-chain')
    const [first, second] = [await scanOf(web, url, 'deep'), await scanOf(web, url, 'deep')].map((scan) =>
      compared(completed(scan.result)),
    )
    assert.ok(first && second)
    const kinds = first.triage_report.evidence_index.map(({ kind }) => kind)
    assert.equal(kinds[0], 'profile')
    assert.ok(kinds.includes('link_hub') && kinds.includes('directory'), String(kinds))
    assert.deepEqual(compareScans(first, second), [])
    const quick = compared(completed((await scanOf(web, url, 'quick')).result))
    assert.deepEqual(compareScans(first, quick), [], 'what a quick scan does not look at has not gone')
    const news = compareScans(quick, first).map(({ kind, url, caveats }) => [kind, url, caveats])
    assert.deepEqual(news[0], ['recommendation_up', null, []])
    assert.ok(
      news.some(([kind, , caveats]) => kind === 'link_added' && caveats?.includes('not_looked_before')),
    )
  })

  it('is honest in quick mode: what was not looked at is said, and nothing but the profile counts', async () => {
    const { expected, url } = named('drug-menu')
    assert.ok(expected.codes?.includes('drug_sale'))
    const before = web.requests.length
    const { report, coverage } = completed((await scanOf(web, url, 'quick')).result)
    assert.deepEqual(web.requests.slice(before), [`GET ${url}`])
    assert.deepEqual(coverage.steps_skipped, ['links', 'social', 'search', 'images'])
    assert.deepEqual(report.reason_codes, [])
    assert.match(
      report.reason_summary,
      /Quick scan: links, other profiles, outside search and pictures were not/,
    )
    assert.notEqual(report.confidence, 'high')
  })

  it('says that there was no outside search when none is configured', async () => {
    const { url } = named('touring-musician')
    const context = { ...web.context, search: null }
    const result = await scanProfile(
      context,
      { url, mode: 'deep' },
      plainStepRunner(() => {}),
      forTwoMinutes(),
    )
    const { report, coverage } = completed(result)
    assert.deepEqual(coverage.steps.find((step) => step.step === 'search')?.detail, 'not_configured')
    assert.match(report.reason_summary, /outside search \(none is configured\)/)
  })
})

describe('the creator of the demo who changes', () => {
  it('is another one to a later scan, in what counts', async () => {
    const changing = changingCreator()
    const web = await scanThrough([...sitesOf(creators), changing.site])
    const first = compared(completed((await scanOf(web, changing.url, 'deep')).result))
    assert.equal(first.triage_report.recommendation, 'no_flags')
    changing.change()
    const second = compared(completed((await scanOf(web, changing.url, 'deep')).result))
    await web.close()
    const kinds = new Set(compareScans(first, second).map(({ kind }) => kind))
    for (const kind of ['recommendation_up', 'code_added', 'link_added', 'bio_changed'] as const)
      assert.ok(kinds.has(kind), [...kinds].join(' '))
  })
})

describe('the people of the demo', () => {
  it('are signed in by a link, each with their own rights, and read the mail on a page of its own', async () => {
    const mail = await startMailServer()
    const api = await startApi()
    const orgId = await api.makeOrg()
    const people = await addPeople(api.opened, orgId)
    const desk = await startDesk({ serviceUrl: api.baseUrl, orgId, people, mails: mail.got })
    try {
      const rights = []
      for (const { person, url } of desk.links) {
        const opened = await fetch(url, { redirect: 'manual' })
        assert.deepEqual([opened.status, opened.headers.get('location')], [303, `${api.baseUrl}/o/${orgId}`])
        const cookie = opened.headers
          .getSetCookie()
          .map((each) => each.split(';')[0])
          .join('; ')
        const headers = { cookie, origin: api.baseUrl }
        const { token } = JSON.parse(
          (await send(api.baseUrl, 'POST', '/api/v2/session/token', { headers })).text,
        )
        const { user } = await new Toscan({ baseUrl: api.baseUrl, token: () => token }).session.get()
        assert.equal(user?.email, person.email)
        const { members } = await new Toscan({ baseUrl: api.baseUrl, apiKey: person.session }).members.list()
        const me = members.find(({ email }) => email === person.email)
        rights.push([me?.role, me?.minor_safety])
      }
      assert.deepEqual(rights, [
        ['admin', true],
        ['member', true],
        ['member', false],
      ])
      assert.equal((await fetch(`${desk.url}/as/somebody`, { redirect: 'manual' })).status, 404)

      const text = `<script>alert(1)</script>\n${api.baseUrl}/o/${orgId}/scans/1\nhttps://elsewhere.example/`
      const smtp = createSmtp({ url: mail.url, from: 'toscan@demo.example' })
      const sent = await smtp.send({ id: 'mail_1', to: people[0].email, subject: 'Demo: <1>', text })
      smtp.close()
      assert.deepEqual(sent, { ok: true })
      const page = await (await fetch(desk.mailUrl)).text()
      assert.match(page, /<h2>Demo: &lt;1><\/h2>/)
      assert.doesNotMatch(page, /<script>|href="https:\/\/elsewhere/)
      assert.ok(page.includes(`<a href="${api.baseUrl}/o/${orgId}/scans/1">`), page)
      const other = await send(desk.url, 'GET', '/', { headers: { host: 'rebound.example' } })
      assert.equal(other.status, 403)
    } finally {
      await desk.close()
      await api.stop()
      await mail.close()
    }
  })
})

describe('toscan scan --json', () => {
  let web: WebUnderTest
  let folder: string
  before(async () => {
    web = await scanThrough(sitesOf(creators))
    folder = await mkdtemp(join(tmpdir(), 'toscan-scan-'))
  })
  after(async () => {
    await web.close()
    await rm(folder, { recursive: true })
  })

  it('prints the scan record of the interface and nothing else', async () => {
    const { url } = named('escort-chain')
    const authority = join(folder, 'authority.pem')
    await writeFile(authority, web.authority)
    const { code, stdout } = await toscan(['scan', url, '--json', '--fail-on', 'review_high'], {
      NODE_EXTRA_CA_CERTS: authority,
      TOSCAN_EGRESS_PROXY: web.proxyUrl,
      TOSCAN_SEARCH: SEARCH_SETTING,
    })
    assert.equal(code, 2, 'it is flagged as much as --fail-on says')
    const record = ScanRecord.omit({ org_id: true }).parse(JSON.parse(stdout))
    assert.equal(record.url, url)
    assert.equal(record.is_banned, false)
    assert.ok(record.profile?.name)
    assert.equal(record.profile.platform, 'instagram')
    assert.equal(record.triage_report?.recommendation, 'review_high')
    assert.equal(record.triage_report?.coverage?.mode, 'deep')
  })

  it('without --json says whom it saw in front of why', async () => {
    const { url } = named('escort-chain')
    const { code, stdout } = await toscan(['scan', url, '--quick', '--fail-on', 'review_high'], {
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
      TOSCAN_EGRESS_PROXY: web.proxyUrl,
    })
    assert.equal(code, 0)
    const [, address, whom] = stdout.split('\n')
    assert.ok(address?.startsWith(url))
    assert.equal(whom, 'Anabela, @anabela.noite on instagram, 4,210 followers')
  })
})

function expectFailure({ expected }: NamedCreator, result: () => ScanResult) {
  it('fails and says why', () => {
    const failed = result()
    assert.equal(failed.status, 'failed')
    assert.match(failed.error, expected.error ?? /^$/)
    assert.deepEqual(failed.coverage.steps_failed, ['profile', 'ban_check'])
  })
}

function expectReport(
  { expected, url }: NamedCreator,
  completedScan: () => ScanResult & { status: 'completed' },
  analysis: () => Analysis | undefined,
) {
  it(`recommends ${expected.recommendation.join(' or ')}`, () => {
    const { recommendation } = completedScan().report
    assert.ok(expected.recommendation.includes(recommendation), recommendation)
  })

  if (expected.codes)
    it(`carries ${expected.codes.join(', ')}`, () => {
      const { reason_codes } = completedScan().report
      for (const code of expected.codes ?? []) assert.ok(reason_codes.includes(code), String(reason_codes))
    })

  if (expected.notCodes)
    it(`accuses nobody of ${expected.notCodes === 'any' ? 'anything' : expected.notCodes.join(', ')}`, () => {
      const unwanted = expected.notCodes ?? []
      const accused = completedScan().report.reason_codes.filter(
        (code) => !STATUS_CODES.includes(code) && (unwanted === 'any' || unwanted.includes(code)),
      )
      assert.deepEqual(accused, [])
    })

  it(`finds is_banned to be ${expected.isBanned}`, () => {
    assert.equal(completedScan().isBanned, expected.isBanned)
  })

  it('accounts for what was seen', () => {
    const { coverage } = completedScan()
    assert.deepEqual(coverage.login_blocked_urls, expected.loginBlocked ?? [])
    assert.deepEqual(coverage.bot_blocked_urls, expected.botBlocked ?? [])
    assert.deepEqual(
      coverage.failed_urls.map((failed) => failed.url),
      expected.failed ?? [],
    )
    assert.equal(coverage.urls_failed, coverage.failed_urls.length)
    const unread = expected.isBanned === null
    assert.equal(coverage.score < 0.5, unread, String(coverage.score))
    assert.equal(completedScan().report.reason_codes.includes('insufficient_coverage'), unread)
  })

  it('names the way that mattered', () => {
    const { link_chain } = completedScan().report
    if (expected.chain) assert.equal(link_chain, expected.chain)
    assert.match(link_chain, /^profile( -> [a-z_]+)+$/)
  })

  it('sends the reviewer to addresses that stand in the evidence', () => {
    const { review_targets, evidence_index } = completedScan().report
    assert.equal(review_targets[0], expected.openFirst ?? url)
    const known = new Set(evidence_index.map((entry) => entry.url))
    const seen = analysis()?.evidence.flatMap((each) => [
      each.finalUrl,
      ...each.redirects,
      ...each.links.map((link) => link.url),
    ])
    for (const target of review_targets) assert.ok(known.has(target) || seen?.includes(target), target)
  })

  it('quotes nothing that does not stand in the stored evidence', () => {
    const stored = new Map(analysis()?.evidence.map((each) => [each.ref, each]))
    for (const finding of completedScan().report.findings) {
      assert.ok(finding.evidence.length > 0, finding.code)
      for (const { ref, quote, url: address } of finding.evidence) {
        const evidence = stored.get(ref)
        const texts = evidence?.texts.map((text) => text.text) ?? []
        const addresses = [evidence?.url, evidence?.finalUrl, ...(evidence?.redirects ?? [])]
        const links = evidence?.links.map((link) => link.url) ?? []
        const stands = address
          ? [...addresses, ...links].includes(address)
          : texts.some((text) => text.includes(quote))
        assert.ok(stands, `${finding.code} quotes “${quote}” from ${ref}`)
      }
    }
  })

  it('cites evidence in the summary that the index holds', () => {
    const { reason_summary, evidence_index } = completedScan().report
    const refs = new Set(evidence_index.map((entry) => entry.ref))
    for (const [ref] of reason_summary.matchAll(/\bE\d+\b/g)) assert.ok(refs.has(ref), ref)
    assert.match(reason_summary, expected.summary ?? /./)
  })

  it('keeps the shape of the interface', () => {
    const { report, coverage } = completedScan()
    assert.deepEqual(TriageReport.parse({ ...report, coverage }), { ...report, coverage })
  })
}

describe('a profile that states an age under 18', () => {
  it('is shown with the words masked, in everything that is stored or sent', async () => {
    const web = await scanThrough(sitesOf(creators))
    const { url } = named('minor-age')
    const { result, analysis } = await scanOf(web, url, 'deep')
    await web.close()
    const everything = JSON.stringify([completed(result), analysis])
    assert.doesNotMatch(everything, /I'm 16|grade 10/)
    assert.match(everything, /I\*m 1\*/)
  })
})

/** Runs the pipeline as `toscan scan` does, and keeps what the analysis stored. */
async function scanOf(web: WebUnderTest, url: string, mode: 'deep' | 'quick') {
  let analysis: Analysis | undefined
  const run = plainStepRunner(() => {})
  const step: RunStep = async (name, work) => {
    const output = await run(name, work)
    // The step of that name returns just this.
    if (name === 'analysis') analysis = output as Analysis
    return output
  }
  const result = await scanProfile(web.context, { url, mode }, step, forTwoMinutes())
  return { result, analysis }
}

function compared({ profile, report, coverage }: ReturnType<typeof completed>) {
  return { profile, triage_report: { ...report, coverage } }
}

function completed(result: ScanResult): ScanResult & { status: 'completed' } {
  assert.ok(result.status === 'completed', result.status === 'failed' ? result.error : '')
  return result
}

function named(name: string): NamedCreator {
  const creator = creators.find((candidate) => candidate.name === name)
  assert.ok(creator, name)
  return creator
}

function timeless(result: ScanResult): unknown {
  return JSON.parse(
    JSON.stringify(result, (key, value) =>
      ['captured_at', 'read_at', 'started_at', 'duration_ms'].includes(key) ? null : value,
    ),
  )
}

function forTwoMinutes(): AbortSignal {
  return AbortSignal.timeout(120_000)
}

async function toscan(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout }
}
