/**
 * Whether a text shows as it is written: letters with one blank between each two words, and nothing that takes no room. Most texts of a page
 * are, and need no further expression to run over them. False may be said of one that is.
 */
export function isEven(text: string): boolean {
  return text !== '' && !UNEVEN.test(text) && !text.endsWith(' ')
}

/** Below the first blank of Unicode's own (U+1680) all but controls and two; above it only dashes, quotation marks and the scripts of East Asia. */
const UNEVEN = /(?:^| ) |[^ -~\u00a1-\u00ac\u00ae-\u167f\u2010-\u2027\u3001-\ud7ff]/
