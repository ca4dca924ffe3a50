/** Letters, and what stands for letters, each with blanks before the next: all that phrases can be made of. */
const CHAIN = /(?<![\p{L}\p{N}])[\p{L}0134@$](?: +[\p{L}0134@$])+/gu
const WORD_GOES_ON = /^[\p{L}\p{N}]/u
const MIN_LETTERS = 6

/**
 * Phrases of words whose letters stand apart ("b o o k  m e"), in the order of the text: one blank between the first two
 * letters, a wider gap somewhere behind them. One walk, for a whole page may be spaced.
 */
export function spacedPhrases(text: string): { index: number; length: number }[] {
  return [...text.matchAll(CHAIN)].flatMap(({ index, 0: chain }) => {
    const behind = text.slice(index + chain.length, index + chain.length + 2)
    const run = WORD_GOES_ON.test(behind) ? withoutLast(chain) : chain
    const phrase = run.slice(startOfPhrase(run))
    const isLong = phrase.replaceAll(' ', '').length >= MIN_LETTERS
    return isLong ? [{ index: index + run.length - phrase.length, length: phrase.length }] : []
  })
}

/** The last one begins a word that is written as usual. */
function withoutLast(chain: string): string {
  let end = chain.lastIndexOf(' ')
  while (chain[end - 1] === ' ') end--
  return chain.slice(0, end)
}

/** The first letter with one blank behind it and, behind the next letter, a gap; the end where there is none. */
function startOfPhrase(run: string): number {
  const pair = /[^ ]+ (?! )/u.exec(run)
  const second = pair ? pair.index + pair[0].length : run.length
  return pair && second < run.lastIndexOf('  ') ? pair.index : run.length
}
