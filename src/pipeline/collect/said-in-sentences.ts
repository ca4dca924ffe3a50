import type { EvidenceText } from '../../evidence/evidence.ts'

/** Letters that are looked through, for all labels: some 10 ms. Labels of a page with more are read alone. */
const MOST_LETTERS = 20_000_000
/** Longer labels are cards. UTF-16 units. */
const LONGEST_LABEL = 120
/** Places of one label that are looked at. */
const MOST_PLACES = 3
/** A sentence goes on between words in small letters, or at a comma; names and what stands in a menu begin with capitals. */
const GOES_ON_BEFORE = /(?:(?<![\p{L}\p{N}])\p{Ll}+|,) $/u
const GOES_ON_BEHIND = /^(?: \p{Ll}|,)/u
const CAPITAL = /^\p{Lu}/u
/** UTF-16 units: a word. */
const BESIDE = 24

/**
 * The texts without labels of links that are words of a sentence: "given to him by a [15-year-old girl]". What they say is read where it is said, and means
 * something else without what stands around it.
 */
export function withoutSaidInSentences(texts: readonly EvidenceText[]): EvidenceText[] {
  const prose = texts.filter(({ channel }) => channel !== 'link_label').map(({ text }) => text)
  const letters = prose.reduce((sum, text) => sum + text.length, 0)
  let left = MOST_LETTERS
  const isSaid = (label: string): boolean => {
    left -= letters
    return left >= 0 && prose.some((text) => isInSentence(label, text))
  }
  return texts.filter(({ channel, text }) => channel !== 'link_label' || !maySay(text) || !isSaid(text))
}

/** A word is a name, and few of them accuse anybody. */
function maySay(label: string): boolean {
  return label.length <= LONGEST_LABEL && /\S[\s-]\S/.test(label)
}

function isInSentence(label: string, text: string): boolean {
  let at = text.indexOf(label)
  for (let place = 0; place < MOST_PLACES && at >= 0; place++) {
    const end = at + label.length
    const before = !CAPITAL.test(label) && GOES_ON_BEFORE.test(text.slice(Math.max(0, at - BESIDE), at))
    if (before || GOES_ON_BEHIND.test(text.slice(end, end + BESIDE))) return true
    at = text.indexOf(label, end)
  }
  return false
}
