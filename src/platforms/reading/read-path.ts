type Step = string | number

/** The value at the end of a path through parsed JSON, or `undefined` as soon as a step is missing. Never throws. */
export function at(value: unknown, ...path: Step[]): unknown {
  let here = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = (here as Record<Step, unknown>)[step]
  }
  return here
}

export function textAt(value: unknown, ...path: Step[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined
}

/** Numbers, and numbers written as digits (`"783427"`). */
export function numberAt(value: unknown, ...path: Step[]): number | undefined {
  const found = at(value, ...path)
  if (typeof found === 'number') return Number.isFinite(found) ? found : undefined
  return typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : undefined
}

export function flagAt(value: unknown, ...path: Step[]): boolean | undefined {
  const found = at(value, ...path)
  return typeof found === 'boolean' ? found : undefined
}

export function listAt(value: unknown, ...path: Step[]): unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** ISO time from seconds, milliseconds or a date text. */
export function timeAt(value: unknown, ...path: Step[]): string | undefined {
  const found = at(value, ...path)
  if (typeof found !== 'string' && typeof found !== 'number') return undefined
  const time = new Date(typeof found === 'number' && found < 1e11 ? found * 1000 : found)
  return Number.isNaN(time.getTime()) || time.getTime() <= 0 ? undefined : time.toISOString()
}

const MOST_NODES = 60_000

/** The nearest object, breadth first, that passes the test: state blobs move their contents about, the contents stay. */
export function findRecord(root: unknown, test: (record: object) => boolean): object | undefined {
  return findRecords(root, test, 1)[0]
}

export function findRecords(root: unknown, test: (record: object) => boolean, most = 10_000): object[] {
  const queue: unknown[] = [root]
  const found: object[] = []
  for (let next = 0; next < queue.length && next < MOST_NODES && found.length < most; next++) {
    const value = queue[next]
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && test(value)) found.push(value)
    for (const child of Object.values(value))
      if (typeof child === 'object' && child !== null) queue.push(child)
  }
  return found
}

/** A test for `findRecord`: the object has all of these keys. */
export function hasKeys(...keys: string[]): (record: object) => boolean {
  return (record) => keys.every((key) => Object.hasOwn(record, key))
}
