import { z } from 'zod'
import { EVIDENCE_TYPES } from '../../evidence/evidence.ts'
import { SEVERITIES } from '../finding.ts'
import { ruleSchema, TEXT_CHANNELS } from './rule-schema.ts'
import { id, say } from './schema-parts.ts'

const exampleEvidenceSchema = z.strictObject({
  text: z.string().optional(),
  channel: z.enum([...TEXT_CHANNELS, 'link']).optional(),
  type: z.enum(EVIDENCE_TYPES).optional(),
  url: z.string().optional(),
  platform: z.string().nullable().optional(),
  handle: z.string().nullable().optional(),
  outcome: z
    .enum([
      'ok',
      'gone',
      'banned',
      'private',
      'age_gate',
      'login_wall',
      'bot_challenge',
      'rate_limited',
      'error',
    ])
    .optional(),
  binding: z
    .enum(['own', 'linked', 'links_back', 'second_hop', 'picture', 'search', 'same_handle'])
    .optional(),
  hop: z.number().int().optional(),
  linksBack: z.boolean().optional(),
  mentionsCreator: z.boolean().optional(),
  redirects: z.array(z.string()).optional(),
  links: z.array(z.string()).optional(),
  facts: z
    .strictObject({
      adult: z.boolean().optional(),
      verified: z.boolean().optional(),
      createdAt: z.string().optional(),
      cloaked: z.strictObject({ declared: z.string(), browser: z.string() }).optional(),
    })
    .optional(),
})
export type ExampleEvidence = z.infer<typeof exampleEvidenceSchema>

/** A bare string is the bio of an unnamed platform. */
export const exampleSchema = z.union([
  z.string(),
  z.strictObject({
    platform: z.string().optional(),
    handle: z.string().optional(),
    evidence: z.array(exampleEvidenceSchema),
  }),
])
export type Example = z.infer<typeof exampleSchema>

export const codeSchema = z.strictObject({
  id: id.meta(say('The reason code, and the name of its file.')),
  family: id.meta(say('Of one family only the gravest code counts.')),
  severity: z.enum([...SEVERITIES, 'platform']).meta(say('`platform`: what the file of the platform says.')),
  severity_by_tag: z
    .record(z.string(), z.enum(SEVERITIES))
    .default({})
    .meta(say("For severity `platform`: by the finding's tag, unless the platform's file says otherwise.")),
  on: z
    .record(id, z.enum([...SEVERITIES, 'off']))
    .optional()
    .meta(
      say(
        "By platform of the profile, `default` for all that are not named: another severity, or `off`. Goes before the platform's file.",
      ),
    ),
  title: z.string().min(3).max(60).meta(say('Names it to people.')),
  definition: z.string().meta(say('What it is, in one sentence; a model is told this too.')),
  not: z.array(z.string()).default([]).meta(say('What looks like it and is not.')),
  report: z.string().meta(say('The sentence of the summary.')),
  maps_to: z
    .string()
    .nullable()
    .default(null)
    .meta(say('The reason of Ozone (AT Protocol) that it comes nearest to.')),
  yields_to: z
    .array(id)
    .default([])
    .meta(
      say(
        'Codes that say the same thing outright: where one of them stands in a text, this hint is not reported beside it.',
      ),
    ),
  unlike: z
    .array(z.string().regex(/^(?:lex|re)\.[a-z0-9_]+$/))
    .default([])
    .meta(
      say(
        'Words (`lex.x`, `re.x`) that say, on the line of a passage which only resembles this code, that it is something else: a choir that takes in new girls.',
      ),
    ),
  rules: z.array(ruleSchema).default([]).meta(say('Any of these is enough.')),
  examples: z
    .strictObject({
      hit: z.array(exampleSchema).default([]).meta(say('Each must bring this code.')),
      miss: z.array(exampleSchema).default([]).meta(say('None may bring it.')),
    })
    .meta(say('Run by `toscan policy test`. A text is the bio of a profile.')),
})
export type PolicyCode = z.infer<typeof codeSchema>
