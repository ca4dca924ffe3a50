import { stripVTControlCharacters } from 'node:util'

/** Text from the web must not steer the terminal: control characters and text-direction overrides go. */
export function harmless(text: string): string {
  return stripVTControlCharacters(text).replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '')
}
