import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { InvalidInput } from '../../errors.ts'

/** What the operator lets one door reach although it is private. `port: null` means any port. */
export interface EgressAllow {
  networks: { address: ipaddr.IPv4 | ipaddr.IPv6; prefix: number; port: number | null }[]
  hosts: { name: string; port: number | null }[]
  /** On which this service listens: at an address of this machine no entry opens them. */
  ownPorts: readonly number[]
}

/** Nothing private may be reached. */
export const ALLOW_NOTHING: EgressAllow = { networks: [], hosts: [], ownPorts: [] }

/**
 * Reads a `TOSCAN_EGRESS_ALLOW…`: CIDRs, addresses or host names, apart by commas or blanks; a host or an address may carry
 * a port (`searx:8080`, `10.0.0.5:9200`, `[fd00::1]:80`).
 * @throws {InvalidInput} naming the entry that cannot be read.
 */
export function parseEgressAllow(text: string, ownPorts: readonly number[] = []): EgressAllow {
  const allow: EgressAllow = { networks: [], hosts: [], ownPorts }
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    if (entry.includes('/')) allow.networks.push(parseNetwork(entry))
    else addHost(allow, entry)
  }
  return allow
}

/** Whether the operator listed this name; `hostname` as `URL.hostname` gives it. */
export function allowsHost(allow: EgressAllow, hostname: string, port: number): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return allow.hosts.some((host) => host.name === name && (host.port === null || host.port === port))
}

/** Whether the operator listed this address; without a port, an entry for one port does not count. */
export function allowsAddress(allow: EgressAllow, ip: string, port?: number): boolean {
  if (allow.networks.length === 0 || !isIP(ip)) return false
  const address = ipaddr.parse(ip)
  return allow.networks.some(
    (network) =>
      network.address.kind() === address.kind() &&
      (network.port === null || network.port === port) &&
      address.match(network.address, network.prefix),
  )
}

/** Whether this service itself listens there. */
export function isOurs({ ownPorts }: EgressAllow, ip: string, port: number | undefined): boolean {
  if (port === undefined || !ownPorts.includes(port) || !isIP(ip)) return false
  const address = ipaddr.process(ip)
  const range = address.range()
  if (range === 'loopback' || range === 'unspecified') return true
  const text = address.toString()
  return Object.values(networkInterfaces())
    .flatMap((own) => own ?? [])
    .some((own) => ipaddr.process(own.address).toString() === text)
}

function parseNetwork(entry: string): EgressAllow['networks'][number] {
  try {
    // ipaddr.js reads "10.0/8" as 10.0.0.0/8; an operator who meant 10.0.0.0/16 would open far too much.
    if (!isIP(entry.split('/')[0] ?? '')) throw new Error('not a whole address')
    const [address, prefix] = ipaddr.parseCIDR(entry)
    return { address, prefix, port: null }
  } catch (cause) {
    throw new InvalidInput(`"${entry}" is not a network such as 10.0.0.0/8`, { cause })
  }
}

function addHost(allow: EgressAllow, entry: string): void {
  const bare = isIP(entry) ? { host: entry, port: null } : splitPort(entry)
  const address = bare.host.replace(/^\[|\]$/g, '')
  if (isIP(address)) {
    const parsed = ipaddr.parse(address)
    allow.networks.push({ address: parsed, prefix: parsed.kind() === 'ipv4' ? 32 : 128, port: bare.port })
  } else if (
    /^[\p{L}\p{N}_]([\p{L}\p{N}_.-]*[\p{L}\p{N}])?\.?$/u.test(address) &&
    URL.canParse(`http://${address}/`)
  ) {
    const name = new URL(`http://${address}/`).hostname.replace(/\.$/, '')
    if (isIP(name)) throw new InvalidInput(`write "${entry}" as the address ${name}`)
    allow.hosts.push({ name, port: bare.port })
  } else {
    throw new InvalidInput(`"${entry}" is not a network, an address, a host or host:port`)
  }
}

function splitPort(entry: string): { host: string; port: number | null } {
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(entry)
  const port = match?.[2] === undefined ? null : Number(match[2])
  if (!match?.[1] || port === 0 || (port !== null && port > 65535)) {
    throw new InvalidInput(`"${entry}" is not a network, an address, a host or host:port`)
  }
  return { host: match[1], port }
}
