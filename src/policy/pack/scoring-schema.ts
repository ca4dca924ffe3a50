import { z } from 'zod'
import { SEVERITIES } from '../finding.ts'
import { id, probability } from './schema-parts.ts'

const floorSchema = z.strictObject({
  id,
  min: z.number().min(0).max(100),
  /** All of these findings must be there, each with the weight `min_p` on its own. */
  findings: z
    .array(
      z.strictObject({
        code: id,
        tag: z.string().optional(),
        binding: z.string().optional(),
        min_p: probability,
      }),
    )
    .default([]),
  severity: z.strictObject({ is: z.enum(SEVERITIES), min_p: probability }).optional(),
  coverage_below: probability.optional(),
})

const bySeverity = z.strictObject({
  critical: z.number(),
  high: z.number(),
  medium: z.number(),
  low: z.number(),
  info: z.number(),
})
const mitigationReach = z.strictObject({
  before: z.array(id),
  after: z.array(id),
  reach_before: z.number().int(),
  reach_after: z.number().int(),
})

export const scoringSchema = z.strictObject({
  note: z.string(),
  severity_weight: bySeverity,
  tier_cap: bySeverity.extend({ none: z.number() }),
  tier_probability: probability,
  report_probability: probability,
  /** By code: findings of it are not heard while they come to less. Never of minor safety. */
  thresholds: z.record(id, probability).optional(),
  cap: z.strictObject({
    rule: probability,
    bare: probability.default(0.35),
    model: probability,
    classifier: probability.default(0.6),
  }),
  /** The small classifier beside the rules: whether it is heard, and how many characters of a scan it reads. */
  classifier: z
    .strictObject({
      enabled: z.boolean().default(true),
      characters: z.number().int().min(0).max(100_000).default(8_000),
      /** Codes that it names only from their proven precision on, and never where they are not proven. */
      silent: z.array(id).default([]),
      /** A code that is not proven is named from this stated precision on. */
      unproven: probability.default(0),
      /** Of how many families of codes it names one each. */
      families: z.number().int().min(1).default(1),
    })
    .prefault({}),
  /**
   * Who may carry a report how far when nobody else speaks: bare rules and the classifier (`weak`), a model (`model`, at most
   * `model_codes` codes). `proven`: codes of which the classifier was shown to be right on human text, from which stated precision on.
   */
  alone: z
    .strictObject({
      weak: z.number().min(0).max(100).default(39),
      model: z.number().min(0).max(100).default(69),
      model_codes: z.number().int().min(0).default(3),
      proven: z.record(id, probability).default({}),
    })
    .prefault({}),
  binding: z.strictObject({
    own: probability,
    linked: probability,
    links_back: probability,
    second_hop: probability,
    picture: probability,
    search: probability,
    same_handle: probability,
  }),
  mitigation_factor: probability,
  mitigations: z.strictObject({
    negated: mitigationReach,
    forbidden: mitigationReach.prefault({ before: [], after: [], reach_before: 0, reach_after: 0 }),
    third_person: mitigationReach,
    /** Who says, thinks or threatens what follows, unless it is the author. */
    reported: mitigationReach.prefault({ before: [], after: [], reach_before: 0, reach_after: 0 }),
    policy_text: mitigationReach,
  }),
  /** Lexicons of words that speak of anybody, and atoms that nobody uses who only explains: such a sentence is a rule text. */
  general_voice: z
    .strictObject({ words: z.array(id).default([]), unless: z.array(z.string()).default([]) })
    .prefault({}),
  /** Lists of hosts whose pages speak about people in the third person, or state rules. */
  third_person_hosts: z.array(id),
  policy_hosts: z.array(id),
  floors: z.array(floorSchema),
  /** Families that always end in `review_high` once reported. */
  always_high_families: z.array(id),
  bands: z.strictObject({ review_low: z.number(), review_medium: z.number(), review_high: z.number() }),
  coverage_weights: z.strictObject({
    profile: z.number(),
    bio: z.number(),
    links: z.number(),
    social: z.number(),
    search: z.number(),
    images: z.number(),
  }),
  confidence: z.strictObject({
    coverage: z.number(),
    agreement: z.number(),
    margin: z.number(),
    high: z.strictObject({ k: z.number(), coverage: z.number() }),
    medium: z.strictObject({ k: z.number(), coverage: z.number() }),
  }),
})
export type Scoring = z.infer<typeof scoringSchema>
