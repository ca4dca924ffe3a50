import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `<prefix>_` and 27 characters of base 62 (160 random bits), the shape of a KSUID body. */
export function newId(prefix: string): string {
  // 27 digits of base 62 hold 160 bits; the remainder of a 256-bit number is uniform enough for an identifier.
  let value = BigInt(`0x${randomBytes(32).toString('hex')}`)
  let text = ''
  for (let digit = 0; digit < 27; digit++) {
    text += ALPHABET[Number(value % 62n)]
    value /= 62n
  }
  return `${prefix}_${text}`
}
