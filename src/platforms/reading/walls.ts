import { getSubdomain } from 'tldts'
import type { Outcome } from '../../evidence/evidence.ts'
import type { PageResponse, ParsedPage } from '../../evidence/page.ts'

/** What an answer proves before any profile is read, and the name of the proof. */
export interface Sign {
  outcome: Outcome
  signal: string
}

/**
 * What stands between us and the page: challenge, login, consent, rate limit, failure. None of it says a word about the
 * account, so none of it is ever `gone` or `banned`.
 */
export function findWall(response: PageResponse): Sign | null {
  return (
    findChallenge(response) ??
    findRedirectWall(response) ??
    // Sites refuse by 403 who has not logged in, and say so.
    findJsonWall(response) ??
    (response.status === 403 ? findLoginPage(response) : null) ??
    findRefusal(response.status) ??
    findLoginPage(response)
  )
}

/** 404 and 410 from the site itself: absent, and nothing more than that. */
export function findAbsence(response: PageResponse): Sign | null {
  if (response.status !== 404 && response.status !== 410) return null
  return { outcome: 'gone', signal: `http_${response.status}` }
}

/** Interstitials of bot-protection services. */
export function findChallenge(response: PageResponse): Sign | null {
  if (response.headers['cf-mitigated'] === 'challenge') return challenge('cf_challenge')
  const page = response.page
  if (page === null) return null
  // Challenges speak to visitors without scripts in `noscript`, which is hidden text.
  const refused = response.status >= 400
  const saysLittle = refused || isBare(page)
  const saysNothing = refused || isEmpty(page)
  // Whatever its words, then: most pages are not searched for them.
  if (!saysLittle && !saysNothing) return null
  const words = `${page.title}\n${page.text.slice(0, FRONT)}\n${page.hiddenText.slice(0, FRONT)}`
  const scripts = page.scripts.map((script) => script.text.slice(0, SCRIPT_FRONT)).join('\n')
  for (const { signal, title, text, script } of CHALLENGES) {
    if (saysLittle && title?.test(page.title.trim())) return challenge(signal)
    if (saysLittle && text?.test(words)) return challenge(signal)
    if (saysNothing && script?.test(scripts)) return challenge(signal)
  }
  return isHumanAsked(page) ? challenge('captcha_widget') : null
}

/** A widget that wants to know whether one is human, with nothing to fill in beside it and hardly a word: forms to write to somebody have fields. */
function isHumanAsked({ asks, text, links }: ParsedPage): boolean {
  return asks?.human === true && asks.words !== true && text.length < FEW_WORDS && links.length < FEW_LINKS
}

/** Of a challenge: to the rules of who runs it, and to help. */
const FEW_LINKS = 4

export const FRONT = 2_000
const SCRIPT_FRONT = 4_000

const CHALLENGES: { signal: string; title?: RegExp; text?: RegExp; script?: RegExp }[] = [
  {
    signal: 'cf_challenge',
    title:
      /^(just a moment|attention required! \| cloudflare|one more step|please wait\.\.\. \| cloudflare|un momento|einen moment|un instant)/i,
    text: /checking (your browser|if the site connection is secure)|verifying you are human\. this may take|enable javascript and cookies to continue|sorry, you have been blocked/i,
    script: /_cf_chl_opt|__CF\$cv\$params|cf-turnstile/,
  },
  {
    signal: 'datadome_challenge',
    script: /captcha-delivery\.com|\bvar dd\s*=\s*\{/,
    text: /please enable js and disable any ad blocker/i,
  },
  {
    signal: 'perimeterx_challenge',
    title: /^access to this page has been denied/i,
    text: /press (&|and) hold to confirm you are|press & hold/i,
    script: /_pxAppId|px-captcha/,
  },
  { signal: 'akamai_denied', text: /you don'?t have permission to access .{0,300}reference ?#/is },
  { signal: 'akamai_challenge', text: /powered and protected by\s+(akamai|privacy)\b/i },
  { signal: 'aws_waf_challenge', title: /^human verification$/i, script: /awsWafCookieDomainList|gokuProps/ },
  {
    signal: 'imperva_challenge',
    title: /^pardon our interruption/i,
    text: /incapsula incident id/i,
    script: /_Incapsula_Resource/,
  },
  { signal: 'ddos_guard_challenge', title: /^ddos-guard$/i },
  { signal: 'kasada_challenge', script: /ips\.js\?KP_UIDz/ },
  { signal: 'sucuri_challenge', title: /^(you are being redirected\.\.\.|sucuri website firewall)/i },
  {
    signal: 'anubis_challenge',
    title: /^making sure you['’]?re not a bot/i,
    text: /set up anubis to protect/i,
  },
  { signal: 'vercel_challenge', title: /^vercel security checkpoint$/i },
  { signal: 'fastly_challenge', title: /^client challenge$/i },
  { signal: 'bunny_challenge', title: /^establishing a secure connection/i, text: /\bbunny shield\b/i },
  { signal: 'siteground_challenge', title: /^robot challenge screen$/i },
  { signal: 'wordfence_denied', text: /your access to this (site|service) has been (temporarily )?limited/i },
  { signal: 'f5_denied', text: /the requested url was rejected\. please consult with your administrator/i },
  { signal: 'radware_challenge', title: /^(radware|shieldsquare) (bot manager )?captcha/i },
  { signal: 'aliyun_challenge', script: /acw_sc__v2|aliyun_waf/ },
  { signal: 'queue_it', text: /you are now in line\b.{0,200}when it is your turn/is },
  {
    signal: 'captcha_interstitial',
    title:
      /^(are you (a )?(human|robot)|captcha|robot check|security check|bot verification|verify(ing)? (you are|that you're) (a )?human)/i,
    text: /(unusual traffic from your computer network|(complete|solve) the (captcha|security check)|(prove|confirm|verify) (that )?(you are|you're) (human|not a (ro)?bot)|blocked by network security)/i,
  },
]

/** Redirected to a login, consent or captcha page. */
export function findRedirectWall(response: Pick<PageResponse, 'requestedUrl' | 'finalUrl'>): Sign | null {
  // Most addresses lead nowhere else, and then neither has to be parsed.
  if (response.requestedUrl === response.finalUrl) return null
  const final = URL.parse(response.finalUrl)
  if (final === null || samePlace(response.requestedUrl, response.finalUrl)) return null
  if (/^consent\.|(^|\.)consensu\.org$/.test(final.hostname) || CONSENT_PATH.test(final.pathname))
    return wall('redirect_to_consent')
  if (
    /^\/(sorry|captcha|showcaptcha|challenge|_Incapsula|\.well-known\/(sgcaptcha|captcha))(\/|$)/i.test(
      final.pathname,
    )
  )
    return challenge('redirect_to_captcha')
  return isLoginAddress(final) || isLoginHost(final, URL.parse(response.requestedUrl))
    ? wall('redirect_to_login')
    : null
}

const CONSENT_PATH = /^\/(?:[a-z]{2}\/)?(?:cookies?-|privacy-)?consent(?:[/.]|$)/i

function isLoginAddress({ pathname, search, hash }: URL): boolean {
  return LOGIN_PATH.test(pathname) || LOGIN_QUERY.test(search) || LOGIN_HASH.test(hash)
}

/** Hosts for nothing but logins. A site may lie on such a host itself, or be called so, and `id.` is Indonesia's too. */
function isLoginHost(final: URL, asked: URL | null): boolean {
  if (asked?.hostname.replace(/^www\./, '') === final.hostname || getSubdomain(final.hostname) === '')
    return false
  if (/^(accounts?|login|auth0?|sso|signin|signon|passport|oauth|idp|identity)\./i.test(final.hostname))
    return true
  return (
    /^id\./i.test(final.hostname) &&
    (/authori[sz]e|oauth|openid/i.test(final.pathname) || COMES_BACK.test(final.search))
  )
}

const COMES_BACK =
  /[?&](?:redirect(?:_?ur[il]|_?to)?|return(?:_?to|_?url)?|continue|callback\w{0,10}|client_id)=/i

/** Sign-up pages are not among them: for a referral link they are the page itself. */
const LOGIN_PATH =
  /^\/(?:(?:[a-z]{2}(?:[-_][a-z]{2})?|v\d|accounts?|users?|members?|customers?|app|web|portal|u|i|ap|flow|uas|auth|security|suspended)\/){0,4}(?:(?:website-)?log[-_]?in|sign[-_]?in|wp-login\.php|authwall|auth|oauth2?\/authorize|sessions?\/new|checkpoint|servicelogin|anmelden|einloggen|connexion|iniciar-sesion|entrar|accedi|inloggen|logga-in|zaloguj)(?:[/.]|$)/i
const LOGIN_QUERY =
  /[?&](?:(?:mode|action|show|view|modal|popup)=(?:log|sign)[-_]?in|log[-_]?in=(?:1|true|required))(?:&|$)/i
const LOGIN_HASH = /^#!?\/?(?:log|sign)[-_]?in(?:[/?]|$)/i

/** Statuses that refuse us or fail. */
export function findRefusal(status: number): Sign | null {
  if (status === 401) return wall('http_401')
  if (status === 403 || status === 999) return challenge(`http_${status}`)
  if (status === 420 || status === 429) return { outcome: 'rate_limited', signal: `http_${status}` }
  if (status >= 400 && status !== 404 && status !== 410) return { outcome: 'error', signal: `http_${status}` }
  return null
}

/** A title that only ever stands on a login or consent page, or the words of one and little else. A login form alone proves nothing. */
function findLoginPage({ page }: PageResponse): Sign | null {
  if (page === null) return null
  const title = page.title.trim()
  if (CONSENT_TITLE.test(title)) return wall('title_consent')
  if (LOGIN_TITLE.test(title) && (page.hasPasswordField || isBare(page))) return wall('title_login')
  if (BRAND_LOGIN_TITLE.test(title) && page.hasPasswordField) return wall('title_login')
  const description = page.meta['og:description']?.[0] ?? page.meta.description?.[0] ?? ''
  if (LOGIN_DESCRIPTION.test(description) && isBare(page)) return wall('login_description')
  return page.text.length < FEW_WORDS && LOGIN_WORDS.test(page.text) ? wall('login_words') : null
}

/** Letters of a page that says that one must log in, and nothing else: with a creator's words on it, it is the creator's. */
const FEW_WORDS = 400

/** What a site says, and nobody of a site of their own: "my members area" is no object of these. */
const LOGIN_WORDS =
  /\byou (?:must|need to|have to) (?:be (?:logged|signed) in|(?:log|sign) ?in)(?: to (?:continue|proceed|(?:view|see|access|read) (?:this|the) (?:page|profile|content|account|user|post)))?[ \t]*(?:[.!\n]|$)|\b(?:log|sign) ?in to (?:continue|proceed|(?:view|see|access|read) (?:this|the) (?:page|profile|content|account|user|post))\b|\bthis (?:page|profile|content|account) is only (?:visible|available|accessible) (?:to|for) (?:members|registered users|logged[- ]in users)|\bsign up to see photos and videos from your friends/i

/** A small answer of an interface that says nothing but that one must log in, whatever its status; 401 says it itself. */
export function findJsonWall({ json, status }: Pick<PageResponse, 'json' | 'status'>): Sign | null {
  if (status === 401) return null
  if (typeof json !== 'object' || json === null || !Object.keys(json).some((key) => SAYS_ERROR.test(key)))
    return null
  const said = saidIn(json)
  return said !== null && (said.requiresLogin || said.texts.some((text) => JSON_LOGIN.test(text)))
    ? wall('json_login')
    : null
}

/** Error texts of a record and of the records under its error keys; null where it says anything else. */
function saidIn(json: object): { texts: string[]; requiresLogin: boolean } | null {
  const texts: string[] = []
  let requiresLogin = false
  const open: object[] = [json]
  for (let looked = 0; open.length > 0; looked++) {
    if (looked > MOST_RECORDS) return null
    for (const [key, value] of Object.entries(open.pop() ?? {})) {
      if (typeof value === 'string' && (ERROR_KEY.test(key) || /^\d+$/.test(key)))
        texts.push(value.slice(0, 300))
      else if (typeof value === 'string' && !ERROR_ASIDE.test(key)) return null
      else if (typeof value === 'object' && value !== null) open.push(value)
      else if (value === true && /^(require[sd]?_?login|login_?required)$/i.test(key)) requiresLogin = true
    }
  }
  return { texts, requiresLogin }
}

const MOST_RECORDS = 20
const SAYS_ERROR = /^(?:errors?|message|msg|status|code|detail|require[sd]?_?login|login_?required)$/i
const ERROR_KEY =
  /^(?:errors?|messages?|msg|detail|details|title|reason|code|status|type|description|error_?(?:description|message|code|type))$/i
/** Strings beside an error that tell of it and of nobody. */
const ERROR_ASIDE =
  /^(?:id|request_?id|trace_?id|fbtrace_id|url|path|instance|timestamp|time|date|documentation_?url|login_?url|redirect\w{0,10}|domain|locale|lang)$/i
const JSON_LOGIN =
  /\b(?:log|sign)[-_ ]?in[-_ ](?:is[-_ ])?required|\bauthentication (?:is )?required|\b(?:must|need to|have to|please) (?:be (?:logged|signed) in|(?:log|sign) ?in)|\bnot (?:logged in|signed in|authenticated)|^unauthenticated$|\bauthentication credentials were not provided/i

const CONSENT_TITLE =
  /^(before you continue( to (google|youtube))?|antes de ir a (google|youtube)|bevor sie zu (google|youtube) weitergehen|avant d'accéder à (google|youtube)|prima di continuare su (google|youtube))$/i

const LOGIN_DESCRIPTION =
  /^(create an account or log ?in|log ?in or sign ?up|sign ?in or create an account|log ?in to|sign ?in to)\b/i

export const LOGIN_TITLE =
  /^((\w+ • )?(log|sign) ?in|login|please (log|sign) in|(log|sign) ?in (to|or) .*|anmelden|einloggen|connexion|se connecter|iniciar sesi[oó]n|inicia sesi[oó]n|entrar|accedi|inloggen|logga in|zaloguj się|войти|вход|ログイン|登录|登入|로그인|(login|authentication) (is )?required)( ?[•·|—–:-].*)?$/i

/** The same behind the name of the site. */
const BRAND_LOGIN_TITLE =
  /[•·|—–:-] ?((log|sign) ?in( (to|or) .*)?|login|please (log|sign) in|anmelden|einloggen|connexion|se connecter|iniciar sesi[oó]n|entrar|accedi|inloggen|logga in|zaloguj się|войти|вход|ログイン|登录|登入|로그인)$/i

/** The page holds little: enough for a notice, not for a profile. */
export function isBare(page: ParsedPage): boolean {
  return page.text.length < 1_500
}

function isEmpty(page: ParsedPage): boolean {
  return page.text.trim().length < 40 && page.links.length === 0
}

function samePlace(first: string, second: string): boolean {
  const [a, b] = [URL.parse(first), URL.parse(second)]
  return a !== null && b !== null && a.hostname === b.hostname && a.pathname === b.pathname
}

function challenge(signal: string): Sign {
  return { outcome: 'bot_challenge', signal }
}

function wall(signal: string): Sign {
  return { outcome: 'login_wall', signal }
}
