import { Criterion, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import { addCriterionVersion } from '../../db/organization/criteria.ts'
import { recordAct } from '../../db/people/acts.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { changeCriterionRequest } from '../requests/criteria-requests.ts'
import { CRITERION_LIMIT, checkedDefinition } from './checked-definition.ts'
import {
  criterionOf,
  definitionOf,
  factsForTrail,
  lockedCriteria,
  personOf,
  publicCriterion,
} from './stored-criterion.ts'

export const changeCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/criteria/:code',
    summary: 'Write a new version of a criterion',
    description: 'The version that judges stays in force until the state is set anew.',
    tag: 'Criteria',
    access: 'admin',
    body: changeCriterionRequest,
    bodyLimit: CRITERION_LIMIT,
    acts: ['criterion.change'],
    answers: { 200: Criterion, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, params, body }) {
      const person = personOf(caller)
      const definition = checkedDefinition(ctx, body.definition)
      return ctx.db.transaction().execute(async (tx) => {
        await lockedCriteria(tx, caller.orgId)
        const row = await criterionOf(tx, caller.orgId, params.code ?? '')
        if (body.version !== undefined && toInteger(body.version) !== row.version)
          throw new Refusal(409, `There is a newer version, ${row.version}: look at it first`)
        const version = row.version + 1
        await addCriterionVersion(tx, caller.orgId, { code: row.code, version, definition }, person)
        await recordAct(tx, by, {
          action: 'criterion.change',
          orgId: caller.orgId,
          subject: row.code,
          before: { version: row.version, ...factsForTrail(definitionOf(row)) },
          after: { version, ...factsForTrail(definition) },
        })
        return publicCriterion(await criterionOf(tx, caller.orgId, row.code))
      })
    },
  })
