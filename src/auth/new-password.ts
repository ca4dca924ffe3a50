import { InvalidInput } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

export const MIN_PASSWORD_CHARACTERS = 10
export const MAX_PASSWORD_CHARACTERS = 256

/**
 * What holds for every password that somebody chooses, wherever they do.
 * @throws InvalidInput with a sentence for them
 */
export async function refuseWeakPassword(password: string, email: string): Promise<void> {
  const { length } = [...password]
  if (length < MIN_PASSWORD_CHARACTERS)
    throw new InvalidInput(`The password must have at least ${MIN_PASSWORD_CHARACTERS} characters`)
  // Counted as the check of a sign-in counts.
  if (password.length > MAX_PASSWORD_CHARACTERS)
    throw new InvalidInput(`The password must have at most ${MAX_PASSWORD_CHARACTERS} characters`)
  if ((await isOfContext(password, email)) || (await isCommonPassword(password)))
    throw new InvalidInput('This password is one of those that are tried first: choose another')
}

const SERVICE = 'toscan'
/** Shorter ones stand in too many other words. */
const CONTEXT_WORD_CHARACTERS = 4
/** What would be a password without them. */
const REST_CHARACTERS = 8

/** Words that whoever tries passwords of this person here begins with, and little or nothing beside them (NIST SP 800-63B, context-specific words). */
async function isOfContext(password: string, email: string): Promise<boolean> {
  const text = folded(password)
  const [name = '', domain = ''] = folded(email).split('@')
  const words = [SERVICE, name, ...name.split(/[^\p{L}]+/u), ...domain.split('.').slice(0, -1)]
    .filter((word) => word.length >= CONTEXT_WORD_CHARACTERS)
    .sort((a, b) => b.length - a.length)
  const left = words.reduce((text, word) => text.replaceAll(word, ''), text)
  if (left === text) return false
  const rest = left.replace(/^[\p{P}\p{S}\s]+/u, '')
  return [...rest].length < REST_CHARACTERS || (await isCommonPassword(rest))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
