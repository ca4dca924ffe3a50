import type { HttpRequest } from '../../evidence/page.ts'

/** What an ordinary visitor's browser says; used only to compare what a site serves to whom. */
export const BROWSER_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const ACCEPT = {
  html: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  json: 'application/json,*/*;q=0.5',
}

/** Framing, identity and credentials are never an adapter's business. */
// biome-ignore format: a list
const NOT_FROM_ADAPTERS = new Set([
  'host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect',
  'proxy-authorization', 'proxy-connection', 'cookie', 'user-agent', 'accept-encoding',
])

/**
 * Headers for one hop. An adapter's own headers go to the origin that it asked for and to no other, so that a redirect
 * cannot collect its keys. Cookies are never sent.
 */
export function requestHeaders(
  request: HttpRequest,
  { userAgent, sameOrigin, hasBody }: { userAgent: string; sameOrigin: boolean; hasBody: boolean },
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: ACCEPT[request.accept ?? 'html'],
    'accept-language': 'en-US,en;q=0.8',
    'accept-encoding': 'gzip, deflate, br, zstd',
  }
  if (!sameOrigin) return headers
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const lower = name.toLowerCase()
    if (NOT_FROM_ADAPTERS.has(lower) || (lower === 'content-type' && !hasBody)) continue
    headers[lower] = value
  }
  return headers
}

/** What we and adapters send that is no key. */
// biome-ignore format: a list
const KEPT = new Set([
  'accept', 'accept-encoding', 'accept-language', 'content-type', 'if-modified-since', 'if-none-match', 'origin', 'range', 'referer',
  'upgrade-insecure-requests', 'user-agent', 'x-requested-with',
])
const MAX_VALUE = 2048

/** What is kept of the headers of a request: all names, and the values of those that hold no key. */
export function keptRequestHeaders(host: string, sent: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = { host }
  for (const [name, value] of Object.entries(sent)) {
    const lower = name.toLowerCase()
    const isKept = KEPT.has(lower) || lower.startsWith('sec-')
    if (lower !== 'host') kept[lower] = isKept ? value.slice(0, MAX_VALUE) : '[not kept]'
  }
  return kept
}
