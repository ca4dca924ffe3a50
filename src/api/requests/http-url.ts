import { domainToUnicode } from 'node:url'

export type UrlCheck =
  | { ok: true; href: string }
  | { ok: false; type: string; msg: string; ctx?: Record<string, unknown> }

/** pydantic's HttpUrl limit, counted in UTF-8 bytes. */
const MAX_BYTES = 2083
const SPECIAL_SCHEMES = new Set(['http', 'https', 'ws', 'wss', 'ftp'])

/**
 * Accepts and refuses what pydantic v2's `HttpUrl` does, with its error types and texts (rust-url's `ParseError`).
 * Compared with pydantic 2.13 on the golden pairs in `test/golden`.
 */
export function checkHttpUrl(input: unknown, schemes: readonly string[] = ['http', 'https']): UrlCheck {
  if (typeof input !== 'string')
    return { ok: false, type: 'url_type', msg: 'URL input should be a string or URL' }
  if (Buffer.byteLength(input) > MAX_BYTES) {
    const msg = `URL should have at most ${MAX_BYTES} characters`
    return { ok: false, type: 'url_too_long', msg, ctx: { max_length: MAX_BYTES } }
  }
  if (isPlainUrl(input) && schemes.includes(input.slice(0, input.indexOf(':'))))
    return { ok: true, href: input }
  const reason = input === '' ? 'input is empty' : parseError(input)
  const url = reason ? null : URL.parse(input)
  if (!url) return notParsed(reason ?? 'invalid international domain name')
  if (!schemes.includes(url.protocol.slice(0, -1))) {
    const quoted = schemes.map((scheme) => `'${scheme}'`).join(' or ')
    const msg = `URL scheme should be ${quoted}`
    return { ok: false, type: 'url_scheme', msg, ctx: { expected_schemes: quoted } }
  }
  return { ok: true, href: url.href }
}

/**
 * A host in small letters, with or without a path and a query of letters, digits and a few signs, none of whose parts begins with a dot. The parser
 * gives it back as it is, and takes twenty times as long.
 */
const PLAIN_URL =
  /^https?:\/\/(?=[^/]{1,253}\/)(?:(?!xn--)[a-z0-9_-]{1,63}\.)*(?!xn--)[a-z][a-z0-9_-]{0,62}(?:\/(?:[A-Za-z0-9_~@-][A-Za-z0-9._~@-]*)?)+(?:\?[A-Za-z0-9._~@/&=-]+)?$/

/** Whether a URL is written as the parser of URLs would write it. Not all such are known. */
export function isPlainUrl(url: string): boolean {
  return PLAIN_URL.test(url)
}

function notParsed(error: string): UrlCheck {
  return { ok: false, type: 'url_parsing', msg: `Input should be a valid URL, ${error}`, ctx: { error } }
}

/** Node's parser gives no reason; the host is judged before the port, as rust-url does. */
function parseError(raw: string): string | null {
  const text = trimBlanks(raw)
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text)?.[1]
  if (!scheme) return 'relative URL without a base'
  if (!SPECIAL_SCHEMES.has(scheme.toLowerCase())) return URL.canParse(raw) ? null : 'invalid domain character'
  const authority = /^[^/\\?#]*/.exec(text.slice(scheme.length + 1).replace(/^[/\\]+/, ''))?.[0] ?? ''
  const { host, port } = splitPort(authority.slice(authority.lastIndexOf('@') + 1))
  return hostError(host) ?? (port === '' || isPort(port) ? null : 'invalid port number')
}

function trimBlanks(raw: string): string {
  let start = 0
  let end = raw.length
  while (start < end && raw.charCodeAt(start) <= 0x20) start++
  while (end > start && raw.charCodeAt(end - 1) <= 0x20) end--
  return raw.slice(start, end).replace(/[\t\n\r]/g, '')
}

function splitPort(hostPort: string): { host: string; port: string } {
  const afterBracket = hostPort.startsWith('[') ? Math.max(0, hostPort.indexOf(']')) : 0
  const colon = hostPort.indexOf(':', afterBracket)
  return colon < 0
    ? { host: hostPort, port: '' }
    : { host: hostPort.slice(0, colon), port: hostPort.slice(colon + 1) }
}

/** ASCII labels, of which the last is no number: nothing about them can be wrong, and parsing them apart costs three times as much as all else. */
const PLAIN_HOST = /^(?:(?!xn--)[a-z0-9_-]+\.)*(?!xn--)[a-z][a-z0-9_-]*$/i

function hostError(host: string): string | null {
  if (host === '') return 'empty host'
  if (PLAIN_HOST.test(host)) return null
  if (host.startsWith('['))
    return host.endsWith(']') && URL.canParse(`http://${host}/`) ? null : 'invalid IPv6 address'
  // The same labels under a name that cannot be read as an IPv4 address.
  const probe = URL.parse(`http://${host}.zz/`)
  if (!probe || hasBadPunycode(probe.hostname)) return 'invalid international domain name'
  if (probe.hostname === '.zz') return 'empty host'
  return URL.canParse(`http://${host}/`) ? null : 'invalid IPv4 address'
}

/** Node accepts some undecodable `xn--` labels that rust-url's UTS 46 refuses. */
function hasBadPunycode(hostname: string): boolean {
  return hostname.split('.').some((label) => {
    const decoded = label.startsWith('xn--') ? domainToUnicode(label) : null
    return decoded === '' || decoded === label
  })
}

function isPort(port: string): boolean {
  return /^[0-9]+$/.test(port) && Number(port) <= 65535
}
