import { placeOpened } from '../../../answers/said-in-code.ts'

/** A refresh that leaves a visitor more time than this is a reload, not a redirect. */
const MAX_DELAY_SECONDS = 30

/** The target in a meta refresh's content, as written, or null. (HTML, "shared declarative refresh steps".) */
export function refreshTarget(content: string): string | null {
  const match = /^\s*(\d{0,6})(?:\.[\d.]{0,20})?\s*[;,\s]\s*(?:url\s{0,20}=\s{0,20})?(.+)$/is.exec(
    content.slice(0, 4096),
  )
  if (!match?.[2] || Number(match[1]) > MAX_DELAY_SECONDS) return null
  const rest = match[2].trim()
  const quote = rest[0]
  if (quote !== '"' && quote !== "'") return rest || null
  const end = rest.indexOf(quote, 1)
  return (end < 0 ? rest.slice(1) : rest.slice(1, end)) || null
}

/** Where a meta refresh leads however long it waits, as written, or null. */
export function refreshAddress(content: string): string | null {
  return refreshTarget(content.replace(/^\s*\d+(?:\.\d*)?/, '0'))
}

/** The target of a script that does little but send the visitor on, as written, or null. */
export function scriptTarget(script: string): string | null {
  if (script.length > MOST_LETTERS || !/\blocation\b/.test(script)) return null
  return placeOpened(script)
}

const MOST_LETTERS = 16_384
