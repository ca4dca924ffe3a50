import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { gapsOf } from '../../dashboard/src/screens/report/summary/gaps.ts'
import { challenge, login } from '../../demo/web/pages.ts'
import { type Answer, html, type Page, redirect } from '../../demo/web/site.ts'
import { Coverage } from '../../sdk/contract.ts'
import { printReport } from '../../src/cli/terminal/print-report.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

/** What kept a scan from a page has one name each, in every place where a person reads of it. */

const GATE = html('Ida', '<p>Are you over 18?</p><a href="/enter">Yes</a>')
const SHELL: Answer = html('', '<div id="root"></div><script src="/app.js"></script>')

interface Wall {
  page: Page
  /** In sentences: "a page …". */
  why: string
  /** In the dashboard: the heading of the gap, and the reason beside the address. */
  gap: [what: string, reason: string | null]
}

/** Ways to a login page. */
const WAYS: Record<string, (login: string) => Page> = {
  redirect: (login) => redirect(login),
  refresh: (login) => html('', '', `<meta http-equiv="refresh" content="0; url=${login}">`),
  script: (login) => html('', `<script>window.location.replace(${JSON.stringify(login)})</script>`),
}
/** Open to robots, and closed by robots.txt. */
const LOGINS = [
  'http://open.example/login?next=ida',
  'http://accounts.closed.example/x',
  'http://closed.example/i/flow/login',
]

const WALLS: Record<string, Wall> = {
  'login.example/ida': { page: login('Ida'), why: 'behind a login', gap: ['Pages behind a login', null] },
  'sent.example/ida': {
    page: redirect('/accounts/login?next=/ida'),
    why: 'behind a login',
    gap: ['Pages behind a login', null],
  },
  'gate.example/ida': { page: GATE, why: 'behind an age gate', gap: ['Pages behind an age gate', null] },
  'challenge.example/ida': {
    page: challenge(),
    why: 'refused to scanners',
    gap: ['Pages that refuse scanners', null],
  },
  'later.example/ida': {
    page: { status: 429, body: 'later' },
    why: 'whose site asked to come later',
    gap: ['Pages that asked to come later', null],
  },
  'closed.example/ida': {
    page: html('Ida', '<p>Words</p>'),
    why: 'closed by robots.txt',
    gap: ['Pages that could not be read', 'Closed by robots.txt'],
  },
  'broken.example/ida': {
    page: { status: 503, body: 'oops' },
    why: 'whose server failed',
    gap: ['Pages that could not be read', 'Its server failed (503)'],
  },
  'teapot.example/ida': {
    page: { status: 418, body: 'tea' },
    why: 'answering with an error',
    gap: ['Pages that could not be read', 'Answered with an error (418)'],
  },
  'shell.example/ida': {
    page: SHELL,
    why: 'that only a browser can show',
    gap: ['Pages that could not be read', 'Only a browser can show it'],
  },
}

describe('what kept us from a page', () => {
  let web: WebUnderTest
  before(async () => {
    const links = Object.keys(WALLS).map((place) => `<a href="http://${place}">here</a>`)
    const ways = Object.keys(WAYS).flatMap((way) => LOGINS.map((_, index) => `${way}${index}.example/ida`))
    web = await scanThrough([
      Object.fromEntries(
        Object.entries(WAYS).flatMap(([way, to]) =>
          LOGINS.map((login, index) => [`${way}${index}.example/ida`, to(login)]),
        ),
      ),
      Object.fromEntries(Object.entries(WALLS).map(([place, { page }]) => [place, page])),
      {
        'hub.example/ida': html(
          'Ida',
          `<h1>Ida Quill</h1>${links.join('')}<a href="http://gone.example/ida">old</a>`,
        ),
        'sent.example/accounts/login': login('Ida'),
        'open.example/login?next=ida': login('Ida'),
        'accounts.closed.example/robots.txt': { body: 'User-agent: *\nDisallow: /' },
        'ways.example/ida': html(
          'Ida',
          `<h1>Ida</h1>${ways.map((place) => `<a href="http://${place}">go</a>`).join('')}`,
        ),
        'closed.example/robots.txt': { body: 'User-agent: *\nDisallow: /' },
        'gone.example/ida': { status: 404, body: 'nobody' },
      },
    ])
  })
  after(() => web.close())

  const scan = async (url: string) => {
    const result = await scanProfile(
      web.context,
      { url, mode: 'deep' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.ok(result.status === 'completed')
    return result
  }

  it('has a name of its own in the report, in coverage, on a screen and in a terminal', async (t) => {
    const { report, coverage, isBanned } = await scan('http://hub.example/ida')
    const at = (...places: string[]) => places.map((place) => `http://${place}`)
    assert.deepEqual(
      coverage.login_blocked_urls,
      at('login.example/ida', 'sent.example/ida', 'gate.example/ida'),
    )
    assert.deepEqual(coverage.age_gated_urls, at('gate.example/ida'))
    assert.deepEqual(coverage.bot_blocked_urls, at('challenge.example/ida', 'later.example/ida'))
    assert.deepEqual(coverage.rate_limited_urls, at('later.example/ida'))
    Coverage.parse(coverage)

    const { mock } = t.mock.method(console, 'log', () => {})
    printReport('http://hub.example/ida', { status: 'completed', report, coverage, isBanned })
    const shown = mock.calls.map(({ arguments: [text] }) => stripVTControlCharacters(String(text)))
    mock.restore()
    const target = report.review_targets.find((url) => url === 'http://gate.example/ida')
    assert.ok(shown.includes(`  ${target}  not read, a page behind an age gate`), shown.join('\n'))
    const gaps = gapsOf(coverage)
    for (const [place, { why, gap }] of Object.entries(WALLS)) {
      const url = `http://${place}`
      assert.match(report.reason_summary, new RegExp(`pages? ${why.replaceAll('.', '\\.')}`), place)
      assert.ok(
        shown.some((line) => line.includes(`a page ${why}: ${url}`)),
        `${place} in ${shown.join('\n')}`,
      )
      const [what, reason] = gap
      const named = gaps.filter(({ urls }) => urls.some((each) => each.url === url))
      assert.deepEqual(
        named.map((each) => [each.what, each.urls.find((one) => one.url === url)?.reason ?? null]),
        [[what, reason]],
        place,
      )
    }
    for (const sentence of [
      '2 pages behind a login were not read.',
      '1 page closed by robots.txt was not read.',
      '1 page that only a browser can show was not read.',
    ])
      assert.ok(report.reason_summary.includes(` ${sentence}`), report.reason_summary)
    assert.match(report.reason_summary, /1 linked page is not there any more \[E\d+\]/)
  })

  it('is a login by whatever way it sends us there, also where robots.txt closes it', async () => {
    const { coverage } = await scan('http://ways.example/ida')
    assert.deepEqual(coverage.failed_urls, [])
    assert.equal(coverage.login_blocked_urls.length, Object.keys(WAYS).length * LOGINS.length)
    assert.deepEqual(coverage.age_gated_urls, [])
  })

  it('is said of the profile itself, with what a person can do', async () => {
    for (const [place, { why }] of Object.entries(WALLS)) {
      if (place === 'closed.example/ida' || place === 'broken.example/ida') continue
      const { report } = await scan(`http://${place}`)
      assert.match(report.reason_summary, new RegExp(`could (not )?be read, a page ${why}`), place)
      const change = report.would_change?.find(({ kind }) => kind === 'unseen_page')
      assert.match(change?.text ?? '', new RegExp(`\\[E1\\].*: a page ${why}, so (only|nothing)`))
      const steps = report.would_change?.filter(({ kind }) => kind === 'unseen_step') ?? []
      assert.deepEqual(
        steps.filter(({ text }) => /_/.test(text)),
        [],
        'no words of ours',
      )
    }
    const { report } = await scan('http://login.example/ida')
    assert.match(
      report.would_change?.[0]?.text ?? '',
      /^Log in to login\.example \[E1\] and read the bio and the links: .* so nothing of it counted\.$/,
    )
  })
})
