import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { DENSE } from './word-edges.ts'

/** Words of a pattern that are spelt in more ways than that are left out: what is made of so many parts names anything. */
const MOST = 300

/** Stands for what a pattern leaves open: no word that holds it can be told. */
const OPEN = '\0'

const BEGINS_DENSE = new RegExp(`^${DENSE}`, 'u')
const ENDS_DENSE = new RegExp(`${DENSE}$`, 'u')

const parser = new RegExpParser()

/**
 * The words that a pattern spells out, whole: of `inform(?:ation|s)?` "inform", "information" and "informs", and never a piece as "ation". What
 * stands beside a class of letters is no word that anybody can tell.
 * @param source of a pattern with the flag `u`, linted, as it runs: between the edges of words
 */
export function patternWords(source: string): Set<string> {
  const spelt = new Set<string>()
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: true })
  const whole = ofAlternatives(pattern.alternatives, spelt)
  for (const word of [...whole.words, ...whole.heads, ...whole.tails]) tell(word, spelt)
  return spelt
}

/** What a part of a pattern spells. */
interface Spelling {
  /** Letters alone, which go on with what stands beside. */
  words: ReadonlySet<string>
  /** Where it holds a sign that is no letter: the letters before the first one, and those behind the last one. */
  heads: ReadonlySet<string>
  tails: ReadonlySet<string>
}

const NO_LETTERS = /[^\p{L}\p{M}]+/u
const NONE: ReadonlySet<string> = new Set()
const EMPTY: Spelling = { words: new Set(['']), heads: NONE, tails: NONE }
const APART: Spelling = { words: NONE, heads: new Set(['']), tails: new Set(['']) }
const ANYTHING: Spelling = { words: new Set([OPEN]), heads: NONE, tails: NONE }

function tell(word: string, spelt: Set<string>): void {
  if (word !== '' && !word.includes(OPEN)) spelt.add(word)
}

function ofAlternatives(alternatives: readonly AST.Alternative[], spelt: Set<string>): Spelling {
  return either(
    alternatives.map(({ elements }) =>
      inRuns(elements).reduce<Spelling>(
        (before, next) =>
          beside(before, typeof next === 'string' ? ofRun(next, spelt) : ofElement(next, spelt), spelt),
        EMPTY,
      ),
    ),
  )
}

/** Signs that follow each other as one text: most of a pattern are words. */
function inRuns(elements: readonly AST.Element[]): (string | AST.Element)[] {
  const runs: (string | AST.Element)[] = []
  for (const element of elements) {
    const last = runs.at(-1)
    if (element.type !== 'Character') runs.push(element)
    else if (typeof last === 'string') runs[runs.length - 1] = last + String.fromCodePoint(element.value)
    else runs.push(String.fromCodePoint(element.value))
  }
  return runs
}

function ofRun(text: string, spelt: Set<string>): Spelling {
  const parts = text.split(NO_LETTERS)
  if (parts.length === 1) return { ...EMPTY, words: new Set([text]) }
  for (const word of parts.slice(1, -1)) tell(word, spelt)
  return { words: NONE, heads: new Set([parts[0] ?? '']), tails: new Set([parts.at(-1) ?? '']) }
}

function ofElement(element: AST.Element, spelt: Set<string>): Spelling {
  switch (element.type) {
    case 'Character':
      return ofRun(String.fromCodePoint(element.value), spelt)
    case 'CharacterSet':
      return ofSet(element)
    case 'CharacterClass':
      return element.negate ? APART : either(element.elements.map((member) => ofMember(member, spelt)))
    case 'Quantifier':
      return ofQuantifier(element, spelt)
    case 'Group':
    case 'CapturingGroup':
      return ofAlternatives(element.alternatives, spelt)
    case 'Assertion':
      return ofAssertion(element, spelt)
    default:
      return ANYTHING
  }
}

/** What it looks for beside a match are words as well, though none of the match. */
function ofAssertion(assertion: AST.Assertion, spelt: Set<string>): Spelling {
  if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind')
    beside(beside(APART, ofAlternatives(assertion.alternatives, spelt), spelt), APART, spelt)
  return EMPTY
}

function ofQuantifier({ min, max, element }: AST.Quantifier, spelt: Set<string>): Spelling {
  if (max === 0) return EMPTY
  const once = ofElement(element, spelt)
  // A blank that may be missing parts two words all the same.
  if (once.words.size === 0 && once.tails.has('') && once.tails.size === 1) return once
  const often = max > 1 && once.words.size > 0 ? (min > 1 ? ANYTHING : either([once, ANYTHING])) : once
  return min === 0 ? either([EMPTY, often]) : often
}

function ofMember(member: AST.CharacterClassElement, spelt: Set<string>): Spelling {
  if (member.type === 'Character') return ofRun(String.fromCodePoint(member.value), spelt)
  if (member.type === 'CharacterClassRange') return isLetter(member.min.value) ? ANYTHING : APART
  return member.type === 'CharacterSet' ? ofSet(member) : APART
}

/** Letters are open; blanks, digits and marks are none. What may be all of these is a gap. */
function ofSet(set: AST.CharacterSet | AST.EscapeCharacterSet | AST.UnicodePropertyCharacterSet): Spelling {
  const isOfLetters = set.kind === 'word' || (set.kind === 'property' && LETTERS.test(set.value ?? set.key))
  return isOfLetters && !set.negate ? ANYTHING : APART
}

/** Properties of Unicode that letters have, and names of scripts. */
const LETTERS = /^(?:L[ultmo]?|M[nce]?|\p{Lu}\p{Ll}{2,})$/u

function isLetter(code: number): boolean {
  return /[\p{L}\p{M}]/u.test(String.fromCodePoint(code))
}

function either(all: readonly Spelling[]): Spelling {
  return {
    words: union(all.map(({ words }) => words)),
    heads: union(all.map(({ heads }) => heads)),
    tails: union(all.map(({ tails }) => tails)),
  }
}

/** What stands between two signs that are no letters is a word. Where words are not parted, nobody can tell what two parts make together. */
function beside(one: Spelling, other: Spelling, spelt: Set<string>): Spelling {
  if (some(one, 'tails', ENDS_DENSE) && some(other, 'heads', BEGINS_DENSE))
    return beside(beside(one, APART, spelt), other, spelt)
  for (const word of joined(one.tails, other.heads)) tell(word, spelt)
  return {
    words: joined(one.words, other.words),
    heads: union([one.heads, joined(one.words, other.heads)]),
    tails: union([other.tails, joined(one.tails, other.words)]),
  }
}

function some(one: Spelling, side: 'heads' | 'tails', expression: RegExp): boolean {
  return [...one.words, ...one[side]].some((letters) => expression.test(letters))
}

function joined(heads: ReadonlySet<string>, tails: ReadonlySet<string>): ReadonlySet<string> {
  if (heads.size === 0 || tails.size === 0) return NONE
  if (heads.size * tails.size > MOST) return ANYTHING.words
  const all = new Set<string>()
  for (const head of heads)
    for (const tail of tails) all.add(head.includes(OPEN) || tail.includes(OPEN) ? OPEN : head + tail)
  return all
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]))
}
