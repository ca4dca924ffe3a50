import { parseJson } from '../../../answers/parse-json.ts'
import { readLiteral } from '../../../answers/read-literal.ts'

const MAX_ITEMS = 200
/** Steps that reading one block may take that is no JSON. */
const MOST_STEPS = 200_000

/**
 * The items of one `application/ld+json` block, out of arrays and `@graph`. People write such blocks by hand: one with a comma or a comment too
 * many is read as the JavaScript that it is.
 */
export function jsonLdItems(text: string): unknown[] {
  const bare = text
    .trim()
    .replace(/^(?:<!--|<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[)/, '')
    .replace(/(?:-->|\]\]>|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>)$/, '')
  const json = /^[[{]\s*&quot;/.test(bare) ? bare.replaceAll('&quot;', '"').replaceAll('&amp;', '&') : bare
  const items: unknown[] = []
  const whole = parseJson(json)
  for (const value of whole === undefined ? literalsIn(json) : [whole]) collect(value, items)
  return items
}

/** One behind the other, as templates of several plugins leave them. */
function literalsIn(text: string): unknown[] {
  if (!/"@(?:type|graph|context)"/.test(text)) return []
  const fuel = { left: MOST_STEPS, unread: 0 }
  const values: unknown[] = []
  for (let from = text.search(/[{[]/); from >= 0 && values.length < MAX_ITEMS; ) {
    const literal = readLiteral(text, from, fuel)
    if (literal === null) break
    values.push(literal.value)
    const next = text.slice(literal.end).search(/[{[]/)
    from = next < 0 ? -1 : literal.end + next
  }
  return values
}

function collect(value: unknown, items: unknown[]): void {
  if (items.length >= MAX_ITEMS) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, items)
  } else if (typeof value === 'object' && value !== null) {
    if ('@graph' in value && Array.isArray(value['@graph'])) collect(value['@graph'], items)
    else items.push(value)
  }
}
