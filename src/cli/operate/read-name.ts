import { InvalidInput } from '../../errors.ts'

/**
 * What people are to call something, without blanks around it. A script whose variable is unset would make one without.
 * @param longest in letters
 * @throws InvalidInput
 */
export function readName(text: string, longest: number): string {
  const name = text.trim()
  if (name === '') throw new InvalidInput('--name is empty')
  if (name.length > longest) throw new InvalidInput(`--name must have ${longest} letters at most`)
  return name
}
