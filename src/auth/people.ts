import { betterAuth } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { organization } from 'better-auth/plugins'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { Attempts } from './attempts.ts'
import { CLIENT_IP_HEADER } from './client-ip-header.ts'
import { type AskIssuer, COMPANY_PROVIDER, type Company, companySignIn } from './company-sign-in.ts'
import { hashPassword, TooManyPasswords, verifyPassword } from './hash-password.ts'
import { newId } from './ids.ts'
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from './new-password.ts'
import { newcomersOf } from './newcomers.ts'
import { passkeysFor } from './passkeys.ts'
import { signInActs } from './sign-in-acts.ts'
import { signInHooks } from './sign-in-hooks.ts'

const PREFIXES: Record<string, string> = {
  user: 'user',
  session: 'login',
  account: 'acct',
  verification: 'vrf',
  organization: 'org',
  member: 'mem',
  invitation: 'inv',
  passkey: 'pass',
}

const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null }

/**
 * People sign in here: e-mail and password, a passkey or their company's account, a cookie, organizations with the roles admin and member. Registration is
 * closed; people are made by `toscan user create` or by invitation. API keys and bearer tokens are ours, not this library's.
 */
export function createPeople(options: {
  pool: Pool
  db: Db
  secret: string
  baseUrl: string
  secureCookies: boolean
  attempts: Attempts
  company: Company | null
  /** The way to the company's issuer. */
  askIssuer: AskIssuer | null
  log: Logger
}) {
  const organizations = organization({
    allowUserToCreateOrganization: false,
    creatorRole: 'admin',
    schema: {
      organization: { modelName: 'auth_organization' },
      member: { modelName: 'auth_member' },
      invitation: { modelName: 'auth_invitation' },
    },
  })
  const acts = signInActs(options.db)
  const passkeys = passkeysFor(options.baseUrl)
  const { company, askIssuer } = options
  const newcomers = company && newcomersOf(company, options.db)
  return betterAuth({
    database: options.pool,
    secret: options.secret,
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    trustedOrigins: [options.baseUrl],
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) =>
        options.log[level === 'error' ? 'error' : 'warn']({ message: sameForAll(message) }, 'sign-in'),
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_CHARACTERS,
      maxPasswordLength: MAX_PASSWORD_CHARACTERS,
      password: {
        hash: (password) => hashPassword(password).catch(sayBusy),
        verify: (candidate) => verifyPassword(candidate).catch(sayBusy),
      },
    },
    session: { modelName: 'auth_session', expiresIn: 7 * 24 * 3600, updateAge: 24 * 3600 },
    user: {
      modelName: 'auth_user',
      validateUserInfo: ({ user, source }, ctx) =>
        source.method === 'oauth' ? newcomers?.refuse(user, ctx ?? null) : undefined,
    },
    account: {
      modelName: 'auth_account',
      updateAccountOnSignIn: false,
      // `newcomers` asks whether the address is verified, and writes down where it is not.
      accountLinking: { trustedProviders: [COMPANY_PROVIDER] },
    },
    verification: { modelName: 'auth_verification' },
    plugins: [
      organizations,
      passkeys.plugin,
      ...(company && askIssuer ? [companySignIn(company, askIssuer)] : []),
    ],
    // Our own endpoints do this, by our rules: a link that is kept hashed, a last administrator who stays.
    disabledPaths: [
      ...Object.values(organizations.endpoints).map(({ path }) => path),
      ...passkeys.disabledPaths,
    ],
    hooks: signInHooks({ ...options, acts }),
    databaseHooks: {
      session: { create: { before: ({ userId }, ctx) => acts.signsIn(userId, ctx) } },
      user: { create: { after: async (user, ctx) => newcomers?.join(user, ctx) } },
      // Nothing is asked of the issuer in somebody's name: its tokens are worth stealing, and of no use here.
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
    },
    // The request's own line says that somebody was refused.
    onAPIError: {
      // Where the company's sign-in cannot say which page it came from.
      errorURL: `${options.baseUrl}/`,
      onError: (error) => {
        // What is no answer of the library's is answered as everywhere: an outage of the database is one here too.
        if (!isAPIError(error)) throw error
        if (error.statusCode >= 500) options.log.error({ err: error }, 'sign-in failed')
      },
    },
    // Per process and in memory, against noise; who signs in is limited by the hooks, on all processes together.
    rateLimit: {
      enabled: true,
      window: 60,
      max: 300,
      customRules: { '/sign-in/*': false, '/passkey/verify-authentication': false },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
      cookiePrefix: 'toscan',
      useSecureCookies: options.secureCookies,
      database: { generateId: ({ model }) => newId(PREFIXES[model] ?? 'id') },
    },
  })
}

/** Whether an account exists is told to nobody, whoever reads logs included. */
function sameForAll(message: string): string {
  const isOfOne = ['User not found', 'Invalid password', 'Password not found'].includes(message)
  return isOfOne ? 'E-mail or password is not right' : message
}

/** In the library's own shape, or it would call it a fault. */
function sayBusy(error: unknown): never {
  if (!(error instanceof TooManyPasswords)) throw error
  const { message, retryAfter } = error
  throw new APIError('SERVICE_UNAVAILABLE', { message }, { 'retry-after': String(retryAfter) })
}

export type People = ReturnType<typeof createPeople>
