import { ReasonCodeList } from '../../../sdk/contract.ts'
import { criteriaOfOrg } from '../../db/organization/criteria.ts'
import type { Criterion } from '../../policy/pack/criterion.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'

export const getReasonCodes = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/reason-codes',
    summary: 'List the reason codes that a report may carry',
    description:
      'The codes of the policy pack that judges, with the criteria of the organization that reports may name.',
    tag: 'Reason codes',
    access: 'any',
    answers: { 200: ReasonCodeList },
    async handle({ caller }) {
      const own = (await criteriaOfOrg(ctx.db, caller.orgId)).filter(({ has_judged }) => has_judged)
      return [
        ...Object.values(ctx.policies.codes).map(({ id, family, severity, title, definition }) => ({
          code: id,
          family,
          severity,
          title,
          description: definition,
        })),
        ...own.map(({ code, definition }) => {
          // Checked when it was written.
          const { name, family, severity, description } = definition as Criterion
          return { code, family, severity, title: name, description: description || name, own: true }
        }),
      ]
    },
  })
