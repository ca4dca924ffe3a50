import { normaliseText } from '../text/text-views.ts'

const MAX_LENGTH = 1_500
const MAX_REPEAT = 200
const MAX_NESTED_REPEATS = 400
const MAX_WIDE_QUANTIFIERS = 4
const WIDE = 10

/**
 * Says why a policy pattern is refused, or null when it is safe. V8 backtracks: `(a+)+$` took seconds on 26 characters,
 * so every repetition is bounded, repetitions of repetitions are small, and back references do not exist.
 * Patterns run on normalised text, so a literal that normalising would change can never match and is refused too.
 */
export function lintRegex(source: string): string | null {
  if (source.length === 0) return 'is empty'
  if (source.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`
  try {
    new RegExp(source, 'gu')
  } catch (error) {
    return error instanceof Error ? error.message : 'does not compile'
  }
  return lintLiterals(source) ?? lintQuantifiers(source)
}

function lintLiterals(source: string): string | null {
  const literals = source.replace(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|.)|\(\?<[a-zA-Z]+>/gu, '')
  for (const char of literals) {
    if (char.trim() !== '' && normaliseText(char) !== char)
      return `holds "${char}", which normalised text never holds`
  }
  return null
}

interface Group {
  /** Largest number of repetitions found inside, nested ones multiplied. */
  repeats: number
  /** Wide repetitions of the alternative at hand, and of the widest alternative so far. */
  wide: number
  widest: number
}

function openGroup(): Group {
  return { repeats: 1, wide: 0, widest: 0 }
}

function lintQuantifiers(source: string): string | null {
  const stack: Group[] = [openGroup()]
  let last = openGroup()
  for (let i = 0; i < source.length; i++) {
    const char = source[i]
    if (char === '\\') {
      const next = source[i + 1] ?? ''
      if (/[1-9k]/.test(next)) return 'uses a back reference'
      i = /[pPu]/.test(next) && source[i + 2] === '{' ? source.indexOf('}', i) : i + 1
      last = openGroup()
    } else if (char === '[') {
      i = endOfClass(source, i)
      last = openGroup()
    } else if (char === '(') {
      stack.push(openGroup())
      i = endOfGroupHead(source, i)
    } else if (char === ')') {
      last = stack.pop() ?? last
      const parent = stack.at(-1)
      if (parent) parent.wide += Math.max(last.wide, last.widest)
    } else if (char === '|') {
      const group = stack.at(-1)
      if (group) group.widest = Math.max(group.widest, group.wide)
      if (group) group.wide = 0
      last = openGroup()
    } else if (char === '*' || char === '+') {
      return `repeats without a bound at ${i}; write {m,n}`
    } else if (char === '?' || char === '{') {
      const quantifier = char === '?' ? { min: 0, max: 1, end: i } : readBraces(source, i)
      if (quantifier === null) return `repeats without a bound at ${i}; write {m,n}`
      if (quantifier.max > MAX_REPEAT) return `repeats more than ${MAX_REPEAT} times`
      const group = stack.at(-1)
      if (group && quantifier.max - quantifier.min > WIDE) group.wide++
      i = quantifier.end
      if (source[i + 1] === '?') i++
      last = { ...last, repeats: last.repeats * Math.max(1, quantifier.max) }
    } else {
      last = openGroup()
    }
    if (last.repeats > MAX_NESTED_REPEATS) return 'repeats a repetition'
    const top = stack.at(-1)
    if (top) top.repeats = Math.max(top.repeats, last.repeats)
  }
  const whole = stack[0] ?? openGroup()
  return Math.max(whole.wide, whole.widest) > MAX_WIDE_QUANTIFIERS
    ? `has more than ${MAX_WIDE_QUANTIFIERS} wide repetitions`
    : null
}

function endOfClass(source: string, start: number): number {
  let i = start + 1
  while (i < source.length && source[i] !== ']') i += source[i] === '\\' ? 2 : 1
  return i
}

function endOfGroupHead(source: string, start: number): number {
  const head = /^\((?:\?(?:[:=!]|<[=!]|<[a-zA-Z]+>))?/.exec(source.slice(start, start + 40))
  return start + (head ? head[0].length : 1) - 1
}

function readBraces(source: string, start: number): { min: number; max: number; end: number } | null {
  const match = /^\{(\d+)(,(\d*))?\}/.exec(source.slice(start, start + 12))
  if (!match || match[3] === '') return null
  const min = Number(match[1])
  return { min, max: match[3] === undefined ? min : Number(match[3]), end: start + match[0].length - 1 }
}
