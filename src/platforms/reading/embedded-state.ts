import { everyState } from '../../answers/every-state.ts'
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

/** Every state of the page, in whatever form. */
export function allStates(page: ParsedPage): unknown[] {
  return everyState(page).states
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
