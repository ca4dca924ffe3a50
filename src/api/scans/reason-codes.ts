import { ReasonCodeList } from '../../../sdk/contract.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'

export const getReasonCodes = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/reason-codes',
    summary: 'List the reason codes that a report may carry',
    tag: 'Reason codes',
    access: 'any',
    answers: { 200: ReasonCodeList },
    async handle() {
      return Object.values(ctx.policies.codes).map(({ id, family, severity, title, definition }) => ({
        code: id,
        family,
        severity,
        title,
        description: definition,
      }))
    },
  })
