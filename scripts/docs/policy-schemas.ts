import { z } from 'zod'
import { codeSchema } from '../../src/policy/pack/code-schema.ts'
import { criterionSchema } from '../../src/policy/pack/criterion.ts'
import { platformPolicySchema } from '../../src/policy/pack/platform-policy-schema.ts'
import {
  linkRuleSchema,
  ruleSchema,
  structureRuleSchema,
  textRuleSchema,
} from '../../src/policy/pack/rule-schema.ts'
import { scoringSchema } from '../../src/policy/pack/scoring-schema.ts'
import { lexiconSchema, patternsSchema } from '../../src/policy/pack/word-schemas.ts'

/** A JSON Schema of which the docs show the members. */
interface Shape {
  properties?: Record<string, Member>
  required?: string[]
}
interface Member {
  description?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Member[]
  items?: Member
  default?: unknown
  minimum?: number
  maximum?: number
}

const RULES = [textRuleSchema, linkRuleSchema, structureRuleSchema]

/** What an editor checks files of a pack with, by the name of its file in `docs/schemas`. */
export const POLICY_SCHEMAS = {
  code: { of: '`codes/<id>.yaml`', schema: schemaOf(codeSchema) },
  lexicon: { of: '`lexicons/<id>.yaml`', schema: schemaOf(lexiconSchema) },
  criterion: { of: '`criteria/<id>.yaml`, its `definition`', schema: schemaOf(criterionSchema) },
  patterns: { of: '`patterns.yaml`', schema: schemaOf(patternsSchema) },
  platform: { of: '`platforms/<id>.yaml`', schema: schemaOf(platformPolicySchema) },
  scoring: { of: '`scoring.yaml`', schema: schemaOf(scoringSchema) },
}

/** Every member of codes, rules and lexicons, as tables. */
export function keysOfPolicy(): string {
  return [
    '### A code',
    tableOf(schemaOf(codeSchema)),
    '### A rule about words',
    tableOf(schemaOf(textRuleSchema)),
    '### A rule about links',
    tableOf(schemaOf(linkRuleSchema)),
    '### A rule across evidence',
    tableOf(schemaOf(structureRuleSchema)),
    '### A lexicon',
    tableOf(schemaOf(lexiconSchema)),
  ].join('\n\n')
}

/** What zod writes is a JSON Schema; its own type knows every keyword, ours those that the tables read. */
function schemaOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema !== ruleSchema) return
      jsonSchema.anyOf = RULES.map((rule) => {
        const { $schema, ...shape } = z.toJSONSchema(rule, { io: 'input' })
        return shape
      })
    },
  }) as Shape
}

function tableOf({ properties = {}, required = [] }: Shape): string {
  const rows = Object.entries(properties).map(([name, member]) => {
    const must = required.includes(name) ? ', required' : ''
    return `| \`${name}\` | ${valuesOf(member)}${must} | ${(member.description ?? '').replaceAll('|', '\\|')} |`
  })
  return ['| member | value | meaning |', '|---|---|---|', ...rows].join('\n')
}

function valuesOf(member: Member): string {
  const { default: without } = member
  const isTold = without !== undefined && !(typeof without === 'object' && without !== null)
  return `${kindOf(member)}${isTold ? `; without it \`${without}\`` : ''}`
}

function kindOf({ enum: values, const: only, anyOf, items, type, minimum, maximum }: Member): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (only !== undefined) return `\`${only}\``
  if (type === 'array') return items && !items.anyOf ? `list of ${kindOf(items)}` : 'list'
  if (anyOf) return 'see the schema'
  if (type === 'object') return 'mapping'
  if (type === 'boolean') return '`true` or `false`'
  const kind = [type ?? 'any'].flat().filter((each) => each !== 'null')[0] ?? 'any'
  const range =
    minimum !== undefined && maximum !== undefined && maximum < 1e6 ? ` from ${minimum} to ${maximum}` : ''
  return `${{ string: 'text', integer: 'whole number' }[kind] ?? kind}${range}`
}
