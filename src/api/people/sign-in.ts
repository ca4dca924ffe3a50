import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CLIENT_IP_HEADER } from '../../auth/client-ip-header.ts'
import { COMPANY_PROVIDER } from '../../auth/company-sign-in.ts'
import { headersOf } from '../http/headers-of.ts'
import { Refusal } from '../http/refusal.ts'
import type { ServerContext } from '../http/server-context.ts'
import { clientAddressOf } from '../serving/client-address.ts'

/** What of better-auth's routes somebody uses, to the letter: everything else that it brings is closed. */
const OPEN = new Set([
  'POST sign-in/email',
  'POST sign-out',
  'POST change-password',
  'GET passkey/list-user-passkeys',
  'POST passkey/delete-passkey',
  'GET passkey/generate-register-options',
  'POST passkey/verify-registration',
  'GET passkey/generate-authenticate-options',
  'POST passkey/verify-authentication',
  `GET callback/${COMPANY_PROVIDER}`,
])

/** better-auth's own routes: signing in and out, the own password, passkeys. */
export function mountSignIn(app: FastifyInstance, ctx: ServerContext) {
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = request.url.split('?')[0]?.replace('/api/auth/', '')
      if (!OPEN.has(`${request.method} ${path}`)) throw new Refusal(404, 'Not Found')
      const answer = await ctx.people.handler(
        new Request(new URL(request.url, ctx.people.options.baseURL), {
          method: request.method,
          headers: withOrigin(headersOf(request.headers), request),
          ...(Buffer.isBuffer(request.body) &&
            request.body.length > 0 && { body: new Uint8Array(request.body) }),
        }),
      )
      return passOn(reply, answer)
    },
  })
}

/** The library's answer, with its cookies. */
export async function passOn(reply: FastifyReply, answer: Response) {
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
}

/** Whatever the client sent under these names. */
function withOrigin(headers: Headers, request: FastifyRequest): Headers {
  headers.set(CLIENT_IP_HEADER, clientAddressOf(request))
  headers.set('x-request-id', request.id)
  return headers
}
