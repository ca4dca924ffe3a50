import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { InvalidInput } from '../errors.ts'
import type { AccountAttempt, Attempts } from './attempts.ts'
import { CLIENT_IP_HEADER } from './client-ip-header.ts'
import { nameOfDeviceCookie, newDeviceCookie, readDeviceCookie } from './device-cookie.ts'
import { refuseWeakPassword } from './new-password.ts'
import type { signInActs } from './sign-in-acts.ts'

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

interface Options {
  attempts: Attempts
  acts: ReturnType<typeof signInActs>
  secret: string
  secureCookies: boolean
}

/** So often from one address. */
const LIMITED = new Set(['/sign-in/email', '/passkey/verify-authentication'])
const YEAR_SECONDS = 365 * 24 * 3600

/** What stands before and behind the library's own routes: limits for whoever signs in, what holds for new passwords, the audit trail. */
export function signInHooks(options: Options) {
  return {
    before: createAuthMiddleware(async (ctx) => {
      if (LIMITED.has(ctx.path)) await limitAddress(ctx, options)
      if (ctx.path === '/sign-in/email') await limitAccount(ctx, options)
      if (ctx.path === '/change-password') await checkNewPassword(ctx)
      await options.acts.before(ctx)
      if (ctx.path === '/change-password') return { context: { body: endingOtherSignIns(ctx.body) } }
    }),
    after: createAuthMiddleware(async (ctx) => {
      if (ctx.path === '/sign-in/email') await settleAttempt(ctx, options)
      const email = ctx.context.newSession?.user.email
      if (email !== undefined) rememberDevice(ctx, email, options)
      await options.acts.after(ctx)
    }),
  }
}

async function limitAddress(ctx: HookContext, { attempts }: Options) {
  const ip = ctx.headers?.get(CLIENT_IP_HEADER)
  if (ip) refuseFor(await attempts.ofAddress(ctx.path, ip))
}

async function limitAccount(ctx: HookContext, options: Options) {
  const attempt = attemptOf(ctx, options)
  if (attempt) refuseFor(await options.attempts.atAccount(attempt))
}

/** The same words whether it is the address or the account that has to wait, and whether there is such an account. */
function refuseFor(seconds: number) {
  if (seconds === 0) return
  throw new APIError(
    'TOO_MANY_REQUESTS',
    { message: 'Too many attempts. Try again later.' },
    { 'retry-after': String(seconds) },
  )
}

/** Only a wrong password is an attempt that counts. */
async function settleAttempt(ctx: HookContext, options: Options) {
  const attempt = attemptOf(ctx, options)
  const { returned, newSession } = ctx.context
  if (!attempt) return
  const status = returned instanceof APIError ? returned.statusCode : null
  if (newSession) await options.attempts.succeeded(attempt)
  else if (status !== 401 && status !== 429) await options.attempts.notMade(attempt)
}

function attemptOf(ctx: HookContext, { secret }: Options): AccountAttempt | null {
  const given: unknown = ctx.body?.email
  if (typeof given !== 'string') return null
  const email = given.toLowerCase()
  return { email, device: readDeviceCookie(secret, email, ctx.getCookie(nameOfDeviceCookie(email))) }
}

function rememberDevice(ctx: HookContext, email: string, { secret, secureCookies }: Options) {
  const name = nameOfDeviceCookie(email)
  if (readDeviceCookie(secret, email, ctx.getCookie(name)) !== null) return
  ctx.setCookie(name, newDeviceCookie(secret, email), {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies,
    maxAge: YEAR_SECONDS,
  })
}

async function checkNewPassword(ctx: HookContext) {
  const session = await getSessionFromCtx(ctx)
  const password: unknown = ctx.body?.newPassword
  if (!session || typeof password !== 'string') return
  try {
    await refuseWeakPassword(password, session.user.email)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    throw new APIError('UNPROCESSABLE_ENTITY', { message: error.message })
  }
}

/** A password is changed when somebody else may know it, so that nobody stays signed in by the old one: the library leaves that to the request. */
function endingOtherSignIns(body: unknown) {
  return { ...Object(body), revokeOtherSessions: true }
}
