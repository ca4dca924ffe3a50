import { z } from 'zod'
import { SEVERITIES } from '../finding.ts'
import { id } from './schema-parts.ts'

const stance = z.enum(['prohibited', 'restricted', 'allowed'])
export const platformPolicySchema = z.strictObject({
  id,
  name: z.string(),
  adult_content: z.enum(['allowed', 'restricted', 'prohibited', 'unknown']),
  /** Adult content is what the place is for: an address there is an adult destination. */
  adult_destination: z.boolean().default(false),
  /** Where the terms were read; `not read` is said, not hidden. */
  source: z.string(),
  read_on: z.string(),
  note: z.string().optional(),
  themes: z
    .array(z.enum(['animal', 'family', 'intoxication', 'hypnosis', 'force', 'waste', 'other']))
    .default([]),
  codes: z.record(
    id,
    z.strictObject({ stance, severity_by_tag: z.record(z.string(), z.enum(SEVERITIES)).optional() }),
  ),
})
export type PlatformPolicy = z.infer<typeof platformPolicySchema>
