import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Attempts } from '../../auth/attempts.ts'
import { Refusal } from '../http/refusal.ts'
import { clientAddressOf } from './client-address.ts'

/**
 * For a route that asks for no credentials but a token in its body: refuses an address that comes too often, before its body
 * is read. Each route counts for itself.
 * @throws Refusal 429, with `Retry-After`
 */
export function limitAddresses({ attempts }: { attempts: Attempts }) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const door = request.routeOptions.url ?? ''
    const seconds = await attempts.ofAddress(door, clientAddressOf(request))
    if (seconds === 0) return
    reply.header('retry-after', seconds)
    throw new Refusal(429, 'Too many requests from this address')
  }
}
