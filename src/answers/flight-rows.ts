import { parseJson } from './parse-json.ts'

/**
 * Rows of React Server Components: `id:json` to the end of the line, or `id:T<bytes in hex>,text`, to which rows refer as `$id`. What is referred to
 * stands where it is meant, for that tells whose it is: a visitor's words are a row of their own when they are long.
 */
export function flightRows(stream: string): unknown[] {
  const rows = new Map<string, unknown>()
  const bytes = Buffer.from(stream)
  for (let at = 0; at < bytes.length; ) {
    const colon = bytes.indexOf(':', at)
    if (colon < 0) break
    const id = bytes.toString('utf8', at, colon).trim()
    const text = /^T([0-9a-f]{1,8}),/i.exec(bytes.toString('latin1', colon + 1, colon + 12))
    if (text?.[1] !== undefined) {
      const from = colon + 1 + text[0].length
      at = from + Number.parseInt(text[1], 16)
      rows.set(id, bytes.toString('utf8', from, at))
      continue
    }
    const line = bytes.indexOf('\n', colon)
    const end = line < 0 ? bytes.length : line
    const row = parseJson(bytes.toString('utf8', colon + 1, end).replace(/^[A-Z]{1,2}(?=[[{"])/, ''))
    if (typeof row === 'string' || (typeof row === 'object' && row !== null)) rows.set(id, row)
    at = end + 1
  }
  return rootsOf(rows)
}

/** The rows with their references followed, those first to which none refers; texts to which none does are anybody's. */
function rootsOf(rows: ReadonlyMap<string, unknown>): unknown[] {
  const meant = new Set<string>()
  const seen = new Set<unknown>()
  const open: unknown[] = [...rows.values()]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const [key, child] of Object.entries(value)) {
      const id = typeof child === 'string' ? REFERENCE.exec(child)?.[1] : undefined
      const row = id === undefined ? undefined : rows.get(id)
      if (row === undefined || id === undefined) open.push(child)
      else {
        meant.add(id)
        Object.defineProperty(value, key, { value: row })
      }
    }
  }
  const [first, then] = [
    [...rows].filter(([id]) => !meant.has(id)),
    [...rows].filter(([id]) => meant.has(id)),
  ]
  const texts = first.filter(([, row]) => typeof row === 'string')
  const isWhole = ([, row]: [string, unknown]) => typeof row === 'object'
  return [
    ...first.filter(isWhole).map(([, row]) => row),
    // Rings of rows have no first one.
    ...then.filter(isWhole).map(([, row]) => row),
    ...(texts.length > 0 ? [{ body: Object.fromEntries(texts.map(([id, text]) => [`$${id}`, text])) }] : []),
  ]
}

const REFERENCE = /^\$([\da-f]{1,8})$/i
