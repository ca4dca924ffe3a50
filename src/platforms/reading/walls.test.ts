import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { piecesOfJson } from '../../answers/pieces.ts'
import type { PageResponse } from '../../evidence/page.ts'
import { parseHtml } from '../../net/html/parse-html.ts'
import { readGeneric } from '../sites/generic.ts'
import { withPieces } from './with-pieces.ts'

const ASKED = 'https://studio.test/ida'
const FORM =
  '<form action="/session"><input name="user"><input type="password" name="password"><button>Log in</button></form>'
const WORDS = 'I pull prints of harbours on cotton paper, by hand, and sell them at fairs along the coast. '

interface Given {
  asked?: string
  /** Where redirects of any kind led. */
  final?: string
  status?: number
  title?: string
  head?: string
  body?: string
  json?: unknown
}

function answer({
  asked = ASKED,
  final = asked,
  status = 200,
  title = '',
  head = '',
  body = '',
  json,
}: Given): PageResponse {
  const html = `<html><head><title>${title}</title>${head}</head><body>${body}</body></html>`
  return {
    requestedUrl: asked,
    finalUrl: final,
    status,
    headers: {},
    hops: [],
    contentType: json === undefined ? 'text/html' : 'application/json',
    bytes: html.length,
    truncated: false,
    sha256: '',
    fetchedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    page: json === undefined ? parseHtml(html, final) : null,
    json,
    carries: piecesOfJson(json),
    text: '',
  }
}

/** As a scan reads the page of a site that no platform knows. */
function outcomeOf(given: Given): string {
  const response = answer(given)
  return withPieces(readGeneric(response), response, { platform: null, target: null }).outcome
}

/** Addresses at which sites ask people who they are. */
// biome-ignore format: a list
const LOGIN_PAGES = [
  '/login', '/login/', '/login?next=%2Fida', '/login.php?next=/ida', '/login.aspx?ReturnUrl=%2fida', '/log-in', '/Login', '/signin', '/sign-in',
  '/sign_in', '/accounts/login/?next=/ida/', '/account/login', '/account/signin', '/accounts/signin', '/i/flow/login?redirect_after_login=%2Fida',
  '/uas/login', '/authwall?trk=x', '/users/sign_in', '/user/login?destination=ida', '/users/login', '/member/login', '/members/sign-in',
  '/customer/login', '/customer/account/login/', '/auth', '/auth/login', '/auth/signin?callbackUrl=x', '/oauth/authorize?client_id=1',
  '/oauth2/authorize', '/session/new', '/sessions/new', '/en/login', '/en-us/login', '/de/anmelden', '/fr/connexion', '/es/iniciar-sesion',
  '/pt/entrar', '/it/accedi', '/nl/inloggen', '/wp-login.php?redirect_to=x', '/checkpoint', '/v3/signin/identifier', '/ServiceLogin?continue=x',
  '/app/login', '/web/login', '/portal/login', '/u/login?state=abc', '/login/oauth', '/signin/v2', '/user/sign-in', '/security/login',
  '/?mode=login', '/?login=1', '/?action=login&next=ida', '/auth?mode=login', '/home?show=login', '/#/login', '/#login', '/#!/sign-in',
]
const LOGIN_HOSTS = [
  'https://accounts.studio.test/',
  'https://account.studio.test/x',
  'https://login.studio.test/?return_to=x',
  'https://auth.studio.test/u/login',
  'https://auth0.studio.test/authorize?x=1',
  'https://sso.studio.test/',
  'https://signin.studio.test/',
  'https://passport.studio.test/web',
  'https://id.studio.test/login',
  'https://id.studio.test/?redirect_uri=x',
  'https://identity.studio.test/connect/authorize',
  'https://idp.studio.test/realms/x/protocol/openid-connect/auth',
  'https://oauth.studio.test/x',
]
const CONSENT_PAGES = [
  'https://consent.studio.test/m?continue=x',
  'https://studio.test/consent?next=/ida',
  'https://studio.test/privacy-consent',
  'https://studio.test/cookie-consent?url=/ida',
]

/** Pages that ask, at the address that was asked for. */
const LOGIN_ANSWERS: Record<string, Given> = {
  'a title and a form': { title: 'Log in', body: FORM },
  'a title behind a brand and a form': { title: 'Studio | Log in', body: FORM },
  'a brand behind the title': { title: 'Sign in • Studio', body: FORM },
  'a title that names the site': { title: 'Log in to Studio', body: FORM },
  'a title that offers both': { title: 'Studio – log in or sign up', body: FORM },
  'a title in another language': { title: 'Anmelden | Studio', body: FORM },
  'a title behind a brand in another language': { title: 'Studio - Connexion', body: FORM },
  'a title that requires it': { title: 'Login required', body: '<p>Studio</p>' },
  'a title that requires authentication': { title: 'Authentication Required', body: '<p>Studio</p>' },
  'a dialog over nothing': {
    title: 'Ida | Studio',
    body: `<div role="dialog"><h2>Log in to continue</h2>${FORM}<a href="/signup">Sign up</a></div>`,
  },
  'words and a form': { title: 'Studio', body: `<p>You must be logged in to view this page.</p>${FORM}` },
  'words and a link': {
    title: 'Studio',
    body: '<p>Please log in to see this profile.</p><a href="/login">Log in</a>',
  },
  'words alone': { title: 'Studio', body: '<h1>You need to sign in to view this content</h1>' },
  'words of a members’ site': {
    title: 'Studio',
    body: '<p>This profile is only visible to members.</p><a href="/login">Log in</a> <a href="/join">Join</a>',
  },
  'words of a network': {
    title: 'Ida',
    body: '<h2>Sign up to see photos and videos from your friends.</h2><a href="/accounts/login/">Log in</a>',
  },
  'a form under a heading, whatever the title': {
    title: 'Ida Quill',
    body: `<h1>Log in</h1>${FORM}<p>Sign up to see this profile.</p>`,
  },
  'a form under a heading in another language': {
    title: 'Ida Quill',
    body: '<h1>Anmelden</h1><form><input name=u><label>Passwort</label><input type=password><button>Anmelden</button></form><p>Noch kein Konto? Jetzt kostenlos registrieren.</p>',
  },
  'a question about cookies, and nothing else': {
    title: 'Ida Quill',
    body: '<h1>We value your privacy</h1><p>We and our partners store cookies. Accept all to continue.</p><button>Accept all</button><button>Reject</button>',
  },
  'a question about cookies in another language': {
    title: 'Ida Quill',
    body: '<h2>Wir verwenden Cookies</h2><p>Diese Website nutzt Cookies und ähnliche Techniken.</p><button>Alle akzeptieren</button>',
  },
  'a description': {
    title: 'Studio',
    head: '<meta property="og:description" content="Log in to Studio to see Ida">',
    body: '<p>Studio</p>',
  },
  'status 401': { status: 401, title: 'Studio', body: '<p>No</p>' },
  'status 401 and a form': { status: 401, title: 'Studio', body: FORM },
  'status 403 and a form': { status: 403, title: 'Log in', body: FORM },
  'status 403 and words': {
    status: 403,
    title: 'Studio',
    body: '<p>You must be logged in to view this page.</p><a href="/login">Log in</a>',
  },
  'JSON: error': { json: { error: 'login required' } },
  'JSON: error, 403': { status: 403, json: { error: 'login required' } },
  'JSON: require_login': { status: 400, json: { message: 'Sorry', require_login: true, status: 'fail' } },
  'JSON: login_required': { json: { status: 'fail', message: 'login_required' } },
  'JSON: an object': { json: { error: { code: 190, message: 'You must be logged in to see this' } } },
  'JSON: a list': {
    json: { data: null, errors: [{ message: 'Not authenticated', extensions: { code: 'UNAUTHENTICATED' } }] },
  },
  'JSON: a code': {
    status: 403,
    json: { code: 'unauthenticated', detail: 'Authentication credentials were not provided.' },
  },
}

/** Pages that speak of logins, or hold a form, and are what was asked for. */
const NO_WALLS: Record<string, Given> = {
  'a bio that sends people to its own login': {
    title: 'Ida Quill',
    body: `<h1>Ida Quill</h1><p>${WORDS}Log in to my site for more: ida.test</p><a href="https://ida.test">ida.test</a>`,
  },
  'a bio that says that one must log in there': {
    title: 'Ida Quill',
    body: `<p>${WORDS}You must log in to my members area to see the whole set.</p><a href="https://ida.test/members">members</a>`,
  },
  'a form in the head of a page of words': {
    title: 'Ida Quill',
    body: `<header>${FORM}</header><h1>Ida Quill</h1><p>${WORDS.repeat(4)}</p>`,
  },
  'a form in the head of a short page': {
    title: 'Ida Quill | Studio',
    body: `<header>${FORM}</header><h1>Ida Quill</h1><p>${WORDS}</p>`,
  },
  'a link to a login in the head': {
    title: 'Ida Quill',
    body: `<header><a href="/login">Log in</a></header><p>${WORDS}</p>`,
  },
  'a newsletter': {
    title: 'Ida Quill',
    body: `<p>${WORDS}</p><form><p>Sign up to see new prints first</p><input type="email"><button>Sign up</button></form>`,
  },
  'a few words beside a question about cookies': {
    title: 'Ida Quill',
    body: `<h1>Ida Quill</h1><p>I pull prints of harbours.</p><p>We use cookies on this site.</p><button>Accept all</button>`,
  },
  'a few words beside a form': {
    title: 'Ida Quill',
    body: `${FORM}<h1>Ida Quill</h1><p>I pull prints of harbours.</p>`,
  },
  'a baker of cookies who takes orders': {
    title: 'Ida Quill',
    body: '<h1>Cookies and cakes</h1><p>I accept orders via DM.</p>',
  },
  'a baker of cookies': { title: 'Ida Quill', body: '<p>I bake cookies and sell them at fairs.</p>' },
  'an age': { title: 'Ida Quill', body: '<h1>Ida</h1><p>I am 21 and I pull prints.</p>' },
  'years that begin like an age': {
    title: 'Ida Quill',
    body: '<h1>Ida</h1><p>I am 180 months old, my cat says.</p>',
  },
  'comments for members': {
    title: 'Ida Quill',
    body: `<article><p>${WORDS}</p></article><p>Please log in to comment.</p><a href="/login">Log in</a>`,
  },
  'an essay about logins': {
    title: 'How to log in safely - Ida Quill',
    body: `<article><p>${WORDS}</p><p>Log in with a passkey.</p></article>`,
  },
  'a record called so': { title: 'Login (2019) | Ida Quill', body: `<p>${WORDS}</p>` },
  'another language': { final: 'https://studio.test/en/ida', title: 'Ida', body: `<p>${WORDS}</p>` },
  'a slash behind the address of a site called so': {
    asked: 'https://login.ida.test/work',
    final: 'https://login.ida.test/prints/',
    title: 'Ida',
    body: `<p>${WORDS}</p>`,
  },
  'the site of another country': {
    final: 'https://id.studio.test/ida',
    title: 'Ida',
    body: `<p>${WORDS}</p>`,
  },
  'a site of that name': { final: 'https://identity.org/ida', title: 'Ida', body: `<p>${WORDS}</p>` },
  'a site of that name in another country': {
    final: 'https://passport.co.uk/ida',
    title: 'Ida',
    body: `<p>${WORDS}</p>`,
  },
  'an essay at an address that names logins': {
    final: 'https://studio.test/blog/login-tips',
    title: 'Ida',
    body: `<p>${WORDS}</p>`,
  },
  'a query that comes from a login': {
    final: 'https://studio.test/ida?from=login',
    title: 'Ida',
    body: `<p>${WORDS}</p>`,
  },
  'a name in the address': { final: 'https://studio.test/auth-ida', title: 'Ida', body: `<p>${WORDS}</p>` },
  'JSON of a person': {
    json: { login: 'ida', name: 'Ida Quill', bio: WORDS, require_login: false, error: null },
  },
  'JSON of a page that asks to log in elsewhere': {
    json: { title: 'Ida Quill', description: 'Please log in to my own site to see more of my prints.' },
  },
  'JSON of a person who writes of logins': {
    json: { name: 'Ida Quill', bio: `${WORDS} Login required on my site.`, links: ['https://ida.test'] },
  },
}

describe('a page that asks who one is', () => {
  for (const place of LOGIN_PAGES)
    it(`is a login wall: sent to ${place}`, () =>
      assert.equal(
        outcomeOf({ final: `https://studio.test${place}`, body: '<div id="app"></div>' }),
        'login_wall',
      ))
  for (const final of LOGIN_HOSTS)
    it(`is a login wall: sent to ${final}`, () =>
      assert.equal(outcomeOf({ final, title: 'Welcome', body: '<p>Welcome back</p>' }), 'login_wall'))
  for (const final of CONSENT_PAGES)
    it(`is a wall of consent: sent to ${final}`, () => {
      const response = answer({ final, body: '<p>We value your privacy</p>' })
      assert.deepEqual(readGeneric(response), { outcome: 'login_wall', signal: 'redirect_to_consent' })
    })
  for (const [name, given] of Object.entries(LOGIN_ANSWERS))
    it(`is a login wall: ${name}`, () => assert.equal(outcomeOf(given), 'login_wall'))
})

describe('a page that says that nothing is there', () => {
  for (const [title, body] of [
    ['Fehler', '<h1>Seite nicht gefunden</h1><p>Zur Startseite</p>'],
    ['Studio', '<header><a href="/">Studio</a></header><h1>Page not found</h1>'],
    ['Studio', '<h1>404</h1><p>Nothing to see.</p>'],
    ['Studio', '<p>This account has been deactivated.</p>'],
    ['Studio', '<p>This user has deleted their account.</p>'],
  ] as const)
    it(`is gone: ${body}`, () => assert.equal(outcomeOf({ title, body }), 'gone'))

  for (const body of [
    '<h1>Ida</h1><p>404 followers and counting</p>',
    '<h1>Oops I did it again</h1><p>Songs by Ida</p>',
    '<h1>Ida</h1><p>My old account was deleted, so this is the new one. I pull prints.</p>',
    `<h1>Page not found</h1><p>${WORDS.repeat(4)}</p>`,
  ])
    it(`is there: ${body.slice(0, 80)}`, () => assert.equal(outcomeOf({ title: 'Ida Quill', body }), 'ok'))
})

describe('a page that asks how old one is', () => {
  for (const words of [
    'Are you over 18?',
    'You must be 18 or older to enter.',
    'I am over 18',
    'I am 18 or older',
    'I’m at least 21 years of age',
    'By entering I confirm that I am 18 years old',
  ])
    it(`is an age gate: ${words}`, () =>
      assert.equal(
        outcomeOf({ title: 'Studio', body: `<p>${words}</p><button>Enter</button><button>Leave</button>` }),
        'age_gate',
      ))
})

describe('a page that speaks of logins and is what was asked for', () => {
  for (const [name, given] of Object.entries(NO_WALLS))
    it(`is no wall: ${name}`, () => assert.equal(outcomeOf(given), 'ok'))
  it('is refused, and by no login: 403 without one', () => {
    assert.equal(outcomeOf({ status: 403, title: 'Forbidden', body: '<p>Forbidden</p>' }), 'bot_challenge')
    assert.equal(outcomeOf({ status: 403, json: { error: 'forbidden' } }), 'bot_challenge')
  })
})
