import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { acceptInvitation } from '../auth/accept-invitation.ts'
import { hashToken } from '../auth/tokens.ts'
import { invitationByHash } from '../db/invitations.ts'
import { InvalidInput, Refused } from '../errors.ts'
import { limitAddresses } from './limit-addresses.ts'
import { readBody } from './read-body.ts'
import { Refusal } from './refusal.ts'
import { acceptInvitationRequest, openInvitationRequest } from './requests.ts'
import { type ServerContext, sendJson } from './server.ts'
import { refuseOtherSites, signedInPerson } from './session.ts'
import { storableText } from './storable-text.ts'
import { validate } from './validate.ts'

export const JOIN_ROUTES = [
  { method: 'POST', path: '/invitations/open' },
  { method: 'POST', path: '/invitations/accept' },
]

/** For whoever holds the link of an invitation, signed in or not. The token travels in bodies, which nobody logs. */
export function mountJoin(app: FastifyInstance, ctx: ServerContext) {
  const hidden = () => ({ schema: { hide: true }, onRequest: limitAddresses() })

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

/** The JSON of a request to a route that takes no bearer token. @throws ValidationFailed */
export function bodyOf<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const body = readBody(bytes, request.headers['content-type'], { mayBeAbsent: false })
  return validate(schema, body.value, 'body', body.exactAt)
}
