import { Criterion, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import { criterionVersions, setCriterionState } from '../../db/organization/criteria.ts'
import { orgChanges } from '../../db/organization/org-policy.ts'
import { recordAct } from '../../db/people/acts.ts'
import { type Criterion as Definition, termsIn } from '../../policy/pack/criterion.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { criterionStateRequest } from '../requests/criteria-requests.ts'
import { criterionOf, definitionOf, lockedCriteria, personOf, publicCriterion } from './stored-criterion.ts'

/** Terms and domains of all criteria that judge: what a judge keeps ready for one organization. */
const MAX_TERMS_JUDGING = 5_000

export const setStateOfCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'PUT',
    path: '/org/criteria/:code/state',
    summary: 'Put a criterion in force, in shadow, or out of force',
    description: `Holds for scans that are judged from now on. An older version can be factsForTrail, to go back to it. All that judge may hold ${MAX_TERMS_JUDGING} terms and domains together. Criteria of minor safety are never in shadow.`,
    tag: 'Criteria',
    access: 'admin',
    body: criterionStateRequest,
    acts: ['criterion.state'],
    answers: { 200: Criterion, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, params, body }) {
      const person = personOf(caller)
      return ctx.db.transaction().execute(async (tx) => {
        await lockedCriteria(tx, caller.orgId)
        const row = await criterionOf(tx, caller.orgId, params.code ?? '')
        const wanted = body.version === undefined ? row.version : toInteger(body.version)
        const versions = await criterionVersions(tx, caller.orgId, row.code)
        const version = versions.find((each) => each.version === wanted)
        if (!version) throw new Refusal(400, `There is no version ${wanted}: the newest is ${row.version}`)
        const definition = definitionOf(version)
        if (body.state === 'shadow' && definition.family === 'minor_safety')
          throw new Refusal(
            400,
            'What may endanger a child counts or is not looked for: choose draft or live',
          )
        const judging = body.state === 'draft' ? null : wanted
        if (judging !== null) await refuseTooMany(tx, caller.orgId, row.code, definition)
        await setCriterionState(
          tx,
          caller.orgId,
          { code: row.code, state: body.state, judging },
          person.email,
        )
        await recordAct(tx, by, {
          action: 'criterion.state',
          orgId: caller.orgId,
          subject: row.code,
          before: { state: row.state, version: row.judging },
          after: { state: body.state, version: judging },
        })
        return publicCriterion(await criterionOf(tx, caller.orgId, row.code))
      })
    },
  })

async function refuseTooMany(tx: Tx, orgId: string, code: string, definition: Definition) {
  const { criteria } = await orgChanges(tx, orgId)
  const sum = criteria
    .filter((each) => each.code !== code)
    .reduce((total, each) => total + termsIn(definitionOf(each)), termsIn(definition))
  if (sum > MAX_TERMS_JUDGING)
    throw new Refusal(
      400,
      `All criteria that judge would hold ${sum} terms and domains; at most ${MAX_TERMS_JUDGING}: put another in draft, or write stems (deal*)`,
    )
}
