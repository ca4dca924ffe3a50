import { parseJson } from '../../answers/parse-json.ts'
import { unescaped } from '../../answers/read-literal.ts'
import type { ParsedPage } from '../../evidence/page.ts'

const MOST_CHARACTERS = 6_000_000

/** The state that a page carries in the script with this id (`__NEXT_DATA__` and its like), or assigns to a global of that name. */
export function scriptState(page: ParsedPage, id: string): unknown {
  const script = page.scripts.find((candidate) => candidate.id === id)
  return (script && parseJson(script.text)) ?? assignedState(page, id)
}

/** The state that a script assigns to a global: `var ytInitialData = {…};`, or as text: `JSON.parse("…")`, `'\\x7b…'`. */
export function assignedState(page: ParsedPage, name: string): unknown {
  const assignment = new RegExp(`${name}["'\\]]*\\s*=\\s*(?:JSON\\.parse\\(\\s*)?(?=[{\\["'])`)
  for (const script of page.scripts) {
    const match = assignment.exec(script.text)
    if (!match) continue
    const state = stateAt(script.text, match.index + match[0].length)
    if (state !== undefined) return state
  }
  return undefined
}

/** Every state blob of the page: JSON scripts, React Server Component rows, then what other scripts assign or hand on. */
export function allStates(page: ParsedPage): unknown[] {
  const states: unknown[] = []
  for (const script of page.scripts) {
    if (!/json/i.test(script.type) || /ld\+json/i.test(script.type)) continue
    const state = parseJson(script.text)
    if (state !== undefined) states.push(state)
  }
  return [...states, ...flightRows(page), ...scriptedStates(page)]
}

/** A page of hostile beginnings must not be read to its end for each of them. */
const MOST_BEGINNINGS = 80

/** Objects that stand in code: `window._sharedData = {"…`, `loaded('/name/', {"…`. Small ones are settings. */
function scriptedStates(page: ParsedPage): unknown[] {
  const states: unknown[] = []
  let beginnings = 0
  for (const { text, type } of page.scripts) {
    if (/json/i.test(type) || text.length < SMALLEST_STATE) continue
    const beginning = /[=(,]\s{0,20}(?:JSON\.parse\(\s{0,20})?(?=["']?[{[]\s{0,20}["\\]|["']\\x[57]b)/gi
    for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
      if (++beginnings > MOST_BEGINNINGS) return states
      const literal = literalAt(text, beginning.lastIndex)
      const state = literal.length < SMALLEST_STATE ? undefined : stateOf(literal)
      if (state === undefined) continue
      states.push(state)
      beginning.lastIndex += literal.length
    }
  }
  return states
}

const SMALLEST_STATE = 200

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

/** What a JSON or string literal at this place says; a string is looked into. */
function stateAt(text: string, from: number): unknown {
  return stateOf(literalAt(text, from))
}

function stateOf(literal: string): unknown {
  if (literal === '' || !/^["']/.test(literal)) return parseJson(literal)
  return parseJson(unescaped(literal.slice(1, -1)))
}

function literalAt(text: string, from: number): string {
  const first = text[from]
  return first === '"' || first === "'" ? quoted(text, from) : balanced(text, from)
}

function quoted(text: string, from: number): string {
  for (let index = from + 1; index < text.length && index - from < MOST_CHARACTERS; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === text[from]) return text.slice(from, index + 1)
  }
  return ''
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
