import type { FinishedReset, OpenedReset, SessionToken, SignInWays, WhoAmI } from './contract.ts'
import type { Open } from './open.ts'
import type { CallOptions, Transport } from './transport.ts'

/**
 * Signing in, for browsers: the cookie is the browser's, scripts cannot read it; `token` trades it for a bearer token of
 * 15 minutes. Give that to the client by its `token` option.
 */
export interface Session {
  /** Who the credential of this client stands for. */
  get(options?: CallOptions): Promise<Open<WhoAmI>>
  /** @throws Unauthorized for a wrong address or password, in the same words */
  signIn(person: { email: string; password: string }, options?: CallOptions): Promise<void>
  signOut(options?: CallOptions): Promise<void>
  /** Which ways there are beside password and passkey; takes no credential. */
  ways(options?: CallOptions): Promise<Open<SignInWays>>
  /**
   * Where the browser goes to sign in with an account of the company, and comes back from to `next`, a path of the service. The cookie that
   * this sets belongs to it.
   */
  company(next: string, options?: CallOptions): Promise<Open<{ url: string }>>
  /** @throws Unauthorized when nobody is signed in */
  token(options?: CallOptions): Promise<Open<SessionToken>>
  /** Chooses an organization, for this token and for those that follow. */
  switch(orgId: string, options?: CallOptions): Promise<Open<SessionToken>>
  /** Ends every other sign-in of this person. @throws BadRequest for a wrong or too short password */
  changePassword(change: { current: string; next: string }, options?: CallOptions): Promise<void>
  /** Has a link to a new password sent to this address, where somebody has it. @throws NotFound where the service sends no mail */
  requestReset(email: string, options?: CallOptions): Promise<void>
  /** What the bearer of a link to a new password sees; takes no credential. `token` is what follows `#` in the link. */
  openReset(token: string, options?: CallOptions): Promise<Open<OpenedReset>>
  /** Ends every sign-in of the person. @throws NotFound for a link that was used, replaced or is too old */
  finishReset(token: string, password: string, options?: CallOptions): Promise<Open<FinishedReset>>
}

export function sessionOf(transport: Transport): Session {
  return {
    get: (options) => transport.json({ ...options, method: 'GET', path: '/api/v2/session' }),
    signIn: async (body, options) => {
      await transport.json({ ...options, method: 'POST', path: '/api/auth/sign-in/email', body })
    },
    signOut: async (options) => {
      await transport.json({ ...options, method: 'POST', path: '/api/auth/sign-out', body: {} })
    },
    ways: (options) => transport.json({ ...options, method: 'GET', path: '/api/v2/session/ways' }),
    company: (next, options) =>
      transport.json({ ...options, method: 'POST', path: '/api/v2/session/company', body: { next } }),
    token: (options) => transport.json({ ...options, method: 'POST', path: '/api/v2/session/token' }),
    switch: (orgId, options) =>
      transport.json({ ...options, method: 'POST', path: '/api/v2/session/org', body: { org_id: orgId } }),
    changePassword: async ({ current, next }, options) => {
      await transport.json({
        ...options,
        method: 'POST',
        path: '/api/auth/change-password',
        body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
      })
    },
    requestReset: async (email, options) => {
      await transport.json({
        ...options,
        method: 'POST',
        path: '/api/v2/password-reset/request',
        body: { email },
      })
    },
    openReset: (token, options) =>
      transport.json({ ...options, method: 'POST', path: '/api/v2/password-reset/open', body: { token } }),
    finishReset: (token, password, options) =>
      transport.json({
        ...options,
        method: 'POST',
        path: '/api/v2/password-reset/finish',
        body: { token, password },
      }),
  }
}
