import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { WhoAmI } from '../../../sdk/contract.ts'
import { authenticate, type Caller, roleOf, Unauthorized } from '../../auth/authenticate.ts'
import { createSession } from '../../auth/create-session.ts'
import { orgName } from '../../db/organization/orgs.ts'
import { membershipsOf } from '../../db/people/people.ts'
import { headersOf } from '../http/headers-of.ts'
import { readBody } from '../http/read-body.ts'
import { Refusal } from '../http/refusal.ts'
import { sendJson } from '../http/send-json.ts'
import type { ServerContext } from '../http/server-context.ts'
import { validate } from '../http/validate.ts'
import { optional, string } from '../requests/checks.ts'
import { refuseOtherSites } from '../serving/refuse-other-sites.ts'
import { noteCaller } from '../serving/request-facts.ts'

const SwitchOrg = z.object({ org_id: optional<string>(string(), { type: 'string' }) })

export const SESSION_ROUTES = [
  { method: 'GET', path: '/session' },
  { method: 'POST', path: '/session/token' },
  { method: 'POST', path: '/session/org' },
]

/** The dashboard trades its sign-in cookie for a short-lived bearer token bound to one organization. */
export function mountSession(app: FastifyInstance, ctx: ServerContext) {
  const hidden = { schema: { hide: true } }

  app.get('/api/v2/session', hidden, async (request, reply) => {
    const caller = await authenticate(ctx, request.headers.authorization)
    noteCaller(request, caller)
    return sendJson(reply, await whoAmI(ctx, caller))
  })

  app.post('/api/v2/session/token', hidden, async (request, reply) => {
    const person = await signedIn(ctx, request)
    return sendJson(reply, await mint(ctx, person, person.activeOrgId))
  })

  app.post('/api/v2/session/org', { ...hidden, bodyLimit: 4096 }, async (request, reply) => {
    const person = await signedIn(ctx, request)
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const body = readBody(bytes, request.headers['content-type'], { mayBeAbsent: false })
    const { org_id: orgId } = validate(SwitchOrg, body.value, 'body', body.exactAt)
    const memberships = await membershipsOf(ctx.db, person.userId)
    if (!memberships.some((membership) => membership.org_id === orgId))
      throw new Refusal(404, 'Organization not found')
    await ctx.people.api.setActiveOrganization({
      headers: headersOf(request.headers),
      body: { organizationId: orgId },
    })
    return sendJson(reply, await mint(ctx, person, orgId ?? null))
  })
}

interface Person {
  userId: string
  email: string
  name: string
  authSessionId: string
  activeOrgId: string | null
}

/** @throws Unauthorized without a valid cookie; Refusal 403 for a request from another site. */
async function signedIn(ctx: ServerContext, request: FastifyRequest): Promise<Person> {
  refuseOtherSites(ctx, request)
  const person = await signedInPerson(ctx, request)
  if (!person) throw new Unauthorized('Not signed in')
  noteCaller(request, { kind: 'session', userId: person.userId, orgId: person.activeOrgId })
  return person
}

/** Whose cookie the request carries. */
export async function signedInPerson(ctx: ServerContext, request: FastifyRequest): Promise<Person | null> {
  const session = await ctx.people.api.getSession({ headers: headersOf(request.headers) })
  return (
    session && {
      userId: session.user.id,
      email: session.user.email,
      name: session.user.name,
      authSessionId: session.session.id,
      activeOrgId: session.session.activeOrganizationId ?? null,
    }
  )
}

async function whoAmI(ctx: ServerContext, caller: Caller): Promise<WhoAmI> {
  const name = caller.orgId && (await orgName(ctx.db, caller.orgId))
  const org = caller.orgId && name ? { org_id: caller.orgId, name } : null
  if (caller.kind === 'key') return { kind: 'key', org, role: null, user: null, organizations: [] }
  const { userId: id, email, name: userName, role } = caller
  const memberships = await membershipsOf(ctx.db, id)
  return {
    kind: 'session',
    org,
    role,
    user: { id, email, name: userName },
    organizations: memberships.map((membership) => ({ ...membership, role: roleOf(membership.role) })),
  }
}

/** Somebody with one organization need not choose it. */
async function mint(ctx: ServerContext, person: Person, wantedOrgId: string | null) {
  const memberships = await membershipsOf(ctx.db, person.userId)
  const wanted = memberships.find((membership) => membership.org_id === wantedOrgId)
  const chosen = wanted ?? (memberships.length === 1 ? memberships[0] : undefined)
  const { userId, authSessionId } = person
  const session = await createSession(ctx.db, { userId, authSessionId, orgId: chosen?.org_id ?? null })
  return {
    token: session.token,
    expires_at: session.expiresAt,
    org_id: chosen?.org_id ?? null,
    role: chosen ? roleOf(chosen.role) : null,
    user: { id: person.userId, email: person.email, name: person.name },
    organizations: memberships.map(({ org_id, name, role }) => ({ org_id, name, role: roleOf(role) })),
  }
}
