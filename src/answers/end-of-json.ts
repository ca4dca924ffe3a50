/**
 * Where the JSON object or list that begins at `from` ends, told by its brackets and by letters that JSON has none of outside its strings; `end`
 * is below 0 where none begins there or it cannot be JSON. What lies between need not be JSON yet. `looked`: letters that were looked at.
 */
export function endOfJson(text: string, from: number): { end: number; looked: number } {
  let depth = 0
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (--depth === 0) return { end: at + 1, looked: at + 1 - from }
    } else if (!OUTSIDE_STRINGS[code]) break
    if (depth === 0) break
  }
  return { end: -1, looked: Math.min(at, text.length) - from }
}

/** The quotation mark that ends the string which begins at `from`, or the end of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Blanks, separators, and letters of numbers and of `true`, `false` and `null`, by their code. */
const OUTSIDE_STRINGS: readonly (true | undefined)[] = Array.from({ length: 0x7f }, (_, code) =>
  ' \n\r\t,:+-.0123456789Eaeflnrstu'.includes(String.fromCharCode(code)) ? true : undefined,
)
