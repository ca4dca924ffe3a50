import { challenge } from '../../demo/web/pages.ts'
import { type Answer, html, NOBODY_THERE, redirect, type Site } from '../../demo/web/site.ts'
import type { Outcome } from '../../src/evidence/evidence.ts'
import { placeOf } from './card.ts'

/** What stands between a scan and a page: a wall, a gap, or nothing where a page once was. */
export interface Barrier {
  id: string
  kind: 'wall' | 'gap' | 'gone'
  /** What should be told of the page. */
  outcome: Outcome
  /** It closes a whole host. */
  ofHost: boolean
  /** A profile that somebody asks for is looked at all the same. */
  onlyLinked: boolean
  /** A scan of such a profile ends as failed. */
  fails: boolean
  answers(url: string): Site
}

const barrier = (
  given: Pick<Barrier, 'id' | 'kind' | 'outcome' | 'answers'> & Partial<Barrier>,
): Barrier => ({
  ofHost: false,
  onlyLinked: false,
  fails: false,
  ...given,
})

/** The login page itself is closed to robots, as login pages are. */
const loginRedirect = barrier({
  id: 'login_redirect',
  kind: 'wall',
  outcome: 'login_wall',
  answers(url) {
    const { origin, host, pathname } = new URL(url)
    const site = host.replace(/^www\./, '')
    return {
      [placeOf(url)]: redirect(`${origin}/login?next=${encodeURIComponent(pathname)}`),
      [`${site}/login`]: loginForm(),
      [`${site}/robots.txt`]: { body: 'User-agent: *\nDisallow: /login\n' },
    }
  },
})

const loginPage = barrier({
  id: 'login_page',
  kind: 'wall',
  outcome: 'login_wall',
  answers: (url) => ({ [placeOf(url)]: loginForm() }),
})

function loginForm(): Answer {
  return html(
    'Log in',
    '<form><h1>Log in</h1><input name="username"><input type="password" name="password"><button>Log in</button></form>',
  )
}

const botChallenge = barrier({
  id: 'bot_challenge',
  kind: 'wall',
  outcome: 'bot_challenge',
  answers: (url) => ({ [placeOf(url)]: challenge() }),
})

const ageGate = barrier({
  id: 'age_gate',
  kind: 'wall',
  outcome: 'age_gate',
  answers: (url) => ({
    [placeOf(url)]: html(
      'Please wait',
      '<main><h1>Are you over 18?</h1><p>You must be 18 years or older to enter.</p><a href="/enter">Enter</a></main>',
    ),
  }),
})

const notFound = barrier({
  id: 'not_found',
  kind: 'gone',
  outcome: 'gone',
  answers: (url) => ({ [placeOf(url)]: { status: 404, body: 'Not found' } }),
})

const serverError = barrier({
  id: 'server_error',
  kind: 'gap',
  outcome: 'error',
  fails: true,
  answers: (url) => ({ [placeOf(url)]: { status: 503, body: 'Try again later' } }),
})

const closedToRobots = barrier({
  id: 'robots',
  kind: 'gap',
  outcome: 'error',
  ofHost: true,
  onlyLinked: true,
  answers(url) {
    const host = new URL(url).host.replace(/^www\./, '')
    const answer = html(
      'Somebody',
      '<main><h1>Somebody</h1><p>A page that robots are asked to leave alone.</p></main>',
    )
    return { [placeOf(url)]: answer, [`${host}/robots.txt`]: { body: 'User-agent: *\nDisallow: /\n' } }
  },
})

const hangs = barrier({
  id: 'hangs',
  kind: 'gap',
  outcome: 'error',
  fails: true,
  answers: (url) => ({
    [placeOf(url)]: { headers: { 'content-type': 'text/html' }, send: (outgoing) => outgoing.flushHeaders() },
  }),
})

const needsBrowser = barrier({
  id: 'needs_browser',
  kind: 'gap',
  outcome: 'error',
  answers: (url) => ({ [placeOf(url)]: html('', '<div id="root"></div><script src="/bundle.js"></script>') }),
})

const rateLimited = barrier({
  id: 'rate_limited',
  kind: 'gap',
  outcome: 'rate_limited',
  answers: (url) => ({ [placeOf(url)]: { status: 429, body: 'Too many requests' } }),
})

const nobodyThere = barrier({
  id: 'nobody_there',
  kind: 'gap',
  outcome: 'error',
  ofHost: true,
  fails: true,
  answers: (url) => ({ [new URL(url).host.replace(/^www\./, '')]: NOBODY_THERE }),
})

export const walls: readonly Barrier[] = [loginRedirect, loginPage, botChallenge, ageGate]
export const gaps: readonly Barrier[] = [
  notFound,
  serverError,
  closedToRobots,
  needsBrowser,
  hangs,
  rateLimited,
  nobodyThere,
]
