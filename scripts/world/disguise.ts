import type { Random } from './random.ts'

/** A sentence in one of the ways in which people hide words from filters. */
export function disguise(random: Random, text: string): string {
  const way = random.pick([withForeignLetters, withDigits, withInvisibles])
  return way(text)
}

const FOREIGN: Record<string, string> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с' }
const DIGITS: Record<string, string> = { a: '4', e: '3', i: '1', o: '0' }

function withForeignLetters(text: string): string {
  return text.replace(/[aeopc]/g, (letter) => FOREIGN[letter] ?? letter)
}

function withDigits(text: string): string {
  return text.replace(/(?<=[a-z])[aeio](?=[a-z])/g, (letter) => DIGITS[letter] ?? letter)
}

/** Zero-width spaces inside the longer words. */
function withInvisibles(text: string): string {
  return text.replace(/([a-z]{3})([a-z]{2,})/gi, '$1\u200b$2')
}
