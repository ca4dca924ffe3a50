import type { Ages } from '../pack/word-schemas.ts'
import { listedWords } from './languages/listed-words.ts'
import { madeOnce } from './made-once.ts'
import { buildTermMatcher, hitsOf, type PartMatcher } from './terms/term-matcher.ts'
import { madeOf, type Span, type TextView } from './text-views.ts'

/** A number from twelve to seventeen in words. */
export interface ChildsYears extends Span {
  years: string
  /** As it is listed. */
  term: string
}

/** The words of a view that say numbers, or begin as such do. */
export interface NumeralWords {
  /** In the order in which they end. */
  children: readonly ChildsYears[]
  /** Where a word begins that begins as a number does, in the order in which these beginnings end. */
  counts: readonly number[]
}

/** UTF-16 units of what a number may begin with: "un" and "to" begin much else. */
const LEAST = 3

interface Terms {
  /** Their ids come first. */
  children: readonly { years: string; term: string }[]
  matcher: PartMatcher
}

const termsOf = madeOnce((ages: Ages): Terms => {
  const languages = Object.values(ages)
  const children = languages.flatMap(({ children: byYears = {} }) =>
    Object.entries(byYears).flatMap(([years, words]) => listedWords(words).map((term) => ({ years, term }))),
  )
  const counts = languages.flatMap(({ counts: byValue = {} }) => Object.values(byValue).flatMap(listedWords))
  const beginnings = [...new Set(counts)].filter((word) => word.length >= LEAST).map((word) => `${word}*`)
  const terms = [...children.map(({ term }) => term), ...beginnings].map((term, id) => ({ id, term }))
  return { children, matcher: buildTermMatcher(terms) }
})

/** Both kinds in one walk over a view, and once for as long as that is remembered: there are few, and the walk takes longer than all that is asked of them. */
export function numeralWordsIn(view: TextView, ages: Ages): NumeralWords {
  const terms = termsOf(ages)
  return madeOf(view, terms, () => {
    const hits = hitsOf(terms.matcher.read(view.text))
    return {
      children: hits.flatMap(({ id, start, end }) => {
        const said = terms.children[id]
        return said === undefined ? [] : { ...said, start, end }
      }),
      counts: hits.filter(({ id }) => id >= terms.children.length).map(({ start }) => start),
    }
  })
}
