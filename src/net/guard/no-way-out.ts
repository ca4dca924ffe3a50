import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** What the system says at once where it knows no way to an address, and routers far away where they know none. */
const UNREACHED = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL'])

type Family = 'IPv4' | 'IPv6'

/**
 * "ENETUNREACH: this machine has no route to other networks (IPv4)", where an address was not reached and none of its family could have been from
 * here; null for what is not so. Whoever was to be reached has no part in it. Of IPv4 an address to connect from is never what is missing.
 */
export function noWayOut(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!UNREACHED.has(code)) return null
  const families = familiesOf(error)
  if (code === 'EADDRNOTAVAIL' && families.includes('IPv4')) return null
  if (families.some(hasRoute)) return null
  return `${code}: this machine has no route to other networks (${families.join(', ')})`
}

/** That of the address; both where a name was tried by all that it has. */
function familiesOf(error: unknown): Family[] {
  const address = error instanceof Error && 'address' in error ? String(error.address) : ''
  if (address === '') return ['IPv4', 'IPv6']
  return [isIPv6(address) ? 'IPv6' : 'IPv4']
}

/** A way to wherever no network of its own leads: by the routes of the system, where it shows them, else by an address that others may have sent to. */
function hasRoute(family: Family): boolean {
  try {
    return family === 'IPv4'
      ? leadsOn(readFileSync('/proc/net/route', 'utf8'), ROUTE)
      : leadsOn(readFileSync('/proc/net/ipv6_route', 'utf8'), ROUTE_6)
  } catch {
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    return addresses.some((each) => each.family === family && !each.internal && !each.scopeid)
  }
}

/** Lines about the network 0/0: interface, destination, gateway, flags in hexadecimal. */
const ROUTE = /^\S+\t0{8}\t\S+\t(\S+)\t.*$/gm
const ROUTE_6 = /^0{32} 00 (?:\S+\s+){6}(\S+)\s.*$/gm
const UP = 1
const REJECTED = 0x200

function leadsOn(routes: string, line: RegExp): boolean {
  return [...routes.matchAll(line)].some(
    ([, flags = '']) => (Number.parseInt(flags, 16) & (UP | REJECTED)) === UP,
  )
}
