import type { FastifyReply, FastifyRequest } from 'fastify'
import { createAddressLimit } from '../../auth/address-limit.ts'
import { clientAddressOf } from './client-address.ts'
import { Refusal } from './refusal.ts'

/** As many as may sign in from one address. */
const PER_MINUTE = 20

/**
 * For a route that asks for no credentials but a token in its body: refuses an address that comes too often, before its body
 * is read. Each route counts for itself.
 * @throws Refusal 429, with `Retry-After`
 */
export function limitAddresses() {
  const limit = createAddressLimit({ max: PER_MINUTE, windowMs: 60_000 })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const seconds = limit.take(clientAddressOf(request))
    if (seconds === 0) return
    reply.header('retry-after', seconds)
    throw new Refusal(429, 'Too many requests from this address')
  }
}
