import type { ParsedPage } from '../evidence/page.ts'

const MOST_CHARACTERS = 6_000_000

/** The state that a page carries in the script with this id (`__NEXT_DATA__` and its like). */
export function scriptState(page: ParsedPage, id: string): unknown {
  const script = page.scripts.find((candidate) => candidate.id === id)
  return script ? parseJson(script.text) : undefined
}

/** The state that a script assigns to a global: `var ytInitialData = {…};`. */
export function assignedState(page: ParsedPage, name: string): unknown {
  for (const script of page.scripts) {
    const start = script.text.search(new RegExp(`${name}["'\\]]*\\s*=\\s*[{\\[]`))
    if (start === -1) continue
    const open = script.text.slice(start).search(/=\s*[{[]/) + start + 1
    const state = parseJson(balanced(script.text, open))
    if (state !== undefined) return state
  }
  return undefined
}

/** Every state blob of the page: JSON scripts, then React Server Component rows. */
export function allStates(page: ParsedPage): unknown[] {
  const states: unknown[] = []
  for (const script of page.scripts) {
    if (!/json/i.test(script.type) || /ld\+json/i.test(script.type)) continue
    const state = parseJson(script.text)
    if (state !== undefined) states.push(state)
  }
  return [...states, ...flightRows(page)]
}

/** Rows of `self.__next_f.push([1,"…"])`: lines of the form `id:json`. */
function flightRows(page: ParsedPage): unknown[] {
  let text = ''
  for (const script of page.scripts) {
    for (const call of script.text.matchAll(/self\.__next_f\.push\(\s*(?=\[)/g)) {
      const pushed = parseJson(balanced(script.text, call.index + call[0].length))
      if (Array.isArray(pushed) && typeof pushed[1] === 'string' && text.length < MOST_CHARACTERS)
        text += pushed[1]
    }
  }
  return text
    .split('\n')
    .map((line) => parseJson(line.replace(/^[0-9a-f]+:[A-Z]?/i, '')))
    .filter((row) => typeof row === 'object' && row !== null)
}

export function parseJson(text: string): unknown {
  if (text.length > MOST_CHARACTERS) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Translated: a blob that is not JSON is a blob that was not read.
    return undefined
  }
}

/** The bracketed text that starts at or after `from`, strings respected. */
function balanced(text: string, from: number): string {
  const start = text.slice(from).search(/[{[]/) + from
  let depth = 0
  let inString = false
  for (let index = start; index < text.length && index - start < MOST_CHARACTERS; index++) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      depth--
      if (depth === 0) return text.slice(start, index + 1)
    }
  }
  return ''
}
