import { LONGEST_PROFILE } from './sentences.ts'
import { TEXT_LABEL } from './text-labels.ts'
import type { TextView } from './text-views.ts'

/** Marks that end a clause as well as any comma; a bracket that explains stays one, and so does a hashtag but behind the last word: others are words of a clause. */
const MARKS =
  /[?;)–—…]|(?<=\p{L} )(?<!#[\p{L}\p{N}]{1,40} )#(?=[^\n.,;!?]{1,60}(?:\n|$))|\((?!our|the|this)| - |\/\//gu

/** What people write behind a statement, and adds nothing to it. */
const FILLERS =
  / (?=(?:lol|lmao|jk|haha\p{L}*|hehe\p{L}*|xd|btw|fr|tbh|rn|ngl|omg|idk|jaja\p{L}*|kkk+|rsrs|mdr|ptdr|hihi|ahah\p{L}*|хаха\p{L}*|random)(?!\p{L}))/gu
/** A line that is nothing but one quotation is its author's own voice. */
const QUOTED_LINE = /(?<=^|\n)( ?)["“„«]([^"“”„«»\n]*)["”“»](?= ?(?:\n|$))/gu
/** A child's years in digits, a year of birth or of school, a grade. */
const MAY_BE_AGE = /(?<!\d)(?:1[0-8]|20[1-4]\d|[5-9])(?!\d)|teen|minor/u

/**
 * A view of a profile's text in which whatever ends a clause is a comma or a point, so that an age is read before a question mark, a hashtag or "lol" as it is before
 * a comma; null where nothing changes. Every sign keeps its place.
 */
export function plainMarks(view: TextView): TextView | null {
  if (view.text.length > LONGEST_PROFILE || !MAY_BE_AGE.test(view.text)) return null
  const text = view.text
    .replace(QUOTED_LINE, '$1.$2.')
    .replace(TEXT_LABEL, (label) => `${label.slice(0, -1)}.`)
    .replace(MARKS, (mark) => mark.replace(/[^ ]/u, ',').replace(/[^ ,]/u, ' '))
    .replace(FILLERS, ',')
  return text === view.text ? null : { ...view, text, longer: undefined, made: undefined }
}

/** A line that breaks near a child's years, and goes on with a word. */
const BROKEN_NEAR =
  /[\p{L}\p{N}]\n[^\n]{0,24}(?:(?<!\d)(?:1[0-7]|[5-9])(?!\d)|teen(?!\p{L}))|(?<!\d)(?:1[0-7]|[5-9])\n\p{L}/u

/** A view of a profile's text in which lines that break within a sentence are one; null where none breaks near an age. */
export function unbrokenLines(view: TextView): TextView | null {
  if (view.text.length > LONGEST_PROFILE || !BROKEN_NEAR.test(view.text)) return null
  const text = view.text.replace(/(?<=[\p{L}\p{N}])\n(?=[\p{L}\p{N}])/gu, ' ')
  return { ...view, text, longer: undefined, made: undefined }
}
