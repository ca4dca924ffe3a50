import { ErrorBody, Member, MemberList, RemovedMember, ValidationErrorBody } from '../../../sdk/contract.ts'
import { mayReviewMinors, roleOf } from '../../auth/authenticate.ts'
import type { Tx } from '../../db/database.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { handOverKeys, revokeKeysOf } from '../../db/people/credentials.ts'
import {
  deleteMember,
  type MemberRow,
  membersOfOrg,
  setMemberRole,
  setMinorSafety,
} from '../../db/people/members.ts'
import { type ApiContext, endpoint, type OrgCaller, personOf } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { ValidationFailed } from '../http/validate.ts'
import { changeMemberRequest, removeMemberQuery } from '../requests/people-requests.ts'

export const listMembers = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/members',
    summary: 'List the people of the organization',
    description: 'Everybody who belongs to the organization, with role and rights.',
    tag: 'People',
    access: 'session',
    answers: { 200: MemberList },
    async handle({ caller }) {
      const members = await membersOfOrg(ctx.db, caller.orgId)
      return { members: members.map((member) => shownTo(caller, member)) }
    },
  })

export const changeMember = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/members/:user_id',
    summary: "Change somebody's role, or whether they review minor safety",
    description:
      'Holds from the next request on; what is left out stays. The last administrator keeps the role.',
    tag: 'People',
    access: 'admin',
    body: changeMemberRequest,
    acts: ['member.change'],
    answers: { 200: Member, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, params, body }) {
      if (body.role === undefined && body.minor_safety === undefined)
        throw new ValidationFailed([
          { type: 'missing', loc: ['body', 'role'], msg: 'Field required', input: body },
        ])
      return ctx.db.transaction().execute(async (tx) => {
        const { row, ...member } = await lockedMember(tx, caller.orgId, params.user_id ?? '')
        if (body.role === 'member') refuseForLastAdmin(member)
        const { user_id, email } = row
        const before = roleOf(row.role)
        const after = { role: body.role ?? before, minor_safety: body.minor_safety ?? row.minor_safety }
        if (body.role) await setMemberRole(tx, caller.orgId, user_id, body.role)
        if (body.minor_safety !== undefined)
          await setMinorSafety(tx, caller.orgId, user_id, body.minor_safety)
        const said = body.minor_safety !== undefined
        await recordAct(tx, by, {
          action: 'member.change',
          orgId: caller.orgId,
          subject: user_id,
          before: {
            email,
            role: before,
            ...(said && { minor_safety: mayReviewMinors(before, row.minor_safety) }),
          },
          after: { email, role: after.role, ...(said && { minor_safety: body.minor_safety }) },
        })
        return shownTo(caller, { ...row, ...after })
      })
    },
  })

export const removeMember = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/org/members/:user_id',
    summary: 'Remove somebody from the organization',
    description:
      'Members remove themselves, admins anybody; the last administrator stays. API keys that the person made are revoked, unless an administrator who removes somebody else takes them over (`keys=hand_over`).',
    tag: 'People',
    access: 'session',
    query: removeMemberQuery,
    acts: ['member.remove'],
    answers: {
      200: RemovedMember,
      403: ErrorBody,
      404: ErrorBody,
      409: ErrorBody,
      422: ValidationErrorBody,
    },
    async handle({ caller, by, params, query }) {
      const userId = params.user_id ?? ''
      const isAdmin = caller.kind === 'session' && caller.role === 'admin'
      return ctx.db.transaction().execute(async (tx) => {
        const member = await lockedMember(tx, caller.orgId, userId)
        if (!isAdmin && !isCaller(caller, userId)) throw new Refusal(403, 'Admin role required')
        refuseForLastAdmin(member)
        const heir = query.keys === 'hand_over' ? heirOf(caller, userId) : null
        if (heir) await handOverKeys(tx, caller.orgId, userId, heir)
        const revoked = heir ? 0 : await revokeKeysOf(tx, caller.orgId, userId, by.name ?? '')
        await deleteMember(tx, caller.orgId, userId)
        await recordAct(tx, by, {
          action: 'member.remove',
          orgId: caller.orgId,
          subject: userId,
          before: { email: member.row.email, role: roleOf(member.row.role) },
          after: heir ? { keys_handed_to: heir.email } : { revoked_keys: revoked },
        })
        return { user_id: userId, status: 'removed', revoked_keys: revoked }
      })
    },
  })

/** @throws Refusal 403 for whoever goes themselves: they have nothing here any more. */
function heirOf(caller: OrgCaller, userId: string): { userId: string; email: string } {
  const person = personOf(caller)
  if (person === null || person.userId === userId)
    throw new Refusal(403, 'Only an administrator who stays can take keys over')
  return person
}

interface LockedMember {
  row: MemberRow
  isLastAdmin: boolean
}

/** One change of people at a time in an organization: two admins cannot demote each other. @throws Refusal 404 */
async function lockedMember(tx: Tx, orgId: string, userId: string): Promise<LockedMember> {
  await lockOrg(tx, orgId)
  const members = await membersOfOrg(tx, orgId)
  const row = members.find((member) => member.user_id === userId)
  if (!row) throw new Refusal(404, 'Member not found')
  const admins = members.filter((member) => roleOf(member.role) === 'admin')
  return { row, isLastAdmin: admins.length === 1 && admins[0] === row }
}

function refuseForLastAdmin({ isLastAdmin }: Pick<LockedMember, 'isLastAdmin'>) {
  if (isLastAdmin) throw new Refusal(409, 'This is the last administrator of the organization')
}

function shownTo(caller: OrgCaller, member: MemberRow): Member {
  const role = roleOf(member.role)
  return {
    ...member,
    role,
    is_you: isCaller(caller, member.user_id),
    minor_safety: mayReviewMinors(role, member.minor_safety),
  }
}

function isCaller(caller: OrgCaller, userId: string): boolean {
  return caller.kind === 'session' && caller.userId === userId
}
