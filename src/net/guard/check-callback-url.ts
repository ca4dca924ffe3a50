import { bareHost, portOf, vetUrl } from './address-guard.ts'
import type { EgressAllow } from './egress-allow.ts'
import { failureOf } from './failure.ts'
import { createResolve, type Resolve, resolveVetted } from './resolve.ts'

export type CallbackRefusal =
  | 'scheme must be http or https'
  | 'missing host'
  | 'port must be 1 to 65535'
  | 'port belongs to another protocol'
  | 'could not resolve host'
  | 'resolves to a private or reserved address'

/**
 * Why a callback URL cannot be used, or null. Literal addresses and reserved names are decided at once; other names only
 * when `resolve` is true, since a submission must not wait for DNS.
 */
export async function checkCallbackUrl(
  input: string,
  allow: EgressAllow,
  { resolve, resolver = createResolve({ allow }) }: { resolve: boolean; resolver?: Resolve },
): Promise<CallbackRefusal | null> {
  if (!/^\s*https?:/i.test(input)) return 'scheme must be http or https'
  // The URL standard finds a host even in "https:///path"; whoever wrote that did not mean it.
  if (!/^\s*https?:\/\/[^/\\?#\s]/i.test(input)) return 'missing host'
  if (!URL.canParse(input))
    return URL.canParse(withoutPort(input)) ? 'port must be 1 to 65535' : 'missing host'

  const verdict = vetUrl(input, allow, { ports: 'any', userinfo: 'accept' })
  if (!verdict.ok)
    return verdict.reason === 'port'
      ? 'port belongs to another protocol'
      : 'resolves to a private or reserved address'
  if (!resolve) return null
  return checkAddresses(verdict.url, allow, resolver)
}

function withoutPort(input: string): string {
  return input.replace(/^(\s*https?:\/\/[^/\\?#\s]+):\d+/i, '$1')
}

async function checkAddresses(
  url: URL,
  allow: EgressAllow,
  resolver: Resolve,
): Promise<CallbackRefusal | null> {
  const host = bareHost(url.hostname)
  if (url.hostname.startsWith('[') || /^[\d.]+$/.test(host)) return null
  try {
    await resolveVetted(resolver, { host, port: portOf(url), allow, ports: 'any' })
    return null
  } catch (error) {
    const failure = failureOf(error)
    if (!failure || failure.reason === 'out_of_resources') throw error
    return failure.reason === 'dns_error' || failure.reason === 'dns_unavailable'
      ? 'could not resolve host'
      : 'resolves to a private or reserved address'
  }
}
