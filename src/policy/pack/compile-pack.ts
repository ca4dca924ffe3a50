import { keptTables } from '../kept/kept-tables.ts'
import { type Classifier, decodeClassifier } from '../learnt/classifier.ts'
import { hitsOf, matchersOf, type PartMatcher, type TermMatcher } from '../text/terms/term-matcher.ts'
import { type TermTables, termTables } from '../text/terms/term-tables.ts'
import { normaliseText } from '../text/text-views.ts'
import type { Vocabulary } from '../text/vocabulary.ts'
import { asksAmbiguousWords, isBare } from './bare-rules.ts'
import { compileHostList, type HostList } from './host-list.ts'
import type { PolicyPack } from './pack-schema.ts'
import { gateFrom, gateTables, type PatternGate } from './pattern-gate.ts'
import type { LinkRule, StructureRule, TextRule } from './rule-schema.ts'
import { vocabularyOf } from './vocabulary-of.ts'
import { type EdgedPattern, withWordEdges } from './word-edges.ts'

export interface Owned<R> {
  code: string
  family: string
  rule: R
}

export interface OwnedTextRule extends Owned<TextRule> {
  /** See `bare-rules.ts`. */
  isBare: boolean
  /** What it asks for has other meanings too, so it counts only as a statement by its form: see `whole-statement.ts`. */
  asksStatement: boolean
}

/** The words of one language in a family of plain words. */
export interface Family {
  name: string
  /** ISO 639-1. */
  language: string
}

/** A pack made ready to run. Derived from the pack alone, so it is kept for as long as the pack lives. */
export interface CompiledPack {
  pack: PolicyPack
  native: TermMatcher
  /** Also knows every term without its doubled letters, because stretched letters fold to one. */
  folded: TermMatcher
  /** What a matcher's ids stand for. */
  wordLists: readonly WordList[]
  lexicons: Lexicons
  /** Tells disguised words from words that nobody knows. */
  vocabulary: Vocabulary
  patterns: ReadonlyMap<string, EdgedPattern>
  /** Says which of them a text may match. */
  gate: PatternGate
  /** Families of plain words; ids stand for `families`. */
  concepts: PartMatcher
  families: readonly Family[]
  classifier: Classifier | null
  lists: ReadonlyMap<string, HostList>
  textRules: readonly OwnedTextRule[]
  linkRules: readonly Owned<LinkRule>[]
  structureRules: readonly Owned<StructureRule>[]
}

/** The terms of a lexicon in one language. */
export interface WordList {
  lexicon: string
  /** Of its lexicon among those that there are lists of. */
  number: number
  /** Null: what an organization names counts on every page. */
  language: string | null
}

/** The lexicons that there are lists of. */
export interface Lexicons {
  /** By number, what rules ask for them by: `lex.<name>`. */
  atoms: readonly string[]
  /** The other way round. */
  numbers: ReadonlyMap<string, number>
}

const compiled = new WeakMap<PolicyPack, CompiledPack>()

export function compilePack(pack: PolicyPack): CompiledPack {
  const ready = compiled.get(pack)
  if (ready) return ready
  const fresh = compile(pack)
  compiled.set(pack, fresh)
  return fresh
}

function compile(pack: PolicyPack): CompiledPack {
  if (pack.base) return compileOver(compilePack(pack.base), pack, pack.base)
  return {
    pack,
    ...compileLexicons(pack.lexicons),
    vocabulary: vocabularyOf(pack),
    patterns: compilePatterns(pack.patterns),
    gate: compileGate(pack.patterns),
    lists: compileLists(pack.lists),
    ...compileConcepts(pack.concepts),
    classifier: pack.classifier && compileClassifier(pack.classifier),
    ...sortRules(pack),
  }
}

/** What a pack adds to its base beside the tables of that. Vocabulary and classifier stay the base's. */
function compileOver(compiled: CompiledPack, pack: PolicyPack, base: PolicyPack): CompiledPack {
  const lexicons = added(pack.lexicons, base.lexicons)
  const [native, folded] = matchersOf(lexiconTables(lexicons))
  const first = compiled.wordLists.length
  return {
    ...compiled,
    pack,
    native: bothOf(compiled.native, native, first),
    folded: bothOf(compiled.folded, folded, first),
    ...numbered([
      ...compiled.wordLists,
      ...wordListsOf(lexicons).map(({ lexicon }) => ({ lexicon, language: null })),
    ]),
    lists: new Map([...compiled.lists, ...compileLists(added(pack.lists, base.lists))]),
    ...sortRules(pack),
  }
}

function added<T>(all: Readonly<Record<string, T>>, before: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name, part]) => before[name] !== part))
}

/** Of one lexicon that was added, in one text: whoever writes it may name words that stand everywhere. */
const MAX_ADDED_HITS = 200

function bothOf(base: TermMatcher, further: TermMatcher, first: number): TermMatcher {
  return {
    read(text) {
      const counts = new Map<number, number>()
      const known = base.read(text)
      const fewEnough = hitsOf(further.read(text)).filter(({ id }) => {
        const count = (counts.get(id) ?? 0) + 1
        counts.set(id, count)
        return count <= MAX_ADDED_HITS
      })
      return {
        ids: joined(
          known.ids,
          fewEnough.map(({ id }) => first + id),
        ),
        starts: joined(
          known.starts,
          fewEnough.map(({ start }) => start),
        ),
        ends: joined(
          known.ends,
          fewEnough.map(({ end }) => end),
        ),
      }
    },
  }
}

function joined(some: Int32Array, others: readonly number[]): Int32Array {
  const all = new Int32Array(some.length + others.length)
  all.set(some)
  all.set(others, some.length)
  return all
}

const compileLexicons = oncePerPart((lexicons: PolicyPack['lexicons']) => {
  const tables = keptTables('lexicons', [lexicons], () => lexiconTables(lexicons))
  const [native, folded] = matchersOf(tables)
  return { native, folded, ...numbered(wordListsOf(lexicons)) }
})

function numbered(lists: readonly Omit<WordList, 'number'>[]): Pick<CompiledPack, 'wordLists' | 'lexicons'> {
  const numbers = new Map<string, number>()
  const wordLists = lists.map(({ lexicon, language }) => {
    const atom = `lex.${lexicon}`
    const number = numbers.get(atom) ?? numbers.size
    numbers.set(atom, number)
    return { lexicon, number, language }
  })
  return { wordLists, lexicons: { atoms: [...numbers.keys()], numbers } }
}

function wordListsOf(lexicons: PolicyPack['lexicons']): { lexicon: string; language: string }[] {
  return Object.entries(lexicons).flatMap(([lexicon, { terms }]) =>
    Object.keys(terms).map((language) => ({ lexicon, language })),
  )
}

function lexiconTables(lexicons: PolicyPack['lexicons']): TermTables {
  const terms = wordListsOf(lexicons).flatMap(({ lexicon, language }, id) =>
    (lexicons[lexicon]?.terms[language] ?? []).map((term) => ({ id, term: normaliseText(term) })),
  )
  const squeezed = terms
    .map(({ id, term }) => ({ id, term: term.replace(/(\p{L})\1/gu, '$1') }))
    .filter(({ term }, i) => term.length > 4 && term !== terms[i]?.term)
  return termTables(terms, squeezed)
}

const compilePatterns = oncePerPart(
  (patterns: PolicyPack['patterns']) =>
    new Map(
      Object.entries(patterns).map(([name, source]): [string, EdgedPattern] => [name, withWordEdges(source)]),
    ),
)

const compileGate = oncePerPart((patterns: PolicyPack['patterns']) =>
  gateFrom(keptTables('gate', [patterns], () => gateTables(patterns))),
)

const compileLists = oncePerPart(
  (lists: PolicyPack['lists']) =>
    new Map(Object.entries(lists).map(([name, lines]): [string, HostList] => [name, compileHostList(lines)])),
)

const compileConcepts = oncePerPart((concepts: PolicyPack['concepts']) => {
  const families = Object.entries(concepts).flatMap(([name, byLanguage]) =>
    Object.keys(byLanguage).map((language): Family => ({ name, language })),
  )
  const tables = keptTables('concepts', [concepts], () => {
    const terms = families.flatMap(({ name, language }, id) =>
      (concepts[name]?.[language] ?? '').split(',').map((word) => ({ id, term: normaliseText(word.trim()) })),
    )
    return termTables(terms, [])
  })
  return { concepts: matchersOf(tables)[0], families }
})

const compileClassifier = oncePerPart((file: Uint8Array) =>
  keptTables('classifier', [file], () => decodeClassifier(file)),
)

/** An organization changes codes and nothing else: its pack shares the tables, which are large, with the pack that it came from. */
function oncePerPart<Part extends object, Table>(make: (part: Part) => Table): (part: Part) => Table {
  const made = new WeakMap<Part, Table>()
  return (part) => {
    const table = made.get(part) ?? make(part)
    made.set(part, table)
    return table
  }
}

function sortRules(pack: PolicyPack): Pick<CompiledPack, 'textRules' | 'linkRules' | 'structureRules'> {
  const textRules: OwnedTextRule[] = []
  const linkRules: Owned<LinkRule>[] = []
  const structureRules: Owned<StructureRule>[] = []
  for (const { id: code, family, rules } of Object.values(pack.codes)) {
    for (const rule of rules) {
      if ('structure' in rule) structureRules.push({ code, family, rule })
      else if ('all' in rule) {
        const bare = isBare(rule, family)
        textRules.push({
          code,
          family,
          rule,
          isBare: bare,
          asksStatement: bare && asksAmbiguousWords(rule, pack),
        })
      } else linkRules.push({ code, family, rule })
    }
  }
  return { textRules, linkRules, structureRules }
}
