import { z } from 'zod'
import { SEVERITIES } from '../finding.ts'
import { normaliseText } from '../text/text-views.ts'
import { codeSchema, type PolicyCode } from './code-schema.ts'
import type { PolicyPack } from './pack-schema.ts'
import { type Lexicon, lexiconSchema } from './word-schemas.ts'

/**
 * A criterion is a reason code that somebody writes without knowing rules: what counts, what excuses it, where it leads, and where it
 * weighs otherwise. An organization has its own; a pack may hold some under `criteria/`. Both become a code, lexicons and a list,
 * which run as any others do. There are no patterns: terms are found in one pass however many there are, and nothing backtracks.
 */

/** In one member of a criterion, over all languages. */
const MAX_TERMS = 500
const MAX_DOMAINS = 500
const MAX_TERM = 100
/** A shorter beginning of words is the beginning of too many. */
const MIN_STEM = 3
/** Letters of a phrase in a script that writes no blanks. */
const MIN_DENSE_PHRASE = 4

/** Of codes that an organization writes itself: so that none is ever taken for one of a pack to come. */
export const OWN_CODE = /^own_[a-z0-9][a-z0-9_]{1,40}$/

const termsOf = (what: string, check: (term: string) => string | null) =>
  z
    .record(
      z.string().regex(/^[a-z]{2,3}$/, 'name the language by its ISO code, such as en'),
      z.array(z.string()),
    )
    .superRefine((byLanguage, ctx) => {
      const count = Object.values(byLanguage).flat().length
      if (count > MAX_TERMS)
        ctx.addIssue({
          code: 'custom',
          message: `holds ${count} ${what}; at most ${MAX_TERMS}: write stems (deal*), or divide it into several criteria`,
        })
      for (const [language, terms] of Object.entries(byLanguage))
        for (const [index, term] of terms.slice(0, MAX_TERMS).entries()) {
          const fault = faultOfTerm(term) ?? check(term)
          if (fault) ctx.addIssue({ code: 'custom', message: fault, path: [language, index] })
        }
    })
    .default({})

const anyTerm = () => null

/** What is written down of a criterion, by the API and in a pack. */
export const criterionSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(3)
      .max(60)
      .meta({ description: 'Stands in reports as the title of the code.' }),
    family: z
      .string()
      .regex(/^[a-z][a-z0-9_]{1,30}$/)
      .meta({
        description: 'Of the codes of `GET /reason-codes`; of one family only the gravest code counts.',
      }),
    severity: z.enum(SEVERITIES),
    description: z
      .string()
      .trim()
      .max(500)
      .default('')
      .meta({ description: 'What it is about, for reviewers.' }),
    phrases: termsOf('phrases', faultOfPhrase).meta({
      description: 'By language: wordings that say it whole. One of them is enough.',
    }),
    terms: termsOf('terms', anyTerm).meta({
      description:
        'By language: single words, `stem*` for all that begins so. Alone they count as a hint and never beyond `review_low`; with `beside`, fully.',
    }),
    beside: termsOf('terms', anyTerm).meta({
      description: 'By language: one of these must stand beside one of `terms`.',
    }),
    exclusions: termsOf('exclusions', anyTerm).meta({
      description: 'By language: in the same sentence, one of these excuses it.',
    }),
    domains: z
      .array(z.string())
      .max(MAX_DOMAINS, `at most ${MAX_DOMAINS} domains: divide it into several criteria`)
      .superRefine((domains, ctx) => {
        for (const [index, domain] of domains.entries())
          if (!/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain))
            ctx.addIssue({
              code: 'custom',
              path: [index],
              message:
                'write the bare name in small letters, such as shop.example; its subdomains are meant too',
            })
      })
      .default([])
      .meta({ description: 'A link to one of these, or to what is below it, is enough.' }),
    platforms: z
      .record(z.string(), z.enum([...SEVERITIES, 'off']))
      .default({})
      .meta({
        description: 'By platform: `off`, or another severity there. `default`: on all that are not named.',
      }),
    precision: z.number().min(0.05).max(0.97).default(0.6).meta({
      description: 'Of its hits, the share that is right. From 0.83 on a `high` one calls for review: high.',
    }),
  })
  .superRefine((criterion, ctx) => {
    const counts = (['phrases', 'terms'] as const).map((name) => Object.values(criterion[name]).flat().length)
    if (criterion.domains.length + counts.reduce((sum, each) => sum + each, 0) === 0)
      ctx.addIssue({ code: 'custom', message: 'says nothing to look for: give phrases, terms or domains' })
    if (counts[1] === 0 && Object.values(criterion.beside).flat().length > 0)
      ctx.addIssue({ code: 'custom', path: ['beside'], message: 'stands beside terms, and there are none' })
  })
export type Criterion = z.infer<typeof criterionSchema>

/** Why this can never be found, or finds everything. */
function faultOfTerm(term: string): string | null {
  const stem = term.endsWith('*') ? term.slice(0, -1) : term
  if (stem.includes('*'))
    return 'may hold a star at its end only, for all words that begin so; patterns are not read'
  if (term.length > MAX_TERM) return `is longer than ${MAX_TERM} letters: give the words that matter`
  const letters = normaliseText(stem).match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (letters === 0) return 'holds no letter'
  if (stem !== term && letters < MIN_STEM)
    return `is the beginning of too many words: give ${MIN_STEM} letters or more`
  if (stem.trim() !== stem) return 'begins or ends with a blank'
  return null
}

function faultOfPhrase(term: string): string | null {
  const dense = term.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
  )
  return term.trim().split(/\s+/).length > 1 || (dense?.length ?? 0) >= MIN_DENSE_PHRASE
    ? null
    : 'is one word, which says nothing whole: put it under `terms`, or write the phrase'
}

/** What the shape cannot tell: whether its family and platforms are those of the pack. Empty when it fits. */
export function faultsOfCriterion(
  { family, platforms }: Criterion,
  pack: PolicyPack,
): { path: string[]; message: string }[] {
  const families = [...new Set(Object.values(pack.codes).map((code) => code.family))]
    .filter((each) => each !== 'status')
    .sort()
  return [
    ...(families.includes(family)
      ? []
      : [{ path: ['family'], message: `Unknown family; one of ${families.join(', ')}` }]),
    ...Object.keys(platforms)
      .filter((platform) => pack.platforms[platform] === undefined)
      .map((platform) => ({
        path: ['platforms', platform],
        message: `Unknown platform; one of ${Object.keys(pack.platforms).join(', ')}`,
      })),
  ]
}

/** What a criterion adds to a pack. */
export interface CriterionParts {
  code: PolicyCode
  lexicons: Record<string, Lexicon>
  lists: Record<string, string[]>
}

/** The code, lexicons and list that a criterion becomes; all are named after the code. */
export function partsOfCriterion(id: string, criterion: Criterion): CriterionParts {
  const lexicons = Object.fromEntries(
    (['phrases', 'terms', 'beside', 'exclusions'] as const)
      .filter((name) => Object.values(criterion[name]).flat().length > 0)
      .map((name) => {
        const lexicon = { id: `${id}_${name}`, note: criterion.name, whole: true, terms: criterion[name] }
        return [lexicon.id, lexiconSchema.parse(lexicon)]
      }),
  )
  const atom = (name: string): string[] => (lexicons[`${id}_${name}`] ? [`lex.${id}_${name}`] : [])
  const hosts = `${id}_hosts`
  const rule = { p: criterion.precision, none: atom('exclusions') }
  const { name, family, severity, description, platforms, domains } = criterion
  return {
    lexicons,
    lists: domains.length > 0 ? { [hosts]: [...new Set(domains)].sort() } : {},
    code: codeSchema.parse({
      id,
      family,
      severity,
      title: name,
      definition: description || name,
      report: `It meets the criterion “${name}”`,
      ...(Object.keys(platforms).length > 0 && { on: platforms }),
      rules: [
        ...atom('phrases').map((phrases) => ({
          ...rule,
          id: 'phrase',
          all: [phrases],
          holds: ['act', 'target'],
        })),
        ...atom('terms').map((terms) => ({ ...rule, id: 'term', all: [terms, ...atom('beside')] })),
        ...(domains.length > 0 ? [{ id: 'link', p: criterion.precision, host_in: [hosts] }] : []),
      ],
      examples: {},
    }),
  }
}

/** How much of a judge's tables a criterion takes. */
export function termsIn({ phrases, terms, beside, exclusions, domains }: Criterion): number {
  return (
    domains.length +
    [phrases, terms, beside, exclusions].flatMap((byLanguage) => Object.values(byLanguage).flat()).length
  )
}
