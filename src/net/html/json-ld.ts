import { parseJson } from '../../answers/parse-json.ts'

const MAX_ITEMS = 200

/** The items of one `application/ld+json` block, out of arrays and `@graph`. Blocks that are not JSON give nothing. */
export function jsonLdItems(text: string): unknown[] {
  const bare = text
    .trim()
    .replace(/^(?:<!--|<!\[CDATA\[|\/\*<!\[CDATA\[\*\/)/, '')
    .replace(/(?:-->|\]\]>|\/\*\]\]>\*\/)$/, '')
  const items: unknown[] = []
  collect(parseJson(bare), items)
  return items
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
