import { clauseAtoms, meantWords } from '../pack/clause-words.ts'
import type { CompiledPack } from '../pack/compile-pack.ts'
import { slipsMended } from '../text/disguises/slips-mended.ts'
import { LONGEST_PROFILE } from '../text/sentences.ts'
import { madeOf, type Span } from '../text/text-views.ts'
import { type AtomHits, atomHits } from './atom-hits.ts'
import type { RuleMatch } from './match-text-rule.ts'

/** What is found in a text whose misspelt words are mended. */
export interface MendedHits {
  hits: AtomHits
  /** The words that were mended, in units of the view. */
  mended: readonly Span[]
}

/**
 * What rules that ask for a whole clause may find where words are written otherwise; null where nothing is, on pages, and where no other part of such a clause stands: who misspells all of
 * them is not read.
 */
export function mendedHits(compiled: CompiledPack, read: AtomHits, native: AtomHits): MendedHits | null {
  if (native.view.text.length > LONGEST_PROFILE) return null
  const asked = clauseAtoms(compiled.pack.codes)
  if (!native.atoms().some((atom) => asked.has(atom)) && !read.atoms().some((atom) => asked.has(atom)))
    return null
  const found = madeOf(read.view, meantWords, () =>
    slipsMended(read.view, compiled.vocabulary, meantWords(compiled.pack.base ?? compiled.pack)),
  )
  return found === null ? null : { hits: atomHits(compiled, found.view, 'native'), mended: found.mended }
}

/** Whether two parts of a match were one word: "Judenhass" names what its author may well be against. */
export function isOneWord({ parts }: RuleMatch, { mended }: MendedHits): boolean {
  return mended.some(
    ({ start, end }) => parts.filter((part) => part.start < end && start < part.end).length > 1,
  )
}
