import { askedWaitMs } from '../evidence/retry-after.ts'

/** What an attempt came to, as far as the schedule cares. */
export type AttemptOutcome =
  | { kind: 'delivered' }
  | { kind: 'failed'; statusCode: number | null; error: string; retryAfter: string | null; abort: boolean }

export type Next =
  | { kind: 'delivered' }
  | { kind: 'retry'; afterSeconds: number }
  | { kind: 'give_up'; reason: string }

/** These say "slow down": the next attempt waits a minute at least (Standard Webhooks, "throttling"). */
const THROTTLED = new Set([429, 502, 503, 504])
const THROTTLE_SECONDS = 60
const LONGEST_WAIT_SECONDS = 24 * 3600

/**
 * Decides after attempt number `attempt` (from 1). `schedule[n]` is the wait in seconds before attempt n + 1.
 * Waits vary by ±20 % (`random` in [0, 1)), and `Retry-After` can double a wait but never shorten it.
 */
export function nextAttempt(
  outcome: AttemptOutcome,
  attempt: number,
  schedule: number[],
  random: number,
  now: Date,
): Next {
  if (outcome.kind === 'delivered') return { kind: 'delivered' }
  if (outcome.statusCode === 410) return { kind: 'give_up', reason: 'gone' }
  if (outcome.error === 'blocked_address') return { kind: 'give_up', reason: 'blocked_address' }
  if (outcome.abort) return { kind: 'give_up', reason: 'aborted_by_receiver' }
  const step = schedule[attempt]
  if (step === undefined) return { kind: 'give_up', reason: 'attempts_exhausted' }
  const jittered = step * (0.8 + 0.4 * random)
  const asked = (askedWaitMs(outcome.retryAfter, now.getTime()) ?? 0) / 1000
  const honoured = Math.min(Math.max(jittered, asked), Math.max(2 * step, THROTTLE_SECONDS))
  const throttled = step >= 5 && (THROTTLED.has(outcome.statusCode ?? 0) || outcome.error === 'timeout')
  const waited = throttled ? Math.max(honoured, THROTTLE_SECONDS) : honoured
  return { kind: 'retry', afterSeconds: Math.min(waited, LONGEST_WAIT_SECONDS) }
}
