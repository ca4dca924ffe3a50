import { ConnectionLost, Refused, ServerError, TimedOut, type ToscanError } from './errors.ts'
import { pause } from './pause.ts'
import { retryAfterMs } from './retry-after.ts'
import type { Call } from './transport.ts'

export interface WaitOptions<Reading> {
  /** Milliseconds for the whole wait, its requests included. Default 600,000, when a deep scan ends at the latest once it runs. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Called with every reading, also the first. */
  onProgress?: (reading: Reading) => void
  /** Called with every reading that came to nothing (no connection, no answer, 5xx): the wait goes on. */
  onTrouble?: (error: ToscanError) => void
  /** Milliseconds between the first two readings; each further wait is half as long again, up to 15,000. Default 2,000. */
  pollMs?: number
}

const LONGEST_POLL_MS = 15_000

/** The moment at which a wait ends, in milliseconds since 1970. */
export function endOf({ timeoutMs = 600_000 }: { timeoutMs?: number | undefined }): number {
  return Date.now() + timeoutMs
}

/**
 * Reads until `hasEnded`, what has not changed without its bytes. Once the server has answered, an outage only makes the wait longer.
 * @param what is waited for, as the message names it
 * @param isKnown the server has answered already; else the first reading must succeed
 * @throws TimedOut at `endAt`; what the server says that is no 5xx
 */
export async function poll<Reading extends object>(
  read: (limits: Pick<Call, 'signal' | 'endAt' | 'maxRetries' | 'last'>) => Promise<Reading>,
  hasEnded: (reading: Reading) => boolean,
  options: WaitOptions<Reading>,
  { what, endAt, isKnown }: { what: string; endAt: number; isKnown: boolean },
): Promise<Reading> {
  const { signal } = options
  let pollMs = options.pollMs ?? 2000
  let trouble: ToscanError | undefined
  let last: Reading | undefined
  for (let isFirst = !isKnown; ; isFirst = false) {
    const reading = await read({ signal, endAt, last, ...(!isFirst && { maxRetries: 0 }) }).catch((error) => {
      if (isFirst || !isOutage(error)) throw error
      return error
    })
    if (isOutage(reading)) {
      // What the end of the wait itself cut short says less than what was wrong before.
      if (!trouble || Date.now() < endAt) trouble = reading
      options.onTrouble?.(reading)
    } else {
      trouble = undefined
      last = reading
      options.onProgress?.(reading)
      if (hasEnded(reading)) return reading
    }
    const asked = trouble instanceof Refused ? retryAfterMs(trouble.headers) : 0
    await pause(Math.max(0, Math.min(Math.max(pollMs, asked), endAt - Date.now())), signal)
    if (Date.now() >= endAt)
      throw new TimedOut(`${what} has not ended in the time given; it goes on`, { cause: trouble })
    pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS)
  }
}

function isOutage(reading: unknown): reading is ToscanError {
  return reading instanceof ConnectionLost || reading instanceof TimedOut || reading instanceof ServerError
}
