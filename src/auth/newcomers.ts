import type { GenericEndpointContext } from 'better-auth'
import type { Db } from '../db/database.ts'
import { type Actor, recordAct, recordPersonalAct } from '../db/people/acts.ts'
import { upsertMember, userByEmail } from '../db/people/people.ts'
import { COMPANY_CALLBACK, COMPANY_PROVIDER, type Company } from './company-sign-in.ts'
import { newId } from './ids.ts'
import { fromHeaders, personActor } from './person-actor.ts'

type Context = Pick<GenericEndpointContext, 'path' | 'headers'> | null

interface Vouched {
  email?: string | undefined
  emailVerified?: boolean | undefined
}

/** Those whom the company's issuer vouches for: who of them may come in, and where whoever is new belongs. */
export function newcomersOf(company: Company, db: Db) {
  return {
    /** With a code for the sign-in page; nothing where somebody may come in. Whoever is turned away stands in the audit trail. */
    async refuse(user: Vouched, ctx: Context): Promise<{ error: string } | undefined> {
      const error = whyNot(company, user)
      if (error === null) return undefined
      const email = user.email?.toLowerCase() ?? null
      const by: Actor = { kind: 'stranger', id: null, name: email, ...fromHeaders(ctx?.headers) }
      const known = await userByEmail(db, email ?? '')
      const act = {
        action: 'sign_in.failed',
        userId: known?.id ?? null,
        after: { way: COMPANY_PROVIDER, error },
      } as const
      await db.transaction().execute((tx) => recordPersonalAct(tx, by, act))
      return { error }
    },

    /** An account that the issuer brought forth becomes a member of the organization that is set. */
    async join(user: { id: string; email: string }, ctx: Context) {
      const { orgId, role } = company
      if (ctx?.path !== COMPANY_CALLBACK || orgId === null) return
      await db.transaction().execute(async (tx) => {
        await upsertMember(tx, { memberId: newId('mem'), orgId, userId: user.id, role })
        await recordAct(tx, personActor(user, fromHeaders(ctx.headers)), {
          action: 'member.add',
          orgId,
          subject: user.id,
          after: { email: user.email, role, way: COMPANY_PROVIDER },
        })
      })
    },
  }
}

function whyNot({ domains, trustsEmail }: Company, { email, emailVerified }: Vouched): string | null {
  if (!trustsEmail && emailVerified !== true) return 'email_not_verified'
  const isOurs = domains.length === 0 || domains.some((domain) => email?.toLowerCase().endsWith(`@${domain}`))
  return isOurs ? null : 'other_company'
}
