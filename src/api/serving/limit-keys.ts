import type { FastifyReply } from 'fastify'
import type { Attempts } from '../../auth/attempts.ts'
import type { Caller } from '../../auth/authenticate.ts'
import { Refusal } from '../http/refusal.ts'

/** Of the policy's name in the headers. */
const POLICY = 'key'
const WINDOW_SECONDS = 60

/**
 * Counts a request of a key that may make so many a minute, and tells the rest by `RateLimit` and `RateLimit-Policy` (as the draft
 * draft-ietf-httpapi-ratelimit-headers-10 of the IETF writes them). Nothing of keys without a limit, and of people.
 * @throws Refusal 429, with `Retry-After`
 */
export async function limitKeys({ attempts }: { attempts: Attempts }, caller: Caller, reply: FastifyReply) {
  if (caller.kind !== 'key' || caller.requestsPerMinute === null) return
  const { keyId, requestsPerMinute: most } = caller
  const { made, secondsLeft } = await attempts.ofKey(keyId, WINDOW_SECONDS)
  reply.header('ratelimit-policy', `"${POLICY}";q=${most};w=${WINDOW_SECONDS}`)
  reply.header('ratelimit', `"${POLICY}";r=${Math.max(0, most - made)};t=${secondsLeft}`)
  if (made <= most) return
  const times = most === 1 ? '1 request' : `${most} requests`
  throw new Refusal(429, `This API key may make ${times} a minute. Try again later.`, secondsLeft)
}
