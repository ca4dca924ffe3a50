import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http/refusal.ts'
import type { ServerContext } from '../http/server-context.ts'

/**
 * What goes by the cookie is for our own pages alone.
 * @throws Refusal 403
 */
export function refuseOtherSites(ctx: ServerContext, request: FastifyRequest) {
  const origin = request.headers.origin
  const fetchSite = request.headers['sec-fetch-site']
  const foreign = origin !== undefined && origin !== new URL(ctx.people.options.baseURL).origin
  if (foreign || (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')) {
    throw new Refusal(403, 'Requests from other sites are not accepted here.')
  }
}
