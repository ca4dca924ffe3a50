import { APIError, type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '../db/database.ts'
import { type Act, type Actor, recordPersonalAct } from '../db/people/acts.ts'
import { userByEmail, userById } from '../db/people/people.ts'
import { COMPANY_CALLBACK, COMPANY_PROVIDER } from './company-sign-in.ts'
import { fromHeaders, personActor } from './person-actor.ts'

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** By the library's route: what of it is told when it has gone well. */
const TOLD: Record<string, Act['action']> = {
  '/change-password': 'password.change',
  '/passkey/verify-registration': 'passkey.add',
  '/passkey/delete-passkey': 'passkey.remove',
}
const WAYS: Record<string, string> = {
  '/sign-in/email': 'password',
  '/passkey/verify-authentication': 'passkey',
  [COMPANY_CALLBACK]: COMPANY_PROVIDER,
}

/**
 * What the audit trail tells of the library's routes. The library writes with connections of its own, so that these rows cannot be of its
 * transactions: whoever signs in or out is written down before it happens, the rest right behind.
 */
export function signInActs(db: Db) {
  return {
    /** Nobody has a session of whom there is no row. */
    async signsIn(userId: string, ctx: Pick<HookContext, 'path' | 'headers'> | null) {
      const way = WAYS[ctx?.path ?? '']
      const user = way === undefined ? undefined : await userById(db, userId)
      if (!ctx || !user) return
      const by = personActor(user, fromHeaders(ctx.headers))
      await db
        .transaction()
        .execute((tx) => recordPersonalAct(tx, by, { action: 'sign_in', userId, after: { way } }))
    },

    async before(ctx: HookContext) {
      if (ctx.path === '/sign-out') await tell(db, ctx, 'sign_out')
    },

    async after(ctx: HookContext) {
      const { returned } = ctx.context
      const action = TOLD[ctx.path]
      if (action && !(returned instanceof APIError)) await tell(db, ctx, action)
      const way = WAYS[ctx.path]
      if (way && returned instanceof APIError && returned.statusCode === 401) await tellFailure(db, ctx, way)
    },
  }
}

/** Of whoever is signed in. */
async function tell(db: Db, ctx: HookContext, action: Act['action']) {
  const user = ctx.context.newSession?.user ?? (await getSessionFromCtx(ctx))?.user
  if (!user) return
  const by = personActor(user, fromHeaders(ctx.headers))
  await db.transaction().execute((tx) => recordPersonalAct(tx, by, { action, userId: user.id }))
}

/** The same work whether there is such an account or not. What was typed for an address is kept only where it looks like one. */
async function tellFailure(db: Db, ctx: HookContext, way: string) {
  const typed: unknown = ctx.body?.email
  const email =
    typeof typed === 'string' && /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(typed) ? typed.toLowerCase() : null
  const user = await userByEmail(db, email ?? '')
  const by: Actor = { kind: 'stranger', id: null, name: email, ...fromHeaders(ctx.headers) }
  const act = { action: 'sign_in.failed', userId: user?.id ?? null, after: { way } } as const
  await db.transaction().execute((tx) => recordPersonalAct(tx, by, act))
}
