import { normalizeIP } from '@better-auth/core/utils/ip'
import type { Db } from '../db/database.ts'
import { countInWindow, countSlowly, forgetAttempts, type SlowDown, uncount } from '../db/people/attempts.ts'
import { type AddressLimit, createAddressLimit } from './address-limit.ts'
import { hashToken } from './tokens.ts'

/** What was tried lately, on all processes together. */
export interface Attempts {
  /** Counts a request of this address at one door. 0 when it may pass, else the seconds to wait. */
  ofAddress(door: string, ip: string): Promise<number>
  /**
   * Counts an attempt at an account, whether there is one or not; one of a device that the account knows for itself, so that
   * no stranger makes it wait. 0 when it may be made, else the seconds to wait.
   */
  atAccount(attempt: AccountAttempt): Promise<number>
  /** Counts a request of this key; gives how many there were in the window, and the seconds until it ends. */
  ofKey(keyId: string, windowSeconds: number): Promise<{ made: number; secondsLeft: number }>
  /** It was the right password. */
  succeeded(attempt: AccountAttempt): Promise<void>
  /** It was none: nobody looked at the password. */
  notMade(attempt: AccountAttempt): Promise<void>
}

export interface AccountAttempt {
  /** In lower case. */
  email: string
  /** Names the device; null for one that the account does not know. */
  device: string | null
}

/** At one door, from one address. */
const PER_ADDRESS = { max: 20, windowMs: 60_000 }
/** A stranger guesses a hundred times a day; whoever has forgotten which password it was waits a minute. */
const STRANGER: SlowDown = { free: 10, mostSeconds: 900 }
const KNOWN_DEVICE: SlowDown = { free: 10, mostSeconds: 60 }

export function createAttempts(db: Db): Attempts {
  // Who came too often here did so in the whole deployment: the database is spared what follows.
  const here = new Map<string, AddressLimit>()
  const limitOf = (door: string) => {
    const limit = here.get(door) ?? createAddressLimit(PER_ADDRESS)
    here.set(door, limit)
    return limit
  }
  return {
    async ofAddress(door, ip) {
      const seconds = limitOf(door).take(ip)
      if (seconds > 0) return seconds
      const key = hashToken(`address ${door} ${normalizeIP(ip, { ipv6Subnet: 64 })}`)
      const { made, secondsLeft } = await countInWindow(db, key, PER_ADDRESS.windowMs / 1000)
      return made > PER_ADDRESS.max ? secondsLeft : 0
    },
    atAccount: (attempt) =>
      countSlowly(db, keyOf(attempt), attempt.device === null ? STRANGER : KNOWN_DEVICE),
    ofKey: (keyId, windowSeconds) => countInWindow(db, `key ${keyId}`, windowSeconds),
    succeeded: (attempt) => forgetAttempts(db, keyOf(attempt)),
    notMade: (attempt) => uncount(db, keyOf(attempt)),
  }
}

function keyOf({ email, device }: AccountAttempt): string {
  return hashToken(`account ${email} ${device ?? ''}`)
}
