import { keptTables } from '../kept/kept-tables.ts'
import type { WordUse } from '../text/languages/word-use.ts'
import { normaliseText } from '../text/text-views.ts'
import {
  ENGLISH,
  type Vocabulary,
  type VocabularyTables,
  vocabularyFrom,
  vocabularyTables,
} from '../text/vocabulary.ts'
import type { PolicyPack } from './pack-schema.ts'
import { patternWords } from './pattern-words.ts'

type Parts = Pick<PolicyPack, 'lexicons' | 'concepts' | 'patterns' | 'codes'>

/** Languages beyond that share one bit. */
const LAST_BIT = 30
const made = new WeakMap<PolicyPack['lexicons'], Map<string, Vocabulary>>()

/** Every word that the pack knows. Organizations share tables: it depends on lexicons, patterns, families and which lexicons rules ask for. */
export function vocabularyOf(pack: Parts): Vocabulary {
  const uses = usesOf(pack.codes)
  const key = JSON.stringify(sorted(uses))
  const known = made.get(pack.lexicons) ?? new Map<string, Vocabulary>()
  made.set(pack.lexicons, known)
  const ready = known.get(key) ?? fresh(pack, uses)
  known.set(key, ready)
  return ready
}

/** The names of lexicons, by what rules do with them. */
interface Uses {
  /** What rules must find: not the price, contact or place beside it, and not what excuses. */
  asked: ReadonlySet<string>
  /** What makes a whole clause. */
  ofClauses: ReadonlySet<string>
}

type TextRules = Extract<Parts['codes'][string]['rules'][number], { all: unknown }>[]

function textRules(codes: Parts['codes']): TextRules {
  return Object.values(codes)
    .flatMap(({ rules }) => rules)
    .filter((rule) => 'all' in rule)
}

function usesOf(codes: Parts['codes']): Uses {
  const rules = textRules(codes)
  const ofClauses = rules.filter(({ clause }) => clause === 'whole' || clause === 'said')
  return {
    asked: lexiconsOf(rules.flatMap(({ all }) => all.slice(0, 1))),
    ofClauses: lexiconsOf(ofClauses.flatMap(({ all, any }) => [...all, { any }])),
  }
}

function sorted({ asked, ofClauses }: Uses): string[][] {
  return [[...asked].sort(), [...ofClauses].sort()]
}

function lexiconsOf(groups: TextRules[number]['all']): Set<string> {
  const atoms = groups.flatMap((group) => (typeof group === 'string' ? [group] : group.any))
  return new Set(atoms.filter((atom) => atom.startsWith('lex.')).map((atom) => atom.slice(4)))
}

function fresh(pack: Parts, uses: Uses): Vocabulary {
  const { lexicons, concepts, patterns } = pack
  const from = [lexicons, concepts, patterns, ...sorted(uses)]
  return vocabularyFrom(keptTables('vocabulary', from, () => tablesOf(pack, uses)))
}

function tablesOf({ lexicons, concepts, patterns }: Parts, { asked, ofClauses }: Uses): VocabularyTables {
  const words = new Map<string, WordUse>()
  const stems = new Set<string>()
  const languages = new Map([['en', ENGLISH]])
  const bitOf = (language: string): number => {
    const bit = languages.get(language) ?? 1 << Math.min(languages.size, LAST_BIT)
    languages.set(language, bit)
    return bit
  }
  const add = (term: string, language: number, isStrong: boolean): void => {
    const parts = wordsIn(normaliseText(term))
    for (const word of parts) {
      const use = words.get(word) ?? { count: 0, isStrong: false, languages: 0 }
      words.set(word, use)
      use.count++
      use.languages |= language
      if (isStrong && parts.length === 1) use.isStrong = true
    }
    const last = parts.at(-1)
    if (last !== undefined && term.endsWith('*')) stems.add(last)
  }
  // Parts of sentences are the words of every text: with them, whatever runs together could be taken apart in some other way. A whole clause
  // leaves nothing over, so that a wrong parting meets none.
  for (const [name, { terms, form }] of Object.entries(lexicons))
    if (!form || ofClauses.has(name))
      for (const [language, list] of Object.entries(terms))
        for (const term of list) add(term, bitOf(language), asked.has(name))
  for (const byLanguage of Object.values(concepts))
    for (const [language, list] of Object.entries(byLanguage))
      for (const term of list.split(',')) add(term.trim(), bitOf(language), false)
  for (const source of Object.values(patterns)) for (const word of spelledBy(source)) add(word, 0, false)
  return vocabularyTables(words, stems)
}

const MIN_LETTERS = 4

/** The words that a pattern spells out, but short ones. */
export function spelledBy(pattern: string): string[] {
  return [...patternWords(pattern)].filter((word) => word.length >= MIN_LETTERS)
}

/** Whole words; what stands behind an apostrophe is a piece. */
export function wordsIn(text: string): string[] {
  return text.match(/(?<![\p{L}\p{M}]['’])(?<![\p{L}\p{M}])[\p{L}\p{M}]+/gu) ?? []
}
