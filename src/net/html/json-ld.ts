import { parseJson } from '../../answers/parse-json.ts'
import { readLiteral } from '../../answers/read-literal.ts'

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
  const items: unknown[] = []
  collect(parseJson(bare) ?? literalIn(bare), items)
  return items
}

function literalIn(text: string): unknown {
  const from = /"@(?:type|graph|context)"/.test(text) ? text.search(/[{[]/) : -1
  return from < 0 ? undefined : readLiteral(text, from, { left: MOST_STEPS, unread: 0 })?.value
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
