import { OrgPolicy, ValidationErrorBody } from '../../../sdk/contract.ts'
import { orgChanges, type StoredPolicy, setOrgPolicy } from '../../db/organization/org-policy.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { InvalidInput } from '../../errors.ts'
import { adaptPack, checkChanges, type OrgChanges } from '../../policy/pack/adapt-pack.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { policyRequest } from '../requests/organization-requests.ts'

export const getOrgPolicy = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/policy',
    summary: 'Read which reason codes the organization has switched off, put in shadow or weighs otherwise',
    description: 'What the organization changes of the policy pack, and which pack judges.',
    tag: 'Organization',
    access: 'any',
    answers: { 200: OrgPolicy },
    async handle({ caller }) {
      // Checked when it was written.
      return answer(ctx, (await orgChanges(ctx.db, caller.orgId)) as OrgChanges)
    },
  })

export const updateOrgPolicy = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/policy',
    summary: 'Switch reason codes off, put them in shadow or weigh them otherwise',
    description:
      'Replaces all earlier changes of `codes`, and those of `thresholds` and `shadow` where they are named. Holds for scans that are judged from now on; their reports name another `policy_version`.',
    tag: 'Organization',
    access: 'admin',
    body: policyRequest,
    acts: ['policy.change'],
    answers: { 200: OrgPolicy, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      try {
        checkChanges(ctx.policies, body)
      } catch (error) {
        if (error instanceof InvalidInput) throw new Refusal(422, error.message)
        throw error
      }
      return ctx.db.transaction().execute(async (tx) => {
        await lockOrg(tx, caller.orgId)
        const { criteria, ...before } = await orgChanges(tx, caller.orgId)
        const { codes, thresholds = before.thresholds, shadow = before.shadow } = body
        const changed = { codes, thresholds, shadow: [...new Set(shadow)].sort() }
        await setOrgPolicy(tx, caller.orgId, changed)
        await recordAct(tx, by, {
          action: 'policy.change',
          orgId: caller.orgId,
          subject: null,
          before: told(before),
          after: told(changed),
        })
        return answer(ctx, { ...changed, criteria } as OrgChanges)
      })
    },
  })

function told({ codes, thresholds, shadow }: StoredPolicy) {
  return {
    codes,
    ...(Object.keys(thresholds).length > 0 && { thresholds }),
    ...(shadow.length > 0 && { shadow }),
  }
}

function answer(ctx: ApiContext, changes: OrgChanges) {
  const { codes, thresholds = {}, shadow = [] } = changes
  return { codes, thresholds, shadow, policy_version: adaptPack(ctx.policies, changes).version }
}
