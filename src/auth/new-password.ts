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
  if (isOfAddress(password, email) || (await isCommonPassword(password)))
    throw new InvalidInput('This password is one of those that are tried first: choose another')
}

function isOfAddress(password: string, email: string): boolean {
  const text = password.toLowerCase()
  return text === email.toLowerCase() || text === email.split('@')[0]?.toLowerCase()
}
