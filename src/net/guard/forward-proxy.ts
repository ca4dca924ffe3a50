import { InvalidInput } from '../../errors.ts'

/** The operator's proxy for all collection. */
export interface ForwardProxy {
  url: URL
  /** `proxy-authorization`, when the URL carries credentials. */
  headers: Record<string, string>
}

/**
 * Reads `TOSCAN_EGRESS_PROXY`.
 * @throws {InvalidInput} unless it is `http://[user:password@]host[:port]`.
 */
export function parseForwardProxy(text: string): ForwardProxy {
  if (!URL.canParse(text)) throw new InvalidInput('egress proxy: not a URL such as http://proxy:3128')
  const url = new URL(text)
  if (url.protocol !== 'http:') throw new InvalidInput('egress proxy: only http:// proxies are supported')
  const headers: Record<string, string> = {}
  const authorization = basicAuthorization(url)
  if (authorization) headers['proxy-authorization'] = authorization
  return { url, headers }
}

/** The URL's credentials as a header value, or null when it has none. */
export function basicAuthorization(url: URL): string | null {
  if (!url.username && !url.password) return null
  const credentials = `${decoded(url.username)}:${decoded(url.password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A lone percent sign: the owner meant it literally.
    return part
  }
}
