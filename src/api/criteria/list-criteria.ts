import { CriterionList } from '../../../sdk/contract.ts'
import { criteriaOfOrg } from '../../db/organization/criteria.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { publicCriterion } from './stored-criterion.ts'

export const listCriteria = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/criteria',
    summary: 'List the organization’s own criteria',
    description: 'Reason codes that it writes itself, by code, each in its newest version.',
    tag: 'Criteria',
    access: 'any',
    answers: { 200: CriterionList },
    async handle({ caller }) {
      return { criteria: (await criteriaOfOrg(ctx.db, caller.orgId)).map(publicCriterion) }
    },
  })
