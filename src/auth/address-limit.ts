import { normalizeIP } from '@better-auth/core/utils/ip'

export interface AddressLimit {
  /** Counts one request of this address. 0 when it may pass, else the seconds until the next one may. */
  take(ip: string): number
}

/** So many addresses are remembered that nobody who owns fewer is ever forgotten within a window. */
const MOST_ADDRESSES = 50_000

/**
 * Lets each address pass `max` times in `windowMs`; an IPv6 network of 64 bits is one address. Per process and in memory: it
 * keeps one caller from taking all of a server, and guards no secret.
 */
export function createAddressLimit({
  max,
  windowMs,
  now = () => performance.now(),
}: {
  max: number
  windowMs: number
  now?: () => number
}): AddressLimit {
  // In the order in which their windows end.
  const windows = new Map<string, { count: number; endsAt: number }>()
  return {
    take(ip) {
      const at = now()
      for (const [address, { endsAt }] of windows) {
        if (endsAt > at && windows.size < MOST_ADDRESSES) break
        windows.delete(address)
      }
      const address = normalizeIP(ip, { ipv6Subnet: 64 })
      const window = windows.get(address) ?? { count: 0, endsAt: at + windowMs }
      if (window.count >= max) return Math.ceil((window.endsAt - at) / 1000)
      window.count++
      windows.set(address, window)
      return 0
    },
  }
}
