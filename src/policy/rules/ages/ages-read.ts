import type { CompiledPack } from '../../pack/compile-pack.ts'
import { agesInDigits } from '../../text/ages-in-digits.ts'
import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import { plainMarks, unbrokenLines } from '../../text/plain-marks.ts'
import { shortLinesJoined } from '../../text/short-lines.ts'
import { madeOf, type Span, type TextView } from '../../text/text-views.ts'
import { type AtomHits, atomHits } from '../atom-hits.ts'

/** A view in which ages are read besides, and which of its matches count. */
interface AgesRead {
  hits: AtomHits
  isOwnWords(match: Span): boolean
}

/**
 * What is found in further views of a text that may hold an age, in the order in which they are asked: ages in words, then whatever ends a clause as a
 * comma, then lines that break as one. Across lines that may have nothing to do with each other only words that say "I" are their author's.
 */
export function agesRead(compiled: CompiledPack, native: TextView): readonly AgesRead[] {
  const spelled = spelledAges(compiled, native)
  const base = spelled ?? native
  const plain = madeOf(base, plainMarks, () => plainMarks(base))
  const unbroken = madeOf(base, unbrokenLines, () => unbrokenLines(base))
  const read = (view: TextView | null, isOwnWords: (words: string) => boolean): AgesRead[] =>
    view === null
      ? []
      : [
          {
            hits: atomHits(compiled, view, 'native'),
            isOwnWords: ({ start, end }) => isOwnWords(view.text.slice(start, end)),
          },
        ]
  return [
    ...read(spelled, () => true),
    ...read(plain, () => true),
    ...read(unbroken, (words) => FIRST_PERSON.test(words)),
  ]
}

/** Ages in words, or a word a line, as if they were in digits on one; null in a text that holds none. */
function spelledAges({ pack: { ages } }: CompiledPack, native: TextView): TextView | null {
  return madeOf(native, ages, () => {
    const joined = shortLinesJoined(native)
    return agesInDigits(joined ?? native, ages) ?? joined
  })
}
