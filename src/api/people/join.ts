import type { FastifyInstance } from 'fastify'
import { acceptInvitation } from '../../auth/accept-invitation.ts'
import { hashToken } from '../../auth/tokens.ts'
import { invitationByHash } from '../../db/people/invitations.ts'
import { InvalidInput, Refused } from '../../errors.ts'
import { bodyOf } from '../http/body-of.ts'
import { Refusal } from '../http/refusal.ts'
import { sendJson } from '../http/send-json.ts'
import type { ServerContext } from '../http/server-context.ts'
import { acceptInvitationRequest, openInvitationRequest } from '../requests/people-requests.ts'
import { storableText } from '../requests/storable-text.ts'
import { fromOf } from '../serving/from-of.ts'
import { limitAddresses } from '../serving/limit-addresses.ts'
import { refuseOtherSites } from '../serving/refuse-other-sites.ts'
import { signedInPerson } from './session.ts'

export const JOIN_ROUTES = [
  { method: 'POST', path: '/invitations/open' },
  { method: 'POST', path: '/invitations/accept' },
]

/** Bytes: a token, a password of 256 characters, a name. */
const BODY_LIMIT = 4096

/** For whoever holds the link of an invitation, signed in or not. The token travels in bodies, which nobody logs. */
export function mountJoin(app: FastifyInstance, ctx: ServerContext) {
  const hidden = () => ({ schema: { hide: true }, bodyLimit: BODY_LIMIT, onRequest: limitAddresses(ctx) })

  app.post('/api/v2/invitations/open', hidden(), async (request, reply) => {
    refuseOtherSites(ctx, request)
    const { token } = bodyOf(request, openInvitationRequest)
    const invitation = await invitationByHash(ctx.db, hashToken(token))
    if (!invitation) throw new Refusal(404, 'Invitation not found')
    const { org_name, email, role, expires_at, user_id } = invitation
    return sendJson(reply, { org_name, email, role, expires_at, has_account: user_id !== null })
  })

  app.post('/api/v2/invitations/accept', hidden(), async (request, reply) => {
    refuseOtherSites(ctx, request)
    const { token, password, name } = bodyOf(request, acceptInvitationRequest)
    const person = await signedInPerson(ctx, request)
    try {
      const accepted = await acceptInvitation(ctx.db, {
        token,
        signedInUserId: person?.userId ?? null,
        password,
        from: fromOf(request),
        name: name === undefined ? undefined : storableText(name),
      })
      return sendJson(reply, accepted)
    } catch (error) {
      if (error instanceof Refused) throw new Refusal(403, error.message)
      if (error instanceof InvalidInput) throw new Refusal(422, error.message)
      throw error
    }
  })
}
