import { nativeView, originalSpan, type TextView } from '../policy/text/text-views.ts'
import { DATAMARK, withoutMarks } from './disarm.ts'

export interface Span {
  start: number
  end: number
}

/** A quote shorter than this stands everywhere and proves nothing. */
const MIN_LETTERS = 4
/** A model that copies well changes a word here and there; below this it invents. */
const MIN_SHARE = 0.85
const MIN_WORDS = 5

/**
 * Where a model's quote stands in a stored text, as UTF-16 offsets of the stored text: as it is, but for width, case, dashes,
 * quotation marks and blanks, else as the window of words that differs least. Null when it does not stand there.
 */
export function findQuote(quote: string, stored: string): Span | null {
  const wanted = nativeView(withoutMarks(quote)).text.trim()
  if ((wanted.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_LETTERS) return null
  // One unit for one unit, so that offsets stay those of the stored text.
  const view = nativeView(stored.replaceAll(DATAMARK, ' '))
  const flat = { ...view, text: view.text.replaceAll('\n', ' ') }
  const at = flat.text.indexOf(wanted.replaceAll('\n', ' '))
  if (at >= 0) return originalSpan(flat, at, at + wanted.length)
  return nearestWindow(wanted, flat)
}

interface Word {
  text: string
  start: number
  end: number
}

function nearestWindow(wanted: string, view: TextView): Span | null {
  const quoted = wordsOf(wanted).map((word) => word.text)
  const words = wordsOf(view.text)
  if (quoted.length < MIN_WORDS || words.length < quoted.length) return null
  let best = { same: 0, first: 0 }
  for (let first = 0; first + quoted.length <= words.length; first++) {
    const same = quoted.reduce((sum, word, i) => sum + Number(words[first + i]?.text === word), 0)
    if (same > best.same) best = { same, first }
  }
  const [first, last] = [words[best.first], words[best.first + quoted.length - 1]]
  if (best.same / quoted.length < MIN_SHARE || !first || !last) return null
  return originalSpan(view, first.start, last.end)
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))
}
