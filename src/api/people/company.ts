import type { FastifyInstance, FastifyRequest } from 'fastify'
import { COMPANY_PROVIDER } from '../../auth/company-sign-in.ts'
import { bodyOf } from '../http/body-of.ts'
import { headersOf } from '../http/headers-of.ts'
import { Refusal } from '../http/refusal.ts'
import { sendJson } from '../http/send-json.ts'
import type { ServerContext } from '../http/server-context.ts'
import { companySignInRequest } from '../requests/people-requests.ts'
import { limitAddresses } from '../serving/limit-addresses.ts'
import { refuseOtherSites } from '../serving/refuse-other-sites.ts'
import { passOn } from './sign-in.ts'

export const COMPANY_ROUTES = [
  { method: 'GET', path: '/session/ways' },
  { method: 'POST', path: '/session/company' },
]

const BODY_LIMIT = 4096

/** Sign-in with an account of the company: whether there is such a way, and where it begins. It ends at `/api/auth/callback/company`. */
export function mountCompany(app: FastifyInstance, ctx: ServerContext) {
  const { people } = ctx
  const { company } = ctx.config

  app.get('/api/v2/session/ways', { schema: { hide: true } }, async (_request, reply) =>
    sendJson(reply, { company: company && { name: company.name } }),
  )

  const limited = { schema: { hide: true }, bodyLimit: BODY_LIMIT, onRequest: limitAddresses(ctx) }
  app.post('/api/v2/session/company', limited, async (request, reply) => {
    refuseOtherSites(ctx, request)
    if (!company) throw new Refusal(404, 'Not Found')
    const answer = await people.api.signInSocial({
      headers: headersOf(request.headers),
      body: {
        provider: COMPANY_PROVIDER,
        disableRedirect: true,
        ...pagesOf(request, people.options.baseURL),
      },
      asResponse: true,
    })
    if (answer.status !== 404) return passOn(reply, answer)
    throw new Refusal(
      503,
      `${company.name} cannot be reached. Try again in a moment, or sign in another way.`,
    )
  })
}

/** Where the browser comes back to: a page of ours. */
function pagesOf(request: FastifyRequest, baseUrl: string) {
  const { next } = bodyOf(request, companySignInRequest)
  const page = URL.parse(next, baseUrl)
  if (page?.origin !== new URL(baseUrl).origin) throw new Refusal(422, 'next: must be a path of this service')
  return { callbackURL: page.href, errorCallbackURL: new URL('/', baseUrl).href }
}
