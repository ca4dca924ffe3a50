import { z } from 'zod'
import { EVIDENCE_TYPES } from '../../evidence/evidence.ts'
import { MITIGATIONS, SEVERITIES } from '../finding.ts'
import { lintRegex } from './lint-regex.ts'

/** The shapes of a policy pack: rules, lists and numbers as data. An unknown key is an error, so that a typo never passes. */

const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,60}$/)
const probability = z.number().min(0).max(1)

/** `lex.x` a lexicon, `re.x` a pattern, `link.x` a link of the same evidence to a host of list x. */
const atom = z.string().regex(/^(?:lex|re|link)\.[a-z0-9_]+$/)
const atomGroup = z.union([atom, z.strictObject({ any: z.array(atom).min(1) })])

export const TEXT_CHANNELS = [
  'handle',
  'name',
  'bio',
  'post',
  'page',
  'link_label',
  'snippet',
  'hidden',
  'picture',
] as const
/** What a rule reads when it names no channels: everything that is prose. */
export const PROSE_CHANNELS = ['name', 'bio', 'post', 'page', 'link_label', 'snippet', 'picture'] as const

/** Facts about the evidence as a whole that a text rule may ask for. */
export const CONDITIONS = ['adult_context', 'young_account', 'small_account', 'not_verified'] as const
export type Condition = (typeof CONDITIONS)[number]

export const LINK_KINDS = ['executable', 'look_alike', 'credentials_in_url'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** Questions that look across evidence. A new one is code, reviewed as code. */
export const STRUCTURES = [
  'directory_link',
  'adult_link',
  'cloaking',
  'stated_ages_differ',
  'hashed_terms',
  'profile_unavailable',
  'profile_walled',
  'disguised_hit',
] as const
export type Structure = (typeof STRUCTURES)[number]

const say = (description: string) => ({ description })

const common = {
  id: id.meta(say('Names the rule in reports; no two of a code share it.')),
  p: probability.meta(say('Of its hits, the share that is right: what it weighs at most.')),
  note: z.string().optional().meta(say('For whoever reads the file.')),
  tag: z
    .string()
    .optional()
    .meta(say('Marks its findings, for `severity_by_tag` and the floors of scoring.yaml.')),
}

const OFFER_PARTS = ['price', 'contact', 'place', 'target']

export const textRuleSchema = z.strictObject({
  ...common,
  channels: z
    .array(z.enum(TEXT_CHANNELS))
    .min(1)
    .default([...PROSE_CHANNELS])
    .meta(say('Where it reads. Without it: everything that is prose.')),
  all: z
    .array(atomGroup)
    .min(1)
    .meta(
      say(
        'Each of these must hit: `lex.x`, `re.x`, `link.x`, or `{any: […]}`. The first one names the act: refusals are looked for beside it.',
      ),
    ),
  any: z.array(atom).default([]).meta(say('At least one of these must hit too.')),
  none: z
    .array(atom)
    .default([])
    .meta(
      say(
        'None of these may hit inside the window, or inside `none_within`, and within the sentence: a word elsewhere excuses nothing.',
      ),
    ),
  none_in: z
    .enum(['sentence', 'told', 'text'])
    .default('sentence')
    .meta(
      say(
        'Where the act itself has two meanings ("private bookings"), `text` lets the rest of the text tell which, and `told` a sentence of it that is more than a word or two.',
      ),
    ),
  none_within: z
    .number()
    .int()
    .min(1)
    .max(400)
    .optional()
    .meta(say('How far `none` reaches, in UTF-16 units, where that is another distance than `window`.')),
  window: z
    .number()
    .int()
    .min(1)
    .max(400)
    .default(120)
    .meta(say('Largest span of all hits together, in UTF-16 units of the text.')),
  ordered: z.boolean().default(false).meta(say('Everything else must follow the act.')),
  subject: z
    .literal('owner')
    .optional()
    .meta(
      say('`owner`: an age that must be said of the owner of the text, not of somebody or something else.'),
    ),
  clause: z
    .enum(['age', 'whole', 'said', 'then'])
    .optional()
    .meta(
      say(
        '`age`: the first part is a number of years whose clause says nothing but that its author is so old, or will be ("16 next week"). `whole`: its parts follow one another at once, and are a clause of the author\'s, from its beginning to its end. `said`: the same, and a word says that somebody is or must be something (`links` of clauses.yaml). `then`: the last part is a sentence of its own, right behind a short one that is about what the other parts name.',
      ),
    ),
  years_ahead: z
    .tuple([z.number().int().min(0).max(20), z.number().int().min(0).max(20)])
    .optional()
    .meta(
      say(
        'The first part names a year: so many years, from and to, after the one in which the page was seen.',
      ),
    ),
  grows: z
    .strictObject({
      by: z.number().min(1).max(1000).meta(say('How many times the earlier the later is at least.')),
      money: z.boolean().default(false).meta(say('One of them has a currency.')),
    })
    .optional()
    .meta(
      say(
        'The first part names two sums, the later so many times the earlier; what the second part asks for stands between them or right behind.',
      ),
    ),
  when: z.array(z.enum(CONDITIONS)).default([]).meta(say('Facts about all of the evidence that must hold.')),
  types: z
    .array(z.enum(EVIDENCE_TYPES))
    .optional()
    .meta(say('Which kinds of evidence it reads. Without it: all.')),
  holds: z
    .array(z.enum(['act', 'object', 'price', 'contact', 'place', 'target']))
    .refine(
      (parts) =>
        parts.length === 0 || (parts.includes('act') && parts.some((part) => OFFER_PARTS.includes(part))),
      'a full statement holds an act and one of price, contact, place or target',
    )
    .default([])
    .meta(
      say(
        'What a rule of one lexicon or pattern holds in that one: a full statement names an act and a price, contact, place or target. A rule of one part that says nothing here is bare: .35 at most, and never beyond `review_low` alone.',
      ),
    ),
  silent: z
    .boolean()
    .default(false)
    .meta(
      say(
        'Too broad to accuse: its passage is not reported, and only kept from excusing what stands beside it.',
      ),
    ),
  within: z
    .enum(['window', 'statement'])
    .default('window')
    .meta(
      say(
        '`statement`: all that it asks for stands in one sentence, however lines break; only what `any` names may stand in the next.',
      ),
    ),
  mitigations: z
    .array(z.enum(MITIGATIONS))
    .default([...MITIGATIONS])
    .meta(say('What makes a hit count less. Without it: all four.')),
})
export type TextRule = z.infer<typeof textRuleSchema>

export const linkRuleSchema = z
  .strictObject({
    ...common,
    host_in: z.array(id).default([]).meta(say('Lists of hosts (files of `lists/`) that a link may lead to.')),
    link_kind: z.array(z.enum(LINK_KINDS)).default([]).meta(say('What a link may be in itself.')),
    max_hop: z.number().int().min(0).default(2).meta(say('Hops from the submitted profile to the target.')),
  })
  .refine((rule) => rule.host_in.length + rule.link_kind.length > 0, 'a link rule needs host_in or link_kind')
export type LinkRule = z.infer<typeof linkRuleSchema>

export const structureRuleSchema = z.strictObject({
  ...common,
  structure: z.enum(STRUCTURES).meta(say('A question across evidence, answered by code.')),
  host_in: z.array(id).default([]).meta(say('Lists of hosts that it is about.')),
  list: id.optional().meta(say('The list of terms that it looks up.')),
  patterns: z.array(atom).default([]).meta(say('Patterns that it looks for.')),
  max_hop: z.number().int().min(0).default(2).meta(say('Hops from the submitted profile to the target.')),
  p_same_handle: probability
    .optional()
    .meta(say("Precision when the target carries the creator's handle or phone.")),
  min_years: z.number().int().min(1).default(3).meta(say('By how many years two stated ages must differ.')),
  min_redirects: z
    .number()
    .int()
    .min(1)
    .default(4)
    .meta(say('From how many redirects on a link is cloaked.')),
})
export type StructureRule = z.infer<typeof structureRuleSchema>

/** Each kind by its members, so that a fault is told of the kind that was meant and not of three. */
export const ruleSchema = z.unknown().transform((raw, ctx) => {
  const result = kindOfRule(raw).safeParse(raw)
  if (result.success) return result.data
  ctx.issues.push(...result.error.issues.map((issue) => asRaw(issue, raw)))
  return z.NEVER
})
export type Rule = TextRule | LinkRule | StructureRule

/** What one parser found, handed on by another: the same but for the input, whose type the checks of strings and dates narrow. */
function asRaw(issue: z.core.$ZodIssue, input: unknown): z.core.$ZodRawIssue {
  return { ...issue, input } as z.core.$ZodRawIssue
}

function kindOfRule(raw: unknown): z.ZodType<Rule> {
  if (typeof raw !== 'object' || raw === null) return textRuleSchema
  if ('structure' in raw) return structureRuleSchema
  return !('all' in raw) && ('host_in' in raw || 'link_kind' in raw) ? linkRuleSchema : textRuleSchema
}

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
  rules: z.array(ruleSchema).default([]).meta(say('Any of these is enough.')),
  examples: z
    .strictObject({
      hit: z.array(exampleSchema).default([]).meta(say('Each must bring this code.')),
      miss: z.array(exampleSchema).default([]).meta(say('None may bring it.')),
    })
    .meta(say('Run by `toscan policy test`. A text is the bio of a profile.')),
})
export type PolicyCode = z.infer<typeof codeSchema>

/** `stem*` takes any ending; a star elsewhere would be a letter that no text holds. */
const term = z
  .string()
  .min(1)
  .regex(/^[^*]+\*?$/, 'may hold a star at its end only')

export const lexiconSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .meta(say('As rules name it: `lex.<id>`.')),
  note: z.string().meta(say('What its terms have in common.')),
  whole: z
    .boolean()
    .default(false)
    .meta(
      say('Each term is a whole claim, act and object in one: only then may a rule ask for nothing else.'),
    ),
  form: z
    .boolean()
    .default(false)
    .meta(
      say(
        'Parts of sentences: by themselves they say nothing, no rule asks for one alone unless as a whole clause, the classifier does not read them, and text that runs together is not taken apart along them, but for whole clauses.',
      ),
    ),
  terms: z
    .record(z.string().regex(/^[a-z]{2,3}$/), z.array(term))
    .meta(
      say(
        'By language (ISO 639). `stem*` takes any ending. Case, accents, scripts and disguises are undone before.',
      ),
    ),
})
export type Lexicon = z.infer<typeof lexiconSchema>

const patternSource = z.string().superRefine((source, ctx) => {
  const fault = lintRegex(source)
  if (fault !== null) ctx.addIssue({ code: 'custom', message: `pattern ${fault}` })
})
export const patternsSchema = z.record(z.string().regex(/^[a-z0-9_]+$/), patternSource)

const clauseWords = z.array(z.string().min(1).max(60))

/** What stands in a clause beside the parts of a rule and leaves it its author's own claim, by language (ISO 639): see `clauses.yaml`. */
export const clausesSchema = z.record(
  z.string().regex(/^[a-z]{2}$/),
  z.strictObject({
    leads: clauseWords.optional(),
    /** Of opinions that are put together of four words: "we all know that". */
    speakers: clauseWords.optional(),
    speaks_how: clauseWords.optional(),
    speaks: clauseWords.optional(),
    that: clauseWords.optional(),
    stress: clauseWords.optional(),
    people: clauseWords.optional(),
    like: clauseWords.optional(),
    links: clauseWords.optional(),
    links_after: clauseWords.optional(),
    trails: clauseWords.optional(),
    joints: clauseWords.optional(),
  }),
)
export type ClauseWords = z.infer<typeof clausesSchema>

/** Words between commas. */
const listed = z.string().min(1)
const saidOfAge = {
  named: listed.optional(),
  own: listed.optional(),
  reached: listed.optional(),
  is: listed.optional(),
  comes: listed.optional(),
  day: listed.optional(),
  under: listed.optional(),
  beside: listed.optional(),
}
const numerals = z.record(z.string().regex(/^\d{1,2}$/), listed)
const whenReached = z.strictObject({
  at: listed.optional(),
  names: listed.optional(),
  alone: listed.optional(),
})

/** How somebody says how old they are, by language (ISO 639-1): see `ages.yaml`. */
export const agesSchema = z.record(
  z.string().regex(/^[a-z]{2}$/),
  z.strictObject({
    says: z.strictObject(saidOfAge).optional(),
    dense: z.strictObject(saidOfAge).optional(),
    children: numerals.optional(),
    counts: numerals.optional(),
    joins: listed.optional(),
    months: whenReached.optional(),
    weekdays: whenReached.optional(),
    spans: whenReached.optional(),
    born: z.strictObject({ before: listed.optional(), after: listed.optional() }).optional(),
  }),
)
export type Ages = z.infer<typeof agesSchema>
export type AgeWords = NonNullable<Ages[string]['says']>

/** Families of plain words, by name and language, separated by commas. They accuse nobody: the classifier reads them. */
export const conceptsSchema = z.record(
  z.string().regex(/^[a-z0-9_]+$/),
  z.record(
    z.string().regex(/^[a-z]{2,3}$/),
    z.string().regex(/^[^*,]+\*?(?:,[^*,]+\*?)*$/, 'is words between commas, a star at the end of one only'),
  ),
)

/** What a reader is told of a family of words, in the middle of a sentence. One without a name is not told. */
export const familyNamesSchema = z.record(
  z.string().regex(/^[a-z0-9_]+$/),
  z.string().regex(/^[^_]{3,40}$/, 'is words for people, 40 letters at most'),
)

/** A text that is known to offend, short enough to be quoted whole. */
const knownWordingSchema = z.strictObject({
  /** ISO 639-1. Absent where nobody can tell. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  text: z.string().min(1).max(160),
})
export type KnownWording = z.infer<typeof knownWordingSchema>

/** By code: what a finding of the classifier is compared with, for its reader. It judges nothing. */
export const wordingsSchema = z.record(id, z.array(knownWordingSchema).max(40))

/** What the rules cover, by language (ISO 639-1). One that is not listed is not covered. */
export const languagesSchema = z.record(
  z.string().regex(/^[a-z]{2}$/),
  z.strictObject({
    /** Ages, school years and years of birth that somebody states of themselves. */
    minor_safety: z.boolean(),
    /** Offers, threats, payment and what else words can show. */
    rules: z.boolean(),
  }),
)
export type Languages = z.infer<typeof languagesSchema>

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

/** Everything that decides, in one value. `version` names its contents: equal versions judge alike. */
export interface PolicyPack {
  /** First 12 hex digits of the SHA-256 over the canonical contents. */
  version: string
  /** By id, in the order of their ids. */
  codes: Readonly<Record<string, PolicyCode>>
  lexicons: Readonly<Record<string, Lexicon>>
  patterns: Readonly<Record<string, string>>
  concepts: Readonly<Record<string, Readonly<Record<string, string>>>>
  clauses: ClauseWords
  ages: Ages
  familyNames: Readonly<Record<string, string>>
  wordings: Readonly<Record<string, readonly KnownWording[]>>
  /** The file of the small classifier, or null where a pack brings none. */
  classifier: Uint8Array | null
  lists: Readonly<Record<string, readonly string[]>>
  languages: Readonly<Languages>
  platforms: Readonly<Record<string, PlatformPolicy>>
  scoring: Scoring
  /** The pack that this one grew from by lexicons, lists and codes, and whose tables it shares. */
  base?: PolicyPack
  /** An organization's own criteria that judge: a report says which spoke. */
  criteria?: readonly { code: string; version: number; state: 'shadow' | 'live' }[]
  /** The same pack with what is only recorded; absent where nothing is. */
  withShadow?: PolicyPack
}
