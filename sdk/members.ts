import type {
  AcceptedInvitation,
  CanceledInvitation,
  CreatedInvitation,
  InvitationList,
  Member,
  MemberList,
  OpenedInvitation,
  RemovedMember,
  Role,
} from './contract.ts'
import type { Open } from './open.ts'
import type { CallOptions, Transport } from './transport.ts'

/** People of the organization. Reading takes a session, changing an administrator's. */
export interface Members {
  list(options?: CallOptions): Promise<Open<MemberList>>
  /** The last administrator keeps the role (409). */
  changeRole(userId: string, role: Role, options?: CallOptions): Promise<Open<Member>>
  /** Whether somebody may review cases of minor safety. */
  allowMinorSafety(userId: string, isAllowed: boolean, options?: CallOptions): Promise<Open<Member>>
  /**
   * Members may remove themselves; the last administrator stays (409). Their API keys are revoked, or become those of the administrator
   * who removes them.
   */
  remove(
    userId: string,
    how?: { keys?: 'revoke' | 'hand_over' },
    options?: CallOptions,
  ): Promise<Open<RemovedMember>>
}

export interface Invitations {
  list(options?: CallOptions): Promise<Open<InvitationList>>
  /** `url` of the answer is for the invited person and shown this once. A new one replaces an open one. */
  create(
    invitation: { email: string; role: Role; minor_safety?: boolean },
    options?: CallOptions,
  ): Promise<Open<CreatedInvitation>>
  cancel(invitationId: string, options?: CallOptions): Promise<Open<CanceledInvitation>>
  /** What the bearer of a link sees; takes no credential. `token` is what follows `#` in the link. */
  open(token: string, options?: CallOptions): Promise<Open<OpenedInvitation>>
  /**
   * Joins. Who has an account signs in first and gives nothing; who has none gives the password of the account to be.
   * @throws Forbidden for an account that is not signed in; ValidationFailed for a password that is too short
   */
  accept(
    token: string,
    person?: { password?: string; name?: string },
    options?: CallOptions,
  ): Promise<Open<AcceptedInvitation>>
}

export function membersOf(transport: Transport): Members {
  const pathOf = (userId: string) => `/api/v2/org/members/${encodeURIComponent(userId)}`
  return {
    list: (options) => transport.json({ ...options, method: 'GET', path: '/api/v2/org/members' }),
    changeRole: (userId, role, options) =>
      transport.json({ ...options, method: 'PATCH', path: pathOf(userId), body: { role } }),
    allowMinorSafety: (userId, minor_safety, options) =>
      transport.json({ ...options, method: 'PATCH', path: pathOf(userId), body: { minor_safety } }),
    remove: (userId, how, options) =>
      transport.json({ ...options, method: 'DELETE', path: pathOf(userId), query: { ...how } }),
  }
}

export function invitationsOf(transport: Transport): Invitations {
  const ofOrg = '/api/v2/org/invitations'
  return {
    list: (options) => transport.json({ ...options, method: 'GET', path: ofOrg }),
    create: (body, options) => transport.json({ ...options, method: 'POST', path: ofOrg, body }),
    cancel: (invitationId, options) =>
      transport.json({ ...options, method: 'DELETE', path: `${ofOrg}/${encodeURIComponent(invitationId)}` }),
    open: (token, options) =>
      transport.json({ ...options, method: 'POST', path: '/api/v2/invitations/open', body: { token } }),
    accept: (token, person = {}, options) =>
      transport.json({
        ...options,
        method: 'POST',
        path: '/api/v2/invitations/accept',
        body: { token, ...person },
      }),
  }
}
