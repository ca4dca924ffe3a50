/** What reading and evidence need; the rest is noise, and cookie values are nobody's business. */
// biome-ignore format: a list
const KEPT = [
  'content-type', 'content-length', 'content-language', 'location', 'server', 'retry-after', 'x-robots-tag', 'cf-mitigated', 'cf-ray',
  'last-modified', 'etag', 'cache-control', 'vary', 'link', 'www-authenticate', 'x-datadome', 'x-amzn-waf-action',
]

const MAX_VALUE = 2048

export type RawHeaders = Record<string, string | string[] | undefined>

/** The headers that are kept, lower-cased; of `set-cookie` only the names. */
export function keptHeaders(raw: RawHeaders): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of KEPT) {
    const value = raw[name]
    if (typeof value === 'string') kept[name] = decodeHeader(value).slice(0, MAX_VALUE)
    else if (value !== undefined) kept[name] = value.map(decodeHeader).join(', ').slice(0, MAX_VALUE)
  }
  if (raw['set-cookie'] !== undefined) {
    const names = [raw['set-cookie']].flat().map((cookie) => (cookie.split('=')[0] ?? '').trim())
    kept['set-cookie'] = names.join(', ').slice(0, MAX_VALUE)
  }
  return kept
}

/** One header as text; the first when a server sent several. */
export function headerOf(raw: RawHeaders, name: string): string {
  const value = raw[name]
  return decodeHeader((typeof value === 'string' ? value : value?.[0]) ?? '')
}

/** Servers write UTF-8 where RFC 9110 has bytes; undici hands the bytes over as latin1 letters. */
function decodeHeader(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[\u0100-\uffff]/.test(value)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
