/**
 * Arrays as PostgreSQL receives them in binary: a tenth of what it costs both sides to write and read ten thousand texts with their quotes, or long ones
 * that are full of quotes, as JSON is.
 */

const TEXT = 25
const FLOAT8 = 701
const UUID = 2950
const UUID_BYTES = 16
/** The length of what is null. */
const NULL = -1
/** Dimensions, whether there are nulls, what it is of, its length, and the place of the first. */
const HEAD_BYTES = 20

/** A `text[]`, for a parameter that is cast to it. */
export function textArray(texts: readonly (string | null)[]): Buffer {
  let most = HEAD_BYTES
  for (const text of texts) most += 4 + mostBytes(text)
  const array = Buffer.allocUnsafe(most)
  let at = HEAD_BYTES
  let hasNull = false
  for (const text of texts) {
    const end = text === null ? at + 4 : writeText(array, text, at + 4)
    array.writeInt32BE(text === null ? NULL : end - at - 4, at)
    hasNull ||= text === null
    at = end
  }
  return headed(array, TEXT, texts.length, hasNull).subarray(0, at)
}

/** A `float8[]`, likewise; what is whole may be cast on. */
export function numberArray(numbers: readonly (number | null)[]): Buffer {
  const array = Buffer.allocUnsafe(HEAD_BYTES + numbers.length * (4 + 8))
  let at = HEAD_BYTES
  let hasNull = false
  for (const number of numbers) {
    at = array.writeInt32BE(number === null ? NULL : 8, at)
    if (number === null) hasNull = true
    else at = array.writeDoubleBE(number, at)
  }
  return headed(array, FLOAT8, numbers.length, hasNull).subarray(0, at)
}

/** A `uuid[]`, likewise. @param ids their bytes, one after the other */
export function uuidArray(ids: Buffer): Buffer {
  const length = ids.length / UUID_BYTES
  const array = headed(Buffer.allocUnsafe(HEAD_BYTES + length * (4 + UUID_BYTES)), UUID, length, false)
  let at = HEAD_BYTES
  for (let from = 0; from < ids.length; from += UUID_BYTES) {
    array.writeInt32BE(UUID_BYTES, at)
    at += 4
    // One by one: to copy sixteen takes longer to begin than to do.
    for (let byte = from; byte < from + UUID_BYTES; byte++) array[at++] = ids[byte] ?? 0
  }
  return array
}

/** Texts up to this are written letter by letter: to have one measured and written takes longer to begin than to do. */
const SHORT = 48
/** The most bytes that UTF-8 needs for a unit of a JavaScript text. */
const BYTES_A_UNIT = 3

/** Long ones are measured: three times their room would be much. */
function mostBytes(text: string | null): number {
  if (text === null) return 0
  return text.length <= SHORT ? text.length * BYTES_A_UNIT : Buffer.byteLength(text)
}

/** @returns where it ends */
function writeText(array: Buffer, text: string, from: number): number {
  if (text.length > SHORT) return from + array.write(text, from)
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter > 0x7f) return from + array.write(text, from)
    array[from + at] = letter
  }
  return from + text.length
}

function headed(array: Buffer, type: number, length: number, hasNull: boolean): Buffer {
  array.writeInt32BE(1, 0)
  array.writeInt32BE(hasNull ? 1 : 0, 4)
  array.writeInt32BE(type, 8)
  array.writeInt32BE(length, 12)
  array.writeInt32BE(1, 16)
  return array
}
