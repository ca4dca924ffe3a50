import type { Coverage } from '../../sdk/contract.ts'

/** Something was found and not read: cut short, beyond a budget, behind a wall, or without an answer. */
export function hasUnread(coverage: Coverage): boolean {
  const { left_out: left, failed_urls: failed, login_blocked_urls: login, bot_blocked_urls: bot } = coverage
  const unlooked = left ? left.links + left.pictures + left.search_hits : 0
  return coverage.pages_truncated || unlooked + failed.length + login.length + bot.length > 0
}

/** Addresses that a person may open where the scan saw nothing, walls first. */
export function unseenAddresses(coverage: Coverage): string[] {
  const { failed_urls: failed, login_blocked_urls: login, bot_blocked_urls: bot } = coverage
  const openable = failed.filter(({ reason }) => reason !== 'blocked_address' && reason !== 'invalid_url')
  return [...login, ...bot, ...openable.map(({ url }) => url), ...(coverage.left_out?.first_links ?? [])]
}

/** What became of pages that were not read, in words, each cause with its count: "2 pages closed by robots.txt". */
export function failuresInWords(failed: Coverage['failed_urls']): string[] {
  const counts = new Map<string, number>()
  for (const { reason } of failed) {
    const what = CAUSES.find(([pattern]) => pattern.test(reason))?.[1] ?? 'that could not be read'
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => `${count} ${count === 1 ? 'page' : 'pages'} ${what}`)
}

const CAUSES: readonly [RegExp, string][] = [
  [/^(render_)?robots$/, 'closed by robots.txt'],
  [/^(render_)?robots_unreachable$/, 'left alone because robots.txt did not answer'],
  [/^needs_browser$/, 'that only a browser can show'],
  [/^render_budget$/, 'that only a browser can show, beyond the budget'],
  [/^(render_)?timeout$/, 'that did not answer in time'],
  [/^(render_)?dns_error$/, 'on hosts that do not exist'],
  [/^(render_)?connect_error$/, 'that could not be reached'],
  [/^(render_)?protocol_error$/, 'whose answer was broken'],
  [/^(render_)?tls_error$/, 'without a valid certificate'],
  [/^(render_)?blocked_address$/, 'on addresses that are not public'],
  [/^(render_)?(redirect_loop|too_many_redirects)$/, 'redirecting without end'],
  [/^(redirected_elsewhere|redirected_away)$/, 'redirecting to something else'],
  [/^browser_memory$/, 'that took more memory than the browser may'],
  [/^browser_/, 'at which the browser failed'],
  [/^(not_html|render_not_html|unsupported_encoding)$/, 'of a kind that is not read'],
  [/^(nothing_read|too_large)$/, 'on which nothing could be read'],
  [/^http_\d+$/, 'answering with an error'],
]
