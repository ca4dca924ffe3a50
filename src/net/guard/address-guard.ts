import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { allowsAddress, allowsHost, type EgressAllow, isOurs } from './egress-allow.ts'

export { type EgressAllow, parseEgressAllow } from './egress-allow.ts'

export type UrlRefusal = 'not_a_url' | 'scheme' | 'userinfo' | 'port' | 'reserved_name' | 'reserved_address'

export type UrlVerdict = { ok: true; url: URL } | { ok: false; reason: UrlRefusal; detail: string }

export type AddressVerdict = { ok: true } | { ok: false; reason: 'reserved_address'; detail: string }

/** Where the rules differ between collection, the collection proxy and callbacks. */
export interface UrlRules {
  /** `web`: only 80 and 443. `any`: callbacks, whose port their owner chooses, but for those of other protocols. Default `web`. */
  ports?: 'web' | 'any'
  /** `elsewhere`: a proxy resolves the name, so that we never see its address. Default `here`. */
  resolved?: 'here' | 'elsewhere'
  /** Default `refuse`. */
  userinfo?: 'refuse' | 'accept'
}

/**
 * Decides what can be decided from the URL alone: scheme, userinfo, port, reserved names and literal addresses.
 * Names still have to be resolved and every answer given to `vetAddress`.
 */
export function vetUrl(input: string, allow: EgressAllow, rules: UrlRules = {}): UrlVerdict {
  const url = URL.parse(input)
  if (!url) return refuse('not_a_url', 'not an absolute URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('scheme', `scheme ${url.protocol}`)
  if (rules.userinfo !== 'accept' && (url.username || url.password))
    return refuse('userinfo', 'user name or password in the URL')

  const host = bareHost(url.hostname)
  const port = portOf(url)
  if (isOurs(allow, host, port)) return refuse('reserved_address', OURS)
  if (allowsHost(allow, host, port) || allowsAddress(allow, host, port)) return { ok: true, url }
  const isLiteral = isIP(host) !== 0
  if (!isLiteral) {
    const reserved = reservedName(host)
    if (reserved) return refuse('reserved_name', reserved)
  } else {
    const verdict = vetAddress(host, allow, port)
    if (!verdict.ok) return verdict
  }
  // A name may lead into an allowed network, where any port is fine: only its address can tell, so `vetAnswer` decides.
  const addressDecides = !isLiteral && rules.resolved !== 'elsewhere' && allow.networks.length > 0
  if (!addressDecides && !portAccepted(port, rules.ports)) return refuse('port', `port ${port}`)
  return { ok: true, url }
}

/**
 * Decides whether an address may be connected to. IPv6 must lie in 2000::/3, the only block given out: ipaddr.js calls
 * `::7f00:1` and `4000::1` plain unicast.
 */
export function vetAddress(ip: string, allow: EgressAllow, port?: number): AddressVerdict {
  if (!isIP(ip) || !ipaddr.isValid(ip))
    return { ok: false, reason: 'reserved_address', detail: 'not an address' }
  if (isOurs(allow, ip, port)) return { ok: false, reason: 'reserved_address', detail: OURS }
  if (allowsAddress(allow, ip, port)) return { ok: true }
  const address = ipaddr.parse(ip)
  const range = address.range()
  if (range !== 'unicast') return { ok: false, reason: 'reserved_address', detail: `${ip} is ${range}` }
  // Azure's looks like any public one.
  if (isMetadata(ip))
    return { ok: false, reason: 'reserved_address', detail: `${ip} is where a cloud keeps credentials` }
  if (address instanceof ipaddr.IPv6) {
    if (address.zoneId !== undefined)
      return { ok: false, reason: 'reserved_address', detail: `${ip} has a zone` }
    if (!address.match(GLOBAL_UNICAST))
      return { ok: false, reason: 'reserved_address', detail: `${ip} is outside 2000::/3` }
  }
  return { ok: true }
}

/**
 * Decides about one answer for a name, with the port that the URL asks for. A listed name may lead anywhere but to ourselves,
 * and to where clouds keep a machine's credentials only when that address is listed too.
 */
export function vetAnswer(
  ip: string,
  { host, port, allow, ports }: { host: string; port: number; allow: EgressAllow; ports?: UrlRules['ports'] },
): { ok: true } | { ok: false; detail: string } {
  if (allowsHost(allow, host, port) && isIP(ip) && !isMetadata(ip) && !isOurs(allow, ip, port))
    return { ok: true }
  const verdict = vetAddress(ip, allow, port)
  if (!verdict.ok) return verdict
  if (allowsAddress(allow, ip, port) || portAccepted(port, ports)) return { ok: true }
  return { ok: false, detail: `port ${port}` }
}

/** The host without brackets and without the root's dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** The port that a request to this URL goes to. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

const OURS = 'a port of this service itself'

/** Beside link-local addresses: of AWS and Google by IPv6, of Alibaba, of Oracle and of Azure. */
const METADATA = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '192.0.0.192', '168.63.129.16'])

/** Where clouds keep a machine's credentials. `ip`: an address. */
export function isMetadata(ip: string): boolean {
  const address = ipaddr.process(ip)
  return address.range() === 'linkLocal' || METADATA.has(address.toString())
}

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** Suffixes that never name a public host: RFC 6761, 6762, 7686, 8375, ICANN's .internal, and what private networks use. */
// biome-ignore format: a list
const RESERVED_SUFFIXES = new Set([
  'localhost', 'localdomain', 'local', 'internal', 'intranet', 'corp', 'home', 'lan', 'private', 'svc', 'arpa', 'onion',
])

function reservedName(host: string): string | null {
  const labels = host.toLowerCase().split('.')
  const suffix = labels.at(-1) ?? ''
  if (RESERVED_SUFFIXES.has(suffix)) return `names under .${suffix} are not public`
  if (labels.length < 2) return 'single-label names are not public'
  return null
}

function portAccepted(port: number, ports: UrlRules['ports'] = 'web'): boolean {
  return ports === 'any' ? port > 0 && !BAD_PORTS.has(port) : port === 80 || port === 443
}

/** Of the Fetch standard: services that would take a request for words of their own protocol. */
// biome-ignore format: a list
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119,
  123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

function refuse(reason: UrlRefusal, detail: string): UrlVerdict {
  return { ok: false, reason, detail }
}
