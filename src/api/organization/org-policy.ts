import { OrgPolicy, ValidationErrorBody } from '../../../sdk/contract.ts'
import { recordAct } from '../../db/acts.ts'
import { orgPolicy, setOrgPolicy } from '../../db/org-policy.ts'
import { lockOrg } from '../../db/orgs.ts'
import { InvalidInput } from '../../errors.ts'
import { adaptPack, checkOverrides, type PolicyOverrides } from '../../policy/pack/adapt-pack.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { policyRequest } from '../http/requests.ts'

export const getOrgPolicy = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/policy',
    summary: 'Read which reason codes the organization has switched off or weighs otherwise',
    tag: 'Organization',
    access: 'any',
    answers: { 200: OrgPolicy },
    async handle({ caller }) {
      // Checked when it was written.
      const overrides = ((await orgPolicy(ctx.db, caller.orgId)) ?? {}) as PolicyOverrides
      return answer(ctx, overrides)
    },
  })

export const updateOrgPolicy = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/policy',
    summary: 'Switch reason codes off or weigh them otherwise',
    description:
      'Replaces all earlier changes. Holds for scans that are judged from now on; their reports name another `policy_version`.',
    tag: 'Organization',
    access: 'admin',
    body: policyRequest,
    acts: ['policy.change'],
    answers: { 200: OrgPolicy, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      try {
        checkOverrides(ctx.policies, body.codes)
      } catch (error) {
        if (error instanceof InvalidInput) throw new Refusal(422, error.message)
        throw error
      }
      await ctx.db.transaction().execute(async (tx) => {
        await lockOrg(tx, caller.orgId)
        const before = await orgPolicy(tx, caller.orgId)
        await setOrgPolicy(tx, caller.orgId, body.codes)
        await recordAct(tx, by, {
          action: 'policy.change',
          orgId: caller.orgId,
          subject: null,
          before: { codes: before ?? {} },
          after: { codes: body.codes },
        })
      })
      return answer(ctx, body.codes)
    },
  })

function answer(ctx: ApiContext, codes: PolicyOverrides) {
  return { codes, policy_version: adaptPack(ctx.policies, codes).version }
}
