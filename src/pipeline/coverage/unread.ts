import type { Coverage } from '../../../sdk/contract.ts'
import type { Open } from '../../../sdk/open.ts'
import type { Outcome } from '../../evidence/evidence.ts'

/** Something was found and not read: cut short, beyond a budget, behind a wall, or without an answer. */
export function hasUnread(coverage: Coverage): boolean {
  const { left_out: left, failed_urls: failed, login_blocked_urls: login, bot_blocked_urls: bot } = coverage
  const unlooked = left ? left.links + left.pictures + left.search_hits : 0
  return coverage.pages_truncated || unlooked + failed.length + login.length + bot.length > 0
}

/** Something was read in a language that the rules do not cover, or not wholly. */
export function hasUncovered({ languages = [] }: Pick<Coverage, 'languages'>): boolean {
  return languages.some((each) => !each.minor_safety || !each.rules)
}

/** Addresses that a person may open where the scan saw nothing, walls first. */
export function unseenAddresses(coverage: Coverage): string[] {
  const { failed_urls: failed, login_blocked_urls: login, bot_blocked_urls: bot } = coverage
  const openable = failed.filter(({ reason }) => reason !== 'blocked_address' && reason !== 'invalid_url')
  return [...login, ...bot, ...openable.map(({ url }) => url), ...(coverage.left_out?.first_links ?? [])]
}

/**
 * What stood before the pages that were not read, a sentence for each cause with its count: "2 pages closed by robots.txt were not read."
 * @param told addresses that are told elsewhere
 */
export function failuresInWords(coverage: Coverage, told: readonly string[] = []): string[] {
  const counts = new Map<string, number>()
  for (const { url, why } of unreadPages(coverage))
    if (!told.includes(url)) counts.set(why, (counts.get(why) ?? 0) + 1)
  return [...counts].map(
    ([what, count]) =>
      `${count} ${count === 1 ? 'page' : 'pages'} ${what} ${count === 1 ? 'was' : 'were'} not read.`,
  )
}

/** Every page that was not read, and what kept us from it: "a page" + `why`. */
export function unreadPages({
  login_blocked_urls: login,
  age_gated_urls: gated,
  bot_blocked_urls: bot,
  rate_limited_urls: limited,
  failed_urls: failed,
}: Open<Coverage>): { url: string; why: string }[] {
  // Reports of earlier versions do not tell them apart.
  const wall = gated ? WALLS.login_wall : 'behind a login or age gate'
  return [
    ...login.map((url) => ({ url, why: gated?.includes(url) ? WALLS.age_gate : wall })),
    ...bot.map((url) => ({ url, why: limited?.includes(url) ? WALLS.rate_limited : WALLS.bot_challenge })),
    ...failed.map(({ url, reason }) => ({ url, why: whyUnread('error', reason) })),
  ]
}

/** What kept us from a page, said of it: "a page closed by robots.txt". `signal`: the reason under which coverage lists a failure. */
export function whyUnread(outcome: Outcome, signal: string): string {
  if (outcome !== 'error') return /consent/.test(signal) ? CONSENT : WALLS[outcome]
  return CAUSES.find(([pattern]) => pattern.test(signal))?.[1] ?? 'that could not be read'
}

const CONSENT = 'behind a question of consent'

const WALLS: Record<Exclude<Outcome, 'error'>, string> = {
  ok: 'that was read',
  gone: 'that is not there any more',
  banned: 'that the site has taken down',
  private: 'that is private',
  age_gate: 'behind an age gate',
  login_wall: 'behind a login',
  bot_challenge: 'refused to scanners',
  rate_limited: 'whose site asked to come later',
}

const CAUSES: readonly [RegExp, string][] = [
  [/^(render_)?robots$/, 'closed by robots.txt'],
  [/^(render_)?robots_unreachable$/, 'left alone because robots.txt did not answer'],
  [/^needs_browser$/, 'that only a browser can show'],
  [/^render_budget$/, 'that only a browser can show, beyond the budget'],
  [/^(render_)?timeout$/, 'that did not answer in time'],
  [/^(render_)?dns_error$/, 'on hosts that do not exist'],
  [/^(render_)?dns_unavailable$/, 'on hosts that no name server could be asked about'],
  [/^(render_)?no_route$/, 'to which this machine had no network'],
  [/^(render_)?out_of_resources$/, 'for which this service had no connections or memory left'],
  [/^(render_)?connect_error$/, 'that could not be reached'],
  [/^(render_)?protocol_error$/, 'whose answer was broken'],
  [/^(render_)?tls_error$/, 'to which no secure connection could be made'],
  [/^(render_)?blocked_address$/, 'on addresses that are not public'],
  [/^(render_)?(redirect_loop|too_many_redirects)$/, 'redirecting without end'],
  [/^(redirected_elsewhere|redirected_away)$/, 'redirecting to something else'],
  [/^browser_memory$/, 'that took more memory than the browser may'],
  [/^browser_/, 'at which the browser failed'],
  [/^(not_html|render_not_html|unsupported_encoding)$/, 'of a kind that is not read'],
  [/^anybodys_page$/, 'that its site shows at any address'],
  [/^(nothing_read|too_large)$/, 'on which nothing could be read'],
  [/^(closed_country|http_451)$/, 'not shown in the country that it was asked for from'],
  [/^http_5\d\d$/, 'whose server failed'],
  [/^http_\d+$/, 'answering with an error'],
]
