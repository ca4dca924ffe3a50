import type { FastifyInstance } from 'fastify'
import { resetPassword } from '../../auth/reset-password.ts'
import { hashToken } from '../../auth/tokens.ts'
import { resetByHash } from '../../db/password-resets.ts'
import { InvalidInput } from '../../errors.ts'
import { bodyOf } from '../http/body-of.ts'
import { fromOf } from '../http/from-of.ts'
import { limitAddresses } from '../http/limit-addresses.ts'
import { Refusal } from '../http/refusal.ts'
import { refuseOtherSites } from '../http/refuse-other-sites.ts'
import { finishResetRequest, openResetRequest } from '../http/requests.ts'
import { sendJson } from '../http/send-json.ts'
import type { ServerContext } from '../http/server-context.ts'

export const RESET_ROUTES = [
  { method: 'POST', path: '/password-reset/open' },
  { method: 'POST', path: '/password-reset/finish' },
]

/** Bytes: a token, a password of 256 characters, a name. */
const BODY_LIMIT = 4096

/** For whoever holds a link made by `toscan user reset-password`. The token travels in bodies, which nobody logs. */
export function mountReset(app: FastifyInstance, ctx: ServerContext) {
  const hidden = () => ({ schema: { hide: true }, bodyLimit: BODY_LIMIT, onRequest: limitAddresses(ctx) })

  app.post('/api/v2/password-reset/open', hidden(), async (request, reply) => {
    refuseOtherSites(ctx, request)
    const { token } = bodyOf(request, openResetRequest)
    const reset = await resetByHash(ctx.db, hashToken(token))
    if (!reset) throw new Refusal(404, 'Link not found')
    return sendJson(reply, { email: reset.email, expires_at: reset.expires_at })
  })

  app.post('/api/v2/password-reset/finish', hidden(), async (request, reply) => {
    refuseOtherSites(ctx, request)
    try {
      return sendJson(
        reply,
        await resetPassword(ctx.db, { ...bodyOf(request, finishResetRequest), from: fromOf(request) }),
      )
    } catch (error) {
      if (error instanceof InvalidInput) throw new Refusal(422, error.message)
      throw error
    }
  })
}
