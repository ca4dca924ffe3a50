/** What a JavaScript literal says, and where it ends. */
export interface Literal {
  value: unknown
  end: number
}

/** Steps that reading a page's scripts may take altogether; spent by whoever reads. */
export interface Fuel {
  left: number
  /** Letters behind a nesting that is too deep to be read. */
  unread: number
}

/**
 * Reads the object, list or string at `from`, JSON or JavaScript: bare keys, single quotes, `!0`, `void 0`, names from
 * `names`. What is no literal (calls, functions) becomes `undefined` and is passed over. Null when there is none or it never ends.
 */
export function readLiteral(
  text: string,
  from: number,
  fuel: Fuel,
  names: ReadonlyMap<string, unknown> = new Map(),
): Literal | null {
  const reader = { text, at: from, fuel, names }
  try {
    const value = readValue(reader, 0)
    return { value, end: reader.at }
  } catch (error) {
    if (error !== BROKEN) throw error
    return null
  }
}

interface Reader {
  text: string
  at: number
  fuel: Fuel
  names: ReadonlyMap<string, unknown>
}

const BROKEN = new Error('no literal')
/** The reader calls itself for each level. */
const DEEPEST = 400

function readValue(reader: Reader, depth: number): unknown {
  skipBlanks(reader)
  const first = reader.text[reader.at]
  if (depth > DEEPEST) reader.fuel.unread += reader.text.length - reader.at
  if (first === undefined || depth > DEEPEST) throw BROKEN
  const value =
    first === '{' ? readObject(reader, depth) : first === '[' ? readList(reader, depth) : readAtom(reader)
  skipBlanks(reader)
  if (depth === 0 || isEnd(reader.text[reader.at])) return value
  skipExpression(reader)
  return undefined
}

function readObject(reader: Reader, depth: number): unknown {
  const entries: [string, unknown][] = []
  reader.at++
  for (;;) {
    skipBlanks(reader)
    if (take(reader, '}')) return Object.fromEntries(entries)
    if (take(reader, ',')) continue
    const key = readKey(reader)
    skipBlanks(reader)
    if (key !== null && take(reader, ':')) entries.push([key, readValue(reader, depth + 1)])
    // A method, a spread, a short form.
    else skipExpression(reader)
  }
}

function readList(reader: Reader, depth: number): unknown {
  const values: unknown[] = []
  reader.at++
  for (;;) {
    skipBlanks(reader)
    if (take(reader, ']')) return values
    if (take(reader, ',')) continue
    values.push(readValue(reader, depth + 1))
  }
}

function readKey(reader: Reader): string | null {
  const first = reader.text[reader.at]
  return first === '"' || first === "'" ? readString(reader) : match(reader, /[\p{L}\p{N}_$]{1,200}/uy)
}

function readAtom(reader: Reader): unknown {
  const first = reader.text[reader.at]
  if (first === '"' || first === "'" || first === '`') return readString(reader)
  const number = match(reader, /-?\d[\d.eE+-]{0,30}/y)
  if (number !== null) return Number(number)
  const name = match(reader, /(?:![01]|void 0|[\p{L}_$][\p{L}\p{N}_$]{0,100})/uy)
  if (name === null) {
    skipExpression(reader)
    return undefined
  }
  return name in WORDS ? WORDS[name] : reader.names.get(name)
}

const WORDS: Record<string, unknown> = {
  true: true,
  false: false,
  null: null,
  '!0': true,
  '!1': false,
  'void 0': undefined,
}

function readString(reader: Reader): string {
  const { text } = reader
  const from = reader.at
  const quote = text[from]
  for (let at = from + 1; at < text.length; at++) {
    spend(reader)
    if (text[at] === '\\') at++
    else if (text[at] === quote) {
      reader.at = at + 1
      return unescaped(text.slice(from + 1, at))
    }
  }
  throw BROKEN
}

/** A JavaScript string's escapes; JSON knows neither `\\x` nor `\\'`. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|([\s\S]))/gi,
    (_, hex, four, code, letter) => {
      const digits = hex ?? four ?? code
      if (digits !== undefined)
        return Number.parseInt(digits, 16) > 0x10ffff ? '' : String.fromCodePoint(Number.parseInt(digits, 16))
      return ESCAPES[letter] ?? letter
    },
  )
}

const ESCAPES: Record<string, string | undefined> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' }

/** To the comma or bracket that ends it. */
function skipExpression(reader: Reader): void {
  let depth = 0
  for (; reader.at < reader.text.length; reader.at++) {
    spend(reader)
    const here = reader.text[reader.at]
    if (here === '"' || here === "'" || here === '`') {
      readString(reader)
      reader.at--
    } else if (here === '{' || here === '[' || here === '(') depth++
    else if (depth === 0 && isEnd(here)) return
    else if (here === '}' || here === ']' || here === ')') depth--
  }
  throw BROKEN
}

function isEnd(letter: string | undefined): boolean {
  return letter === ',' || letter === '}' || letter === ']' || letter === ')'
}

function skipBlanks(reader: Reader): void {
  spend(reader)
  match(reader, /\s+/y)
}

function take(reader: Reader, letter: string): boolean {
  if (reader.text[reader.at] !== letter) return false
  reader.at++
  return true
}

function match(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0] ?? null
  if (found !== null) reader.at += found.length
  return found
}

function spend(reader: Reader): void {
  if (--reader.fuel.left < 0) throw BROKEN
}
