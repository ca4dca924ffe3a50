import { DeletedCriterion, ErrorBody } from '../../../sdk/contract.ts'
import { deleteCriterion } from '../../db/organization/criteria.ts'
import { recordAct } from '../../db/people/acts.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { criterionOf, definitionOf, factsForTrail, lockedCriteria } from './stored-criterion.ts'

export const removeCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/org/criteria/:code',
    summary: 'Delete a criterion that never judged',
    description: 'One that did stays, since reports name it: put it in draft.',
    tag: 'Criteria',
    access: 'admin',
    acts: ['criterion.delete'],
    answers: { 200: DeletedCriterion, 400: ErrorBody, 404: ErrorBody },
    async handle({ caller, by, params }) {
      return ctx.db.transaction().execute(async (tx) => {
        await lockedCriteria(tx, caller.orgId)
        const row = await criterionOf(tx, caller.orgId, params.code ?? '')
        if (row.has_judged) throw new Refusal(400, 'Reports name this criterion: put it in draft instead')
        await deleteCriterion(tx, caller.orgId, row.code)
        await recordAct(tx, by, {
          action: 'criterion.delete',
          orgId: caller.orgId,
          subject: row.code,
          before: { version: row.version, ...factsForTrail(definitionOf(row)) },
        })
        return { code: row.code, status: 'deleted' }
      })
    },
  })
