/** Where the parts of JavaScript end. Each function is given a place in code, and gives one behind it. */

/** Signs of code. */
export const SIGNS = {
  plus: 0x2b,
  equals: 0x3d,
  question: 0x3f,
  line: 0x0a,
  blank: 0x20,
  quote: 0x22,
  dollar: 0x24,
  apostrophe: 0x27,
  openParenthesis: 0x28,
  closeParenthesis: 0x29,
  star: 0x2a,
  comma: 0x2c,
  dot: 0x2e,
  slash: 0x2f,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  backtick: 0x60,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const

const {
  line,
  blank,
  quote,
  apostrophe,
  openParenthesis,
  closeParenthesis,
  star,
  dot,
  slash,
  openBracket,
  backslash,
  closeBracket,
  backtick,
  openBrace,
  closeBrace,
} = SIGNS

/** Behind a name, a number or a call, whatever it gives; the same place where there is none, or it is long. */
export function pastUnknown(code: string, at: number): number {
  let place = at
  for (let parts = 0; parts < MOST_PARTS; parts++) {
    const letter = code.charCodeAt(place)
    if (isWordLetter(letter) || letter === dot) place = Math.max(endOfWord(code, place), place + 1)
    else if (letter === openParenthesis || letter === openBracket) {
      const end = pastBrackets(code, place)
      if (end === place) return at
      place = end
    } else break
  }
  return place
}

/** Behind the bracket that closes this one; the same place where it is far. */
export function pastBrackets(code: string, at: number): number {
  let depth = 0
  for (let place = at; place < code.length && place < at + LONGEST_UNKNOWN; place++) {
    const letter = code.charCodeAt(place)
    if (letter === quote || letter === apostrophe) place = pastString(code, place) - 1
    else if (letter === openParenthesis || letter === openBracket || letter === openBrace) depth++
    else if (letter === closeParenthesis || letter === closeBracket || letter === closeBrace) {
      if (--depth === 0) return place + 1
    }
  }
  return at
}

/** Behind a string; where its line ends before it, behind its quotation mark: it was none. */
export function pastString(code: string, at: number): number {
  const quote = code.charCodeAt(at)
  for (let place = at + 1; place < code.length; place++) {
    const letter = code.charCodeAt(place)
    if (letter === backslash) place++
    else if (letter === quote) return place + 1
    else if (letter === line && quote !== backtick) break
  }
  return at + 1
}

/** Behind a comment, a regular expression, or a slash that divides. */
export function pastSlash(code: string, at: number): number {
  const second = code.charCodeAt(at + 1)
  if (second === slash || second === star) {
    const end = code.indexOf(second === slash ? '\n' : '*/', at + 2)
    return end < 0 ? code.length : end + (second === slash ? 1 : 2)
  }
  if (dividesAt(code, at)) return at + 1
  let isInClass = false
  for (let place = at + 1; place < code.length; place++) {
    const letter = code.charCodeAt(place)
    if (letter === line) break
    if (letter === backslash) place++
    else if (letter === openBracket) isInClass = true
    else if (letter === closeBracket) isInClass = false
    else if (letter === slash && !isInClass) return place + 1
  }
  return at + 1
}

/** Whether something to divide stands before a slash. */
function dividesAt(code: string, at: number): boolean {
  let place = at - 1
  while (code.charCodeAt(place) <= blank) place--
  const before = code.charCodeAt(place)
  if (!isWordLetter(before))
    return before === closeParenthesis || before === closeBracket || before === quote || before === apostrophe
  return !BEFORE_OPERAND.test(code.slice(Math.max(0, place - LONGEST_KEYWORD), place + 1))
}

/** Words behind which a regular expression may begin. */
const BEFORE_OPERAND = /(?<![\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/
const LONGEST_KEYWORD = 10

export function pastBlanks(code: string, at: number): number {
  let place = at
  while (code.charCodeAt(place) <= blank) place++
  return place
}

export function endOfWord(code: string, at: number): number {
  let end = at
  while (isWordLetter(code.charCodeAt(end))) end++
  return end
}

/** Of names and numbers; beyond ASCII all may be. */
export function isWordLetter(code: number): boolean {
  return code > 0x7f || OF_WORDS[code] === 1
}

/** By their code: a look at a table for each letter of a script. */
const OF_WORDS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number(/[\w$]/.test(String.fromCharCode(code))),
)

/** Letters that are looked at of what only running the script would tell, and its parts. */
export const LONGEST_UNKNOWN = 400
const MOST_PARTS = 200
