/** Keeps the first and last character of each word; for codes whose matched text must not be stored or echoed. */
export function maskQuote(quote: string): string {
  return quote.replace(/[^\s]+/gu, (word) => {
    const characters = [...word]
    return characters
      .map((char, i) => (i === 0 || i === characters.length - 1 ? char : '*'.repeat(char.length)))
      .join('')
  })
}
