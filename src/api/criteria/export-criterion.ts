import { CriterionExport, ErrorBody } from '../../../sdk/contract.ts'
import { writeYaml } from '../../policy/pack/parse-yaml.ts'
import { type ApiContext, endpoint, type FileAnswer } from '../http/endpoint.ts'
import { criterionOf } from './stored-criterion.ts'

export const exportCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/criteria/:code/export',
    summary: 'Export a criterion for a policy pack',
    description:
      'The newest version as YAML: a file for the folder `criteria/` of an operator’s pack, where it judges for every organization.',
    tag: 'Criteria',
    access: 'any',
    produces: ['application/yaml'],
    answers: { 200: CriterionExport, 404: ErrorBody },
    async handle({ caller, params }): Promise<FileAnswer> {
      const { code, version, definition } = await criterionOf(ctx.db, caller.orgId, params.code ?? '')
      const text = `# Version ${version} of a criterion: criteria/${code}.yaml of a policy pack.\n${writeYaml({ id: code, ...withoutEmpty(definition) })}`
      return {
        bytes: Buffer.from(text),
        headers: {
          'content-type': 'application/yaml',
          'content-disposition': `attachment; filename="${code}.yaml"`,
        },
      }
    },
  })

function withoutEmpty(definition: unknown) {
  const isEmpty = (value: unknown): boolean =>
    value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(Object(definition)).filter(([, value]) => !isEmpty(value)))
}
