import { Criterion, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import { insertCriterion } from '../../db/organization/criteria.ts'
import { recordAct } from '../../db/people/acts.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { createCriterionRequest } from '../requests/criteria-requests.ts'
import { CRITERION_LIMIT, checkedDefinition } from './checked-definition.ts'
import { criterionOf, factsForTrail, lockedCriteria, personOf, publicCriterion } from './stored-criterion.ts'

const MAX_CRITERIA = 100

export const createCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/criteria',
    summary: 'Write a criterion',
    description: `In draft: it judges nothing until its state says so. At most ${MAX_CRITERIA} for an organization.`,
    tag: 'Criteria',
    access: 'admin',
    body: createCriterionRequest,
    bodyLimit: CRITERION_LIMIT,
    status: 201,
    acts: ['criterion.create'],
    answers: { 201: Criterion, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body: { code, definition: given } }) {
      const person = personOf(caller)
      const definition = checkedDefinition(ctx, given)
      return ctx.db.transaction().execute(async (tx) => {
        const criteria = await lockedCriteria(tx, caller.orgId)
        if (criteria.some((each) => each.code === code))
          throw new Refusal(409, 'A criterion with this code exists')
        if (criteria.length >= MAX_CRITERIA)
          throw new Refusal(
            400,
            `There are ${MAX_CRITERIA} criteria, the most there may be: change one, or delete a draft`,
          )
        await insertCriterion(tx, caller.orgId, code, definition, person)
        await recordAct(tx, by, {
          action: 'criterion.create',
          orgId: caller.orgId,
          subject: code,
          after: { version: 1, ...factsForTrail(definition) },
        })
        return publicCriterion(await criterionOf(tx, caller.orgId, code))
      })
    },
  })
