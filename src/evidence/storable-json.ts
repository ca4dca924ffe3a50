/** As `JSON.stringify` writes U+0000 and halves of surrogate pairs; also found where a text spells one out, which costs one more look. */
const ODD = /\\u(?:0000|d[89a-f])/

/**
 * The same JSON with U+FFFD for each U+0000 and each half of a surrogate pair. A page may say these in its own JSON or as they are; PostgreSQL
 * stores them in `json`, and then no operator can read any of it. Every text keeps its length, and so what points into it.
 */
export function storableJson(json: string): string {
  return ODD.test(json) ? JSON.stringify(storable(JSON.parse(json))) : json
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storableText(name), storable(each)]))
}

function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}
