import { setTimeout as sleep } from 'node:timers/promises'
import { askedWaitMs } from '../../evidence/retry-after.ts'
import { netError } from '../guard/failure.ts'
import { headerOf, type RawHeaders } from '../guard/response-headers.ts'

/** Says when a host may be asked, to all workers alike. */
export interface HostTurns {
  /** Reserves the next turn; gives the milliseconds until then. */
  take(host: string): Promise<number>
  /** The host wants to be left alone for this long. */
  close(host: string, seconds: number): Promise<void>
  /** Milliseconds for which it is to be left alone. */
  closedFor(host: string): Promise<number>
}

/** For all turns of one request together. */
const MAX_WAIT_MS = 60_000

/**
 * Waits until the host may be asked.
 * @throws {Unavailable} `rate_limited` when that is not soon, or the signal's reason.
 */
export async function awaitTurn(turns: HostTurns, host: string, signal: AbortSignal) {
  let leftMs = MAX_WAIT_MS
  let waitMs = await turns.take(host)
  while (waitMs > 0) {
    if (waitMs > leftMs)
      throw netError('rate_limited', `${host} is not to be asked for ${Math.ceil(waitMs / 1000)} s`)
    leftMs -= waitMs
    await sleep(waitMs, undefined, { signal }).catch((error) => {
      throw signal.aborted ? signal.reason : error
    })
    // Another request may have been refused meanwhile: then this turn is none.
    waitMs = (await turns.closedFor(host)) > 0 ? await turns.take(host) : 0
  }
}

/** Seconds of `Retry-After` where it means us. */
export function retryAfterSeconds(status: number, headers: RawHeaders, now: Date): number | null {
  if (status !== 429 && status !== 503) return null
  const ms = askedWaitMs(headerOf(headers, 'retry-after'), now.getTime())
  return ms === null ? null : Math.ceil(ms / 1000)
}
