import type { ValidationEntry } from '../../../sdk/contract.ts'

/** Characters of JSON that one entry repeats of what was sent, and all entries of an answer together. */
const MOST_OF_ONE = 1024
const MOST_OF_ALL = 32 * 1024

/** Leaves out each `input` whose JSON is long, and all of them once they are many: nobody needs megabytes read back. */
export function withShortInputs(entries: readonly ValidationEntry[]): ValidationEntry[] {
  let left = MOST_OF_ALL
  return entries.map((entry) => {
    const { input, ...rest } = entry
    if (input === undefined) return rest
    const length = lengthWithin(input, MOST_OF_ONE)
    left -= length
    return length <= MOST_OF_ONE && left >= 0 ? entry : rest
  })
}

/** Whether an entry may repeat this value. */
export function isShort(value: unknown): boolean {
  return lengthWithin(value, MOST_OF_ONE) <= MOST_OF_ONE
}

/** The length of the value's JSON, or some number above `most`: no more than that is looked at. */
function lengthWithin(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length > most ? value.length : JSON.stringify(value).length
  // Of what was read, only a number that is kept as it was written is frozen.
  if (typeof value !== 'object' || value === null || Object.isFrozen(value))
    return JSON.stringify(value).length
  let length = 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && length <= most; index++)
      length += lengthWithin(value[index], most - length) + 1
  } else {
    for (const name in value) {
      if (length > most) break
      length += lengthWithin(name, most) + lengthWithin(Reflect.get(value, name), most - length) + 2
    }
  }
  return Math.max(2, length)
}
