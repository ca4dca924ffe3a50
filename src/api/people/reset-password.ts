import type { FastifyInstance } from 'fastify'
import type { From } from '../../auth/person-actor.ts'
import { allowReset, LINK_MINUTES, resetPassword } from '../../auth/reset-password.ts'
import { hashToken } from '../../auth/tokens.ts'
import { type Actor, recordPersonalAct } from '../../db/people/acts.ts'
import { hasFreshReset, resetByHash } from '../../db/people/password-resets.ts'
import { hasPassword, userByEmail } from '../../db/people/people.ts'
import { InvalidInput } from '../../errors.ts'
import type { QueueMail } from '../../mail/mail.ts'
import { resetMail } from '../../mail/words.ts'
import { bodyOf } from '../http/body-of.ts'
import { Refusal } from '../http/refusal.ts'
import { sendJson } from '../http/send-json.ts'
import type { ServerContext } from '../http/server-context.ts'
import { finishResetRequest, openResetRequest, requestResetRequest } from '../requests/people-requests.ts'
import { fromOf } from '../serving/from-of.ts'
import { limitAddresses } from '../serving/limit-addresses.ts'
import { refuseOtherSites } from '../serving/refuse-other-sites.ts'

export const RESET_ROUTES = [
  { method: 'POST', path: '/password-reset/request' },
  { method: 'POST', path: '/password-reset/open' },
  { method: 'POST', path: '/password-reset/finish' },
]

/** Bytes: a token, a password of 256 characters, a name. */
const BODY_LIMIT = 4096

/** Of one account: nobody fills somebody's letter box. */
const MINUTES_BETWEEN = 5

/** For whoever asks for a link by mail, and whoever holds one, by mail or made by `toscan user reset-password`. The token travels in bodies, which nobody logs. */
export function mountReset(app: FastifyInstance, ctx: ServerContext) {
  const hidden = () => ({ schema: { hide: true }, bodyLimit: BODY_LIMIT, onRequest: limitAddresses(ctx) })

  app.post('/api/v2/password-reset/request', hidden(), async (request, reply) => {
    refuseOtherSites(ctx, request)
    const { email } = bodyOf(request, requestResetRequest)
    if (!ctx.queueMail) throw new Refusal(404, 'This service sends no mail: ask whoever runs it for a link')
    // Behind the answer, which says and takes the same whether there is such an account or not.
    mailReset(ctx, ctx.queueMail, email.trim().toLowerCase(), fromOf(request)).catch((error) =>
      ctx.log.error({ err: error }, 'a link for a new password was not made'),
    )
    return sendJson(reply, { status: 'sent_if_known' })
  })

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

/** Nothing where nobody with a password has this address, or had a link a moment ago. */
async function mailReset(ctx: ServerContext, queueMail: QueueMail, email: string, from: From) {
  const user = await userByEmail(ctx.db, email)
  if (!user || !(await hasPassword(ctx.db, user.id))) return
  if (await hasFreshReset(ctx.db, user.id, MINUTES_BETWEEN)) return
  await ctx.db.transaction().execute(async (tx) => {
    const { token } = await allowReset(tx, user.id)
    const by: Actor = { kind: 'stranger', id: null, name: email, ...from }
    await recordPersonalAct(tx, by, { action: 'password.reset_link', userId: user.id })
    const url = new URL(`/reset#${token}`, ctx.people.options.baseURL).href
    const content = resetMail({ url, minutes: LINK_MINUTES })
    await queueMail(tx, { kind: 'password_reset', orgId: null, to: email, content })
  })
}
