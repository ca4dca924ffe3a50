import { z } from 'zod'
import { EVIDENCE_TYPES } from '../../evidence/evidence.ts'
import { MITIGATIONS } from '../finding.ts'
import { id, probability, say } from './schema-parts.ts'

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

/** What a rule may ask for with `clause`: that a clause says of its author an age, that they are not of age, or that they will be. */
export const OWN_CLAUSES = ['age', 'status', 'ahead'] as const
export type OwnClause = (typeof OWN_CLAUSES)[number]

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
  tone: z
    .literal('excuses')
    .optional()
    .meta(
      say(
        '`excuses`: what it finds only hints, so that a word of tone ("lol", "just kidding") in `none` excuses it. A full statement is what it says in any tone.',
      ),
    ),
  ordered: z.boolean().default(false).meta(say('Everything else must follow the act.')),
  subject: z
    .literal('owner')
    .optional()
    .meta(
      say('`owner`: an age that must be said of the owner of the text, not of somebody or something else.'),
    ),
  clause: z
    .enum([...OWN_CLAUSES, 'whole', 'said', 'begun', 'then', 'conditional'])
    .optional()
    .meta(
      say(
        '`age`: the first part is a number of years whose clause says nothing but that its author is so old, or will be ("16 next week"). `status`: the first part says that somebody is not of age, and its clause says that of its author ("still underage"). `ahead`: it says that somebody is of age, and its clause that its author will be ("legal in 3 months"). `whole`: its parts follow one another at once, and are a clause of the author\'s, from its beginning to its end. `said`: the same, and a word says that somebody is or must be something (`links` of clauses.yaml). `begun`: its parts follow one another at once from the beginning of a clause of the author\'s, and what goes on behind them says where, when or how (`goes_on` of clauses.yaml). `then`: the last part, or the last few, are a sentence of their own, or a clause that is joined on, right behind a short one that is about what the other parts name. `conditional`: one part is a condition and the other what its author does then, in either order, and a clause of the author\'s from its beginning to its end.',
      ),
    ),
  years_ahead: z
    .tuple([z.number().int().min(-20).max(20), z.number().int().min(-20).max(20)])
    .optional()
    .meta(
      say(
        'The first part names a year: so many years, from and to, after the one in which the page was seen, or before it where they are negative (a year of birth).',
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

/** Which clause of its author's a rule asks for, if any. */
export function ownClauseOf({ clause }: Pick<TextRule, 'clause'>): OwnClause | null {
  return OWN_CLAUSES.find((kind) => kind === clause) ?? null
}

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
