/**
 * The address bar speaks the API's language: `?recommendation=review_high,review_medium&scan_mode=deep`, so that a filtered
 * page and the request behind it are the same text. Every value is a text; screens read lists with `listOf`.
 */

export type SearchParams = Record<string, string | undefined>

export function parseSearch(search: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Empty values are left out. Commas, colons and slashes stay readable: none of them means anything in a query. */
export function stringifySearch(params: Record<string, unknown>): string {
  const parts = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null && String(value) !== '')
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

export function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/')
}
