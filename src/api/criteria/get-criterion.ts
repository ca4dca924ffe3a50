import { CriterionWithVersions, ErrorBody } from '../../../sdk/contract.ts'
import { criterionVersions } from '../../db/organization/criteria.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { criterionOf, publicCriterion } from './stored-criterion.ts'

export const getCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/criteria/:code',
    summary: 'Read a criterion with all its versions',
    description: 'Newest first, each with who wrote it and when.',
    tag: 'Criteria',
    access: 'any',
    answers: { 200: CriterionWithVersions, 404: ErrorBody },
    async handle({ caller, params }) {
      const row = await criterionOf(ctx.db, caller.orgId, params.code ?? '')
      return { ...publicCriterion(row), versions: await criterionVersions(ctx.db, caller.orgId, row.code) }
    },
  })
