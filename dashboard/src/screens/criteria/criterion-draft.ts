import type { Open } from '../../../../sdk/client.ts'
import type { NewDefinition } from '../../../../sdk/criteria.ts'

/** A criterion as it is typed: a line for each term, `de:` before those of another language than English. */
export interface CriterionDraft {
  code: string
  name: string
  family: string
  severity: NewDefinition['severity']
  description: string
  phrases: string
  terms: string
  beside: string
  exclusions: string
  domains: string
  /** `platform: severity` or `platform: off`. */
  platforms: string
  /** Of a hundred hits. */
  right: string
}

export const LISTS = ['phrases', 'terms', 'beside', 'exclusions'] as const

export const EMPTY_DRAFT: CriterionDraft = {
  code: '',
  name: '',
  family: 'offplatform',
  severity: 'medium',
  description: '',
  phrases: '',
  terms: '',
  beside: '',
  exclusions: '',
  domains: '',
  platforms: '',
  right: '60',
}

const OTHER_LANGUAGE = /^([a-z]{2,3}):\s+(.+)$/

/** What is sent: the service says what is wrong with it. */
export function definitionOf(draft: CriterionDraft): NewDefinition {
  const { name, family, severity, description } = draft
  return {
    name,
    family,
    severity,
    description,
    phrases: byLanguage(draft.phrases),
    terms: byLanguage(draft.terms),
    beside: byLanguage(draft.beside),
    exclusions: byLanguage(draft.exclusions),
    domains: linesOf(draft.domains).map((line) => line.toLowerCase()),
    platforms: Object.fromEntries(
      linesOf(draft.platforms).map((line) => {
        const [platform = '', wanted = ''] = line.split(':').map((part) => part.trim())
        // The service refuses what is none.
        return [platform.toLowerCase(), wanted.toLowerCase() as NewDefinition['severity'] | 'off']
      }),
    ),
    precision: Number(draft.right) / 100,
  }
}

export function draftOf(code: string, definition: Open<NewDefinition>): CriterionDraft {
  const lines = (name: (typeof LISTS)[number]) =>
    Object.entries(definition[name] ?? {})
      .flatMap(([language, terms]) =>
        terms.map((term) => (language === 'en' ? term : `${language}: ${term}`)),
      )
      .join('\n')
  return {
    code,
    name: definition.name,
    family: definition.family,
    // One that this page does not know passes through.
    severity: definition.severity as NewDefinition['severity'],
    description: definition.description ?? '',
    phrases: lines('phrases'),
    terms: lines('terms'),
    beside: lines('beside'),
    exclusions: lines('exclusions'),
    domains: (definition.domains ?? []).join('\n'),
    platforms: Object.entries(definition.platforms ?? {})
      .map(([platform, wanted]) => `${platform}: ${wanted}`)
      .join('\n'),
    right: String(Math.round((definition.precision ?? 0.6) * 100)),
  }
}

/** A code that says what the name says. */
export function codeFor(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
  return plain === '' ? '' : `own_${plain}`
}

/** What the service refuses, by the field that it is about; with the term, where it is about one. */
export function faultsByField(
  errors: readonly { loc: readonly (string | number)[]; msg: string }[],
  definition: NewDefinition,
): Partial<Record<keyof CriterionDraft | 'whole', string>> {
  const faults: Partial<Record<string, string>> = {}
  for (const { loc, msg } of errors) {
    const [, part, member, ...path] = loc
    const field = part === 'code' ? 'code' : member === 'precision' ? 'right' : (member ?? 'whole')
    const term = path.reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      definition[String(member) as keyof NewDefinition],
    )
    faults[field] ??= typeof term === 'string' ? `“${term.slice(0, 40)}”: ${msg}` : msg
  }
  return faults
}

function byLanguage(typed: string): Record<string, string[]> {
  const terms: Record<string, string[]> = {}
  for (const line of linesOf(typed)) {
    const [, language = 'en', term = line] = OTHER_LANGUAGE.exec(line) ?? []
    terms[language] = [...(terms[language] ?? []), term]
  }
  return terms
}

function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
