/**
 * Keeps the first and last character of each word, and of a word of two the first; for codes whose matched text must not be stored or
 * echoed. A number of two digits is an age.
 */
export function maskQuote(quote: string): string {
  return quote.replace(/[^\s]+/gu, (word) => {
    const characters = [...word]
    const isKept = (i: number): boolean => i === 0 || (i === characters.length - 1 && characters.length > 2)
    return characters.map((char, i) => (isKept(i) ? char : '*'.repeat(char.length))).join('')
  })
}
