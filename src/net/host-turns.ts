import { setTimeout as sleep } from 'node:timers/promises'
import { netError } from './failure.ts'
import { headerOf, type RawHeaders } from './response-headers.ts'

/** Says when a host may be asked, to all workers alike. */
export interface HostTurns {
  /** Reserves the next turn; gives the milliseconds until then. */
  take(host: string): Promise<number>
  /** The host wants to be left alone for this long. */
  close(host: string, seconds: number): Promise<void>
}

const MAX_WAIT_MS = 60_000

/**
 * Waits until the host may be asked.
 * @throws {Unavailable} `rate_limited` when that is not soon, or the signal's reason.
 */
export async function awaitTurn(turns: HostTurns, host: string, signal: AbortSignal) {
  const waitMs = await turns.take(host)
  if (waitMs > MAX_WAIT_MS)
    throw netError('rate_limited', `${host} is not to be asked for ${Math.ceil(waitMs / 1000)} s`)
  if (waitMs <= 0) return
  await sleep(waitMs, undefined, { signal }).catch((error) => {
    throw signal.aborted ? signal.reason : error
  })
}

/** Seconds of `Retry-After` where it means us: RFC 9110 (10.2.3), a number or a date. */
export function retryAfterSeconds(status: number, headers: RawHeaders, now: Date): number | null {
  if (status !== 429 && status !== 503) return null
  const text = headerOf(headers, 'retry-after').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}
