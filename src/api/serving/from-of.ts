import type { FastifyRequest } from 'fastify'
import type { From } from '../../auth/person-actor.ts'
import { clientAddressOf } from './client-address.ts'

/** Where a request came from, for the audit trail. */
export function fromOf(request: FastifyRequest): From {
  return { address: clientAddressOf(request), requestId: request.id }
}
