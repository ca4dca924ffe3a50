import type { FastifyInstance } from 'fastify'
import { CLIENT_IP_HEADER } from '../../auth/people.ts'
import { clientAddressOf } from '../http/client-address.ts'
import { headersOf } from '../http/headers-of.ts'
import type { ServerContext } from '../http/server-context.ts'

/** better-auth's own routes: sign in and out, organizations, invitations. */
export function mountSignIn(app: FastifyInstance, ctx: ServerContext) {
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const answer = await ctx.people.handler(
        new Request(new URL(request.url, ctx.people.options.baseURL), {
          method: request.method,
          headers: withClientIp(headersOf(request.headers), clientAddressOf(request)),
          ...(Buffer.isBuffer(request.body) &&
            request.body.length > 0 && { body: new Uint8Array(request.body) }),
        }),
      )
      for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value)
      const cookies = answer.headers.getSetCookie()
      if (cookies.length > 0) reply.header('set-cookie', cookies)
      return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
    },
  })
}

function withClientIp(headers: Headers, ip: string): Headers {
  headers.set(CLIENT_IP_HEADER, ip)
  return headers
}
