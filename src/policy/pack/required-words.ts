import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { placesOf, type RequiredWord, restOf, triesOf, type Words } from './word-places.ts'

/** Strings at one place of a pattern, before they are too many to be worth asking for. */
const MAX_EXACT = 128
/** Strings of a whole pattern. */
const MAX_WORDS = 600
/** Of the places of words, the share that may be left for it to be worth looking for others. */
const WORTH = 0.7

const parser = new RegExpParser()

/**
 * Strings of which one must stand in a text for a pattern to match, or null where the pattern gives none away. Asking for these first keeps
 * most patterns from running at all.
 * @see https://swtch.com/~rsc/regexp/regexp4.html#analysis: exact sets multiplied along a sequence, and the best of what each match must hold
 * @param source of a pattern with the flag `u`, linted
 */
export function requiredWords(source: string): readonly RequiredWord[] | null {
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: true })
  const { exact, required } = ofAlternatives(pattern.alternatives)
  // As patterns run, what they match ends no place within a word.
  const words = better(beginning(exact), required)
  return goneOn(words, [AT_EDGE]) ?? words
}

/**
 * Strings of which each match holds one beside one of `words`, null where they would hardly leave less to try: "25 … years old" needs a number, and
 * of a page of numbers few have "years" behind them.
 * @param source of a pattern, as `requiredWords` takes it
 */
export function wordsBesides(source: string, words: readonly RequiredWord[]): readonly RequiredWord[] | null {
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: true })
  const [sequence, ...others] = pattern.alternatives
  if (sequence === undefined || others.length > 0) return null
  let best: Words = null
  let least = WORTH * placesOf(words)
  ofSequence(sequence.elements, (offered) => {
    if (offered === null || isSaidBy(words, offered)) return
    const rest = restOf(words, offered)
    if (rest >= least) return
    best = offered
    least = rest
  })
  return best
}

/** Whoever finds one of the words has found one of the others. */
function isSaidBy(words: readonly RequiredWord[], others: readonly RequiredWord[]): boolean {
  return words.every(({ text }) => others.some((other) => text.includes(other.text)))
}

/** In a string that a part of a pattern matches: no letter follows. No text that is read holds it. */
const NO_LETTER = '\0'
/** The same behind a letter. */
const AT_EDGE = '\u0001'

/** Of the scripts that part words by blanks: in others an edge says nothing, see `word-edges.ts`. */
const LETTER_AT_END = /(?=[\0-\u058f])\p{L}$/u
const LETTER_AT_BEGINNING = /^\p{L}/u

/** What a part of a pattern says of what it matches. */
interface Reading {
  /** All strings that it matches, with `NO_LETTER` where no letter follows; null where they are many. */
  exact: readonly string[] | null
  /** Strings of which each match holds one. */
  required: Words
}

const NOTHING: Reading = { exact: null, required: null }
const EMPTY: Reading = { exact: [''], required: null }

function ofAlternatives(alternatives: readonly AST.Alternative[]): Reading {
  const readings = alternatives.map(({ elements }) => ofSequence(elements))
  return {
    exact: union(
      readings.map(({ exact }) => exact),
      MAX_EXACT,
    ),
    required: unionOfWords(readings.map(({ exact, required }) => better(beginning(exact), required))),
  }
}

/** @param offer is told of all strings that are weighed, and of those that must follow */
function ofSequence(elements: readonly AST.Element[], offer: (words: Words) => void = () => {}): Reading {
  let run: readonly string[] = ['']
  let isWhole = true
  let required: Words = null
  /** The words of what stands before the run, and no string. */
  let tail: Words = null
  const weigh = (words: Words): void => {
    required = better(required, words)
    offer(words)
  }
  /** Units before the run, and before the next element. */
  let [beforeRun, before] = [0, 0]
  for (const element of elements) {
    const next = ofElement(element)
    if (widthOf(element) > 0) required = notLast(required)
    const longer = next.exact && product(run, next.exact)
    if (!longer) {
      const behind = following(run, next.required, before - beforeRun)
      const words = isWhole ? behind : within(behind, beforeRun)
      weigh(words)
      tail = next.exact ? null : words
      isWhole = false
      beforeRun = before + (next.exact ? 0 : widthOf(element))
    }
    before += widthOf(element)
    run = longer ?? next.exact ?? ['']
    weigh(isWhole ? beginning(run) : within(beginning(run), beforeRun))
    weigh(goneOn(tail, run))
    if (element.type === 'Assertion' && element.kind === 'lookahead' && !element.negate) {
      const behind = ofAlternatives(element.alternatives)
      offer(within(better(beginning(behind.exact), behind.required), before))
    }
  }
  return { exact: isWhole ? run : null, required }
}

function ofElement(element: AST.Element): Reading {
  switch (element.type) {
    case 'Character':
      return { exact: [String.fromCodePoint(element.value)], required: null }
    case 'CharacterSet':
      return element.kind === 'digit' && !element.negate ? { exact: DIGITS, required: null } : NOTHING
    case 'CharacterClass':
      return element.negate ? NOTHING : { exact: signsOf(element.elements), required: null }
    case 'Quantifier':
      return ofQuantifier(element)
    case 'Group':
      return element.modifiers ? NOTHING : ofAlternatives(element.alternatives)
    case 'CapturingGroup':
      return ofAlternatives(element.alternatives)
    // What else it asks for may stand within what its neighbours match.
    case 'Assertion':
      return forbidsLetters(element) ? { exact: [NO_LETTER], required: null } : EMPTY
    default:
      return NOTHING
  }
}

/** `(?!\p{L})`, with more in it or not. */
function forbidsLetters(assertion: AST.Assertion): boolean {
  if (assertion.kind !== 'lookahead' || !assertion.negate) return false
  return assertion.alternatives.some(({ elements: [first, ...others] }) => {
    if (first === undefined || others.length > 0) return false
    if (first.type === 'CharacterSet') return areLetters(first)
    return first.type === 'CharacterClass' && !first.negate && first.elements.some(areLetters)
  })
}

function areLetters(element: AST.CharacterSet | AST.CharacterClassElement): boolean {
  return element.type === 'CharacterSet' && element.raw === '\\p{L}'
}

function ofQuantifier({ min, max, element }: AST.Quantifier): Reading {
  const { exact, required } = ofElement(element)
  if (min === 0) return { exact: max === 1 && exact ? [...new Set(['', ...exact])] : null, required: null }
  let repeated: readonly string[] | null = ['']
  for (let i = 0; i < min; i++) repeated = repeated && exact && product(repeated, exact)
  return {
    exact: min === max ? repeated : null,
    // They stand in the first round already.
    required: notLast(within(better(better(beginning(exact), required), beginning(repeated)), 0)),
  }
}

/** What one of `heads` stands before: what begins an element goes on from it. Heads that would make too many of it are left out. */
function following(heads: readonly string[], words: Words, width: number): Words {
  if (words === null) return null
  const isLonger = heads.length * words.length <= MAX_EXACT
  return words.flatMap((word) => {
    const { text, begins, lead } = word
    if (begins && isLonger)
      return heads.flatMap((head) => joined(head, text).map((each) => ({ ...word, text: each })))
    return { ...word, begins: begins && heads.every((head) => head === ''), lead: width + lead }
  })
}

/** What one of `strings` follows, where that is the end of what holds a word; null where nothing is told so, or too much. */
function goneOn(words: Words, strings: readonly string[]): Words {
  if (words === null || words.length * strings.length > MAX_WORDS) return null
  if (!words.some(({ isLast }) => isLast)) return words
  return words.flatMap((word) =>
    word.isLast
      ? strings.flatMap((string) =>
          joined(word.ends ? word.text + NO_LETTER : word.text, string).map((text) => ({
            ...word,
            ...endOf(text),
          })),
        )
      : word,
  )
}

function beginning(texts: readonly string[] | null): Words {
  if (texts === null) return null
  return texts.map((text) => ({ ...endOf(text), begins: true, isLast: true, lead: 0 }))
}

/** A string without its mark. */
function endOf(text: string): Pick<RequiredWord, 'text' | 'ends'> {
  const ends = text.endsWith(NO_LETTER)
  return { text: ends ? text.slice(0, -1) : text, ends }
}

/** So many units may stand before them. */
function within(words: Words, width: number): Words {
  return words === null ? null : words.map((word) => ({ ...word, begins: false, lead: width + word.lead }))
}

function notLast(words: Words): Words {
  return words === null ? null : words.map((word) => ({ ...word, isLast: false }))
}

/** The most UTF-16 units that a part of a pattern matches. */
function widthOf(element: AST.Element): number {
  switch (element.type) {
    case 'Character':
      return element.value > 0xffff ? 2 : 1
    case 'CharacterSet':
    case 'CharacterClass':
      return 2
    case 'Quantifier':
      return element.max === 0 ? 0 : element.max * Math.max(1, widthOf(element.element))
    case 'Group':
    case 'CapturingGroup':
      return Math.max(...element.alternatives.map(({ elements }) => sum(elements.map(widthOf))))
    case 'Assertion':
      return 0
    default:
      return Number.POSITIVE_INFINITY
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}

const DIGITS = Array.from('0123456789')

function signsOf(elements: readonly AST.CharacterClassElement[]): readonly string[] | null {
  const signs: string[] = []
  for (const element of elements) {
    if (element.type === 'Character') signs.push(String.fromCodePoint(element.value))
    else if (element.type === 'CharacterClassRange') {
      const { min, max } = element
      if (max.value - min.value >= MAX_EXACT) return null
      for (let code = min.value; code <= max.value; code++) signs.push(String.fromCodePoint(code))
    } else if (element.type === 'CharacterSet' && element.kind === 'digit' && !element.negate)
      signs.push(...DIGITS)
    else return null
  }
  return signs.length <= MAX_EXACT ? signs : null
}

function product(heads: readonly string[], tails: readonly string[]): readonly string[] | null {
  if (heads.length * tails.length > MAX_EXACT) return null
  return [...new Set(heads.flatMap((head) => tails.flatMap((tail) => joined(head, tail))))]
}

/** One behind the other, where the second may follow. */
function joined(head: string, tail: string): [string] | [] {
  if (tail === AT_EDGE) return joined(head, LETTER_AT_END.test(head) ? NO_LETTER : '')
  if (!head.endsWith(NO_LETTER)) return [head + tail]
  if (tail === '' || tail === NO_LETTER) return [head]
  return LETTER_AT_BEGINNING.test(tail) ? [] : [head.slice(0, -1) + tail]
}

/** Null as soon as one of them gives nothing. */
function union(sets: readonly (readonly string[] | null)[], most: number): readonly string[] | null {
  const all = new Set<string>()
  for (const set of sets) {
    if (set === null) return null
    for (const each of set) all.add(each)
  }
  return all.size <= most ? [...all] : null
}

/** The same; what begins a match or ends a word for one reason and stands anywhere for another stands anywhere. */
function unionOfWords(sets: readonly Words[]): Words {
  const all = new Map<string, RequiredWord>()
  for (const set of sets) {
    if (set === null) return null
    for (const { text, begins, ends, isLast, lead } of set) {
      const known = all.get(text) ?? { begins: true, ends: true, isLast: true, lead: 0 }
      all.set(text, {
        text,
        begins: begins && known.begins,
        ends: ends && known.ends,
        isLast: isLast && known.isLast,
        lead: Math.max(lead, known.lead),
      })
    }
  }
  return all.size <= MAX_WORDS ? [...all.values()] : null
}

/** The set that leaves less to try, the second where nobody can tell; null where neither rules out any text. */
function better(one: Words, other: Words): Words {
  const tries = [triesOf(one), triesOf(other)] as const
  if (Math.min(...tries) === Number.POSITIVE_INFINITY) return null
  return tries[0] < tries[1] ? one : other
}
