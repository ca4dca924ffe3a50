import { z } from 'zod'
import { lintRegex } from './lint-regex.ts'
import { id, say } from './schema-parts.ts'

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
  nicknames: z
    .boolean()
    .default(false)
    .meta(
      say(
        'What goods are called among those who deal in them: a word that is an everyday one of another language ("tren", a train) counts as that among words of it.',
      ),
    ),
  relations: z
    .boolean()
    .default(false)
    .meta(
      say(
        'People whom others have, as pupils have teachers: as somebody of the author\'s ("my teacher") they speak against no age of theirs.',
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
    thens: clauseWords.optional(),
    counts: clauseWords.optional(),
    goes_on: clauseWords.optional(),
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
  not_yet: listed.optional(),
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
