import { scripted } from './markup.ts'

/** A value as code: keys stand bare where they may. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`
  if (typeof value !== 'object' || value === null) return scripted(value)
  const entries = Object.entries(value).map(
    ([key, each]) => `${/^[a-z]\w*$/i.test(key) ? key : scripted(key)}:${literal(each)}`,
  )
  return `{${entries.join(',')}}`
}

/**
 * A value as one list in which numbers are places of it: devalue's form. With `namedKeys` the keys have places too, `{"_1":2}`, as streams of
 * React Router have them.
 */
export function flattened(root: unknown, namedKeys = false): unknown[] {
  const list: unknown[] = []
  const placeOf = (value: unknown): number => {
    const place = list.push(null) - 1
    list[place] = shapeOf(value)
    return place
  }
  const shapeOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(placeOf)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [namedKeys ? `_${placeOf(key)}` : key, placeOf(each)]),
    )
  }
  placeOf(root)
  return list
}
