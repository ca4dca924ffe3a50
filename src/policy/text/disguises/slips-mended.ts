import { inOneLanguage } from '../languages/one-language.ts'
import { oncePerWord } from '../once-per-word.ts'
import type { NearWords } from '../terms/near-words.ts'
import type { Span, TextView } from '../text-views.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { withWords } from '../with-words.ts'

/** The words that clauses are made of: what one may mean who writes another. */
export interface MeantWords {
  /** Of what rules look for. */
  parts: ReadonlySet<string>
  /** Of what joins those: "all", "are", "like you". */
  joining: ReadonlySet<string>
  /** Slips of the parts. */
  near: NearWords
}

/** A text as somebody may have meant it who wrote it otherwise. */
export interface MendedView {
  view: TextView
  /** Words that were made of others, in units of the view. */
  mended: readonly Span[]
}

/** Letters or blanks between letters. A word has no more letters than that. */
const WORD =
  /(?<![\p{L}\p{M}\p{N}])(?:\p{L}(?: \p{L}){2,30}(?![\p{L}\p{M}\p{N}])|[\p{L}\p{M}]{3,40}(?![\p{L}\p{M}\p{N}]))/gu
/** A text of which more words than these are nobody's is in a language, or of a kind, that nothing is known of. */
const MOST_MENDED = 4
const SHORTEST_PARTED = 5
/** Words of one letter. */
const LETTERS = new Set(['i', 'a', 'e', 'y', 'o', 'à'])

/**
 * The view with single words mended that are none: a letter left out, doubled or swapped with its neighbour, two words without their blank, letters apart. Only to words that
 * clauses are made of, and only where the word that is written is not known; null where there is nothing to mend. What honest people misspell is mended too, so only rules may read this that ask
 * for a whole sentence of their own.
 */
export function slipsMended(view: TextView, known: Vocabulary, meant: MeantWords): MendedView | null {
  const asked = askedOf(known, meant)
  const found: { at: Span; candidates: string[] }[] = []
  for (const { index, 0: written } of view.text.matchAll(WORD)) {
    const word = written.replaceAll(' ', '')
    const isApart = word !== written
    if (!isApart && (known.has(word) || meant.joining.has(word))) continue
    const candidates =
      isApart && (known.has(word) || meant.parts.has(word)) ? [word] : readingsOnce(word, asked)
    if (candidates.length === 0) continue
    if (found.length === MOST_MENDED) return null
    found.push({ at: { start: index, end: index + written.length }, candidates })
  }
  if (found.length === 0) return null
  const words = inOneLanguage(
    found.map(({ candidates }) => candidates),
    known,
  )
  const changes = found.map(({ at }, i) => ({ ...at, word: words[i] ?? '' }))
  const read = withWords(view, changes)
  return { view: read.view, mended: read.words }
}

const readingsOnce = oncePerWord((word, { known, meant }: Asked) => readingsOf(word, known, meant))

/** What a word is asked by. */
interface Asked {
  known: Vocabulary
  meant: MeantWords
}

const askedBy = new WeakMap<MeantWords, Asked>()

/** One object for both, for as long as they are asked together. */
function askedOf(known: Vocabulary, meant: MeantWords): Asked {
  const kept = askedBy.get(meant)
  if (kept?.known === known) return kept
  const fresh = { known, meant }
  askedBy.set(meant, fresh)
  return fresh
}

/** What an unknown word may stand for: two words, or one that it is a slip of. */
function readingsOf(word: string, known: Vocabulary, meant: MeantWords): string[] {
  const parted = word.length < SHORTEST_PARTED ? null : partedIn(word, known, meant)
  return parted === null ? meant.near.of(word) : [parted]
}

/** Two words of which one is looked for; of several ways the one with the longest such word. */
function partedIn(word: string, known: Vocabulary, meant: MeantWords): string | null {
  let best: string | null = null
  let longest = 0
  for (let at = 1; at < word.length; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)]
    const part = Math.max(partLength(left, meant), partLength(right, meant))
    if (part <= longest || !isWord(left, known, meant) || !isWord(right, known, meant)) continue
    best = `${left} ${right}`
    longest = part
  }
  return best
}

function partLength(word: string, { parts }: MeantWords): number {
  return parts.has(word) ? word.length : 0
}

function isWord(word: string, known: Vocabulary, { joining, parts }: MeantWords): boolean {
  if (word.length === 1) return LETTERS.has(word)
  return joining.has(word) || parts.has(word) || known.costOf(word) !== null
}
