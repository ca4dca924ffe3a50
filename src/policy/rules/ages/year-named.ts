/**
 * The year that words name: in four digits ("born 2011"), in the Buddhist era ("พ.ศ. 2554"), or in two of this century ("2k11", "'11", "11년생", "4.5.11"); null where they name none.
 * `words` are a view's.
 */
export function yearNamed(words: string): number | null {
  const full = /(?<!\d)(?:19|20)\d\d(?!\d)/u.exec(words)?.[0]
  if (full !== undefined) return Number(full)
  const buddhist = /(?<!\d)25\d\d(?!\d)/u.exec(words)?.[0]
  if (buddhist !== undefined) return Number(buddhist) - BUDDHIST_ERA
  // Of a date the year stands last: "04.05.11".
  const short = [...words.matchAll(/(?:2k|'|(?<!\d))(\d\d)(?!\d)/gu)].at(-1)?.[1]
  return short === undefined ? null : CENTURY + Number(short)
}

const BUDDHIST_ERA = 543
const CENTURY = 2000
