/** Of 256 bits: pictures saved anew differ in some 20, different ones in some 100. */
const MAX_DISTANCE = 32

/** Whether two picture hashes are of what a person would call the same picture. */
export function isSamePicture(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let distance = 0
  for (let at = 0; at < a.length; at++) {
    const bits = Number.parseInt(a[at] ?? '0', 16) ^ Number.parseInt(b[at] ?? '0', 16)
    distance += BITS[bits] ?? 4
  }
  return distance <= MAX_DISTANCE
}

/** Ones in each value of four bits. */
const BITS = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]
