import {
  CanceledInvitation,
  CreatedInvitation,
  ErrorBody,
  InvitationList,
  ValidationErrorBody,
} from '../../../sdk/contract.ts'
import { mayReviewMinors } from '../../auth/authenticate.ts'
import { newId } from '../../auth/ids.ts'
import { hashToken, newInvitationToken } from '../../auth/tokens.ts'
import { orgName as findOrgName, lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { deleteInvitation, insertInvitation, invitationsOfOrg } from '../../db/people/invitations.ts'
import { membersOfOrg } from '../../db/people/members.ts'
import { invitationMail } from '../../mail/words.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isPlainId } from '../requests/ids.ts'
import { inviteRequest } from '../requests/people-requests.ts'

const DAYS = 7

export const createInvitation = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/invitations',
    summary: 'Invite somebody by a link',
    description: `The link is shown in this answer and never again; it is valid for ${DAYS} days and once. Where the service has a mail server (\`mailed\`) it is also sent to the address; else send it yourself.`,
    tag: 'People',
    access: 'admin',
    body: inviteRequest,
    status: 201,
    acts: ['invitation.create'],
    answers: { 201: CreatedInvitation, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      if (caller.kind !== 'session') throw new Refusal(403, 'An invitation takes a person')
      const email = body.email.trim().toLowerCase()
      const minorSafety = body.minor_safety ?? null
      const token = newInvitationToken()
      const invitationId = newId('inv')
      // Behind the hash, so that no log on the way to us holds it.
      const url = new URL(`/invite#${token}`, ctx.people.options.baseURL).href
      const dates = await ctx.db.transaction().execute(async (tx) => {
        if (!(await lockOrg(tx, caller.orgId))) throw new Refusal(404, 'Org settings not found')
        const members = await membersOfOrg(tx, caller.orgId)
        if (members.some((member) => member.email === email)) throw new Refusal(409, 'Already a member')
        await recordAct(tx, by, {
          action: 'invitation.create',
          orgId: caller.orgId,
          subject: invitationId,
          after: { email, role: body.role, ...(minorSafety !== null && { minor_safety: minorSafety }) },
        })
        const made = await insertInvitation(tx, {
          invitationId,
          orgId: caller.orgId,
          email,
          role: body.role,
          minorSafety,
          inviterId: caller.userId,
          tokenHash: hashToken(token),
          days: DAYS,
        })
        const orgName = (await findOrgName(tx, caller.orgId)) ?? ''
        const content = invitationMail({ orgName, invitedBy: caller.email, url, days: DAYS })
        await ctx.queueMail?.(tx, { kind: 'invitation', orgId: caller.orgId, to: email, content })
        return made
      })
      return {
        invitation_id: invitationId,
        email,
        role: body.role,
        minor_safety: mayReviewMinors(body.role, minorSafety),
        invited_by_email: caller.email,
        ...dates,
        url,
        mailed: ctx.queueMail !== null,
      }
    },
  })

export const listInvitations = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/invitations',
    summary: 'List invitations that are open',
    description:
      'Those that can still be taken. Their addresses were shown when they were made, and are not shown again.',
    tag: 'People',
    access: 'admin',
    answers: { 200: InvitationList },
    handle: async ({ caller }) => ({
      invitations: (await invitationsOfOrg(ctx.db, caller.orgId)).map((invitation) => ({
        ...invitation,
        minor_safety: mayReviewMinors(invitation.role, invitation.minor_safety),
      })),
    }),
  })

export const cancelInvitation = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/org/invitations/:invitation_id',
    summary: 'Withdraw an invitation',
    description: 'Its address leads nowhere from now on.',
    tag: 'People',
    access: 'admin',
    acts: ['invitation.withdraw'],
    answers: { 200: CanceledInvitation, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const invitationId = params.invitation_id ?? ''
      if (!isPlainId(invitationId)) throw new Refusal(404, 'Invitation not found')
      await ctx.db.transaction().execute(async (tx) => {
        const open = (await invitationsOfOrg(tx, caller.orgId)).find(
          (each) => each.invitation_id === invitationId,
        )
        if (!open || !(await deleteInvitation(tx, caller.orgId, invitationId)))
          throw new Refusal(404, 'Invitation not found')
        await recordAct(tx, by, {
          action: 'invitation.withdraw',
          orgId: caller.orgId,
          subject: invitationId,
          before: { email: open.email, role: open.role },
        })
      })
      return { invitation_id: invitationId, status: 'canceled' }
    },
  })
