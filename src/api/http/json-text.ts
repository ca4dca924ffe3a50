/** What JSON text holds, found without building it: each call is one walk over the text, however it is made. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OBJECT = 0x7b

export type Path = readonly (string | number)[]

/** The source text of the values at `paths`, in their order; undefined where there is none. Valid JSON only. */
export function sourcesAt(text: string, paths: readonly Path[]): (string | undefined)[] {
  const root = node()
  const ends = paths.map((path) => {
    let at = root
    for (const part of path) {
      const next = at.below.get(String(part)) ?? node()
      at.below.set(String(part), next)
      at = next
    }
    return at
  })
  locate(text, behindBlanks(text, 0), root)
  return ends.map(({ start, end }) => (end > 0 ? text.slice(start, end) : undefined))
}

/** Deepest nesting of arrays and objects, and about how many values there are. Any text. */
export function measureJson(text: string): { depth: number; values: number } {
  let depth = 0
  let deepest = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = behindString(text, at) - 1
    else if (code === COMMA) values++
    else if (opens(code)) {
      values++
      deepest = Math.max(deepest, ++depth)
    } else if (closes(code)) depth--
  }
  return { depth: deepest, values }
}

/** What is looked for: a value of the text, and values inside it. */
interface Wanted {
  start: number
  end: number
  below: Map<string, Wanted>
}

function node(): Wanted {
  return { start: 0, end: 0, below: new Map() }
}

/** Notes where the value at `start` lies, and what is wanted of it; gives the index behind it. No deeper than the paths. */
function locate(text: string, start: number, wanted: Wanted): number {
  wanted.start = start
  wanted.end = wanted.below.size === 0 ? behindValue(text, start) : locateBelow(text, start, wanted.below)
  return wanted.end
}

function locateBelow(text: string, start: number, below: Map<string, Wanted>): number {
  const opened = text.charCodeAt(start)
  if (!opens(opened)) return behindValue(text, start)
  let at = behindBlanks(text, start + 1)
  for (let index = 0; !closes(text.charCodeAt(at)); index++) {
    let name = String(index)
    if (opened === OBJECT) {
      const end = behindString(text, at)
      name = nameIn(text.slice(at, end))
      at = behindBlanks(text, behindBlanks(text, end) + 1)
    }
    // Of equal names the last one counts, as it does for `JSON.parse`.
    const wanted = below.get(name)
    at = behindBlanks(text, wanted ? locate(text, at, wanted) : behindValue(text, at))
    if (text.charCodeAt(at) === COMMA) at = behindBlanks(text, at + 1)
  }
  return at + 1
}

function nameIn(quoted: string): string {
  return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
}

function behindValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return behindString(text, start)
  let at = start
  if (!opens(first)) {
    while (at < text.length && !endsScalar(text.charCodeAt(at))) at++
    return at
  }
  let depth = 0
  do {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = behindString(text, at) - 1
    else if (opens(code)) depth++
    else if (closes(code)) depth--
    at++
  } while (depth > 0 && at < text.length)
  return at
}

function opens(code: number): boolean {
  return code === OBJECT || code === 0x5b
}

function closes(code: number): boolean {
  return code === 0x7d || code === 0x5d
}

function endsScalar(code: number): boolean {
  return code === COMMA || closes(code) || isBlank(code)
}

/** The index behind the string that begins at `quote`; the end of the text for one that does not end. */
export function behindString(text: string, quote: number): number {
  for (let from = quote + 1; ; ) {
    const end = text.indexOf('"', from)
    if (end < 0) return text.length
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end + 1
    from = end + 1
  }
}

export function behindBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
