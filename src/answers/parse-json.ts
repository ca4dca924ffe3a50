/** Nesting past this is an attack on whoever walks the value. */
const MAX_DEPTH = 200

/**
 * Parses JSON from outside, or gives `undefined` when it is not JSON or nested past 200 levels. U+0000 is left out: nobody sees it, and a word
 * that has one in it is read as one word.
 */
export function parseJson(text: string): unknown {
  if (depthExceeds(text, MAX_DEPTH)) return undefined
  try {
    return JSON.parse(withoutNul(text))
  } catch {
    return undefined
  }
}

function withoutNul(text: string): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '') : text
  // Behind an even number of backslashes: one that is escaped itself escapes nothing.
  return plain.includes('\\u0000') ? plain.replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1') : plain
}

function depthExceeds(text: string, limit: number): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) quoted = false
    } else if (code === QUOTE) quoted = true
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > limit) return true
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
