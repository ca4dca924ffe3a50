/** Where a hash begins. */
export const BASIS = 0x811c9dc5

/** FNV-1a over UTF-16 units, going on from what stands before them. */
export function hashOn(before: number, key: string): number {
  let value = before
  for (let i = 0; i < key.length; i++) value = hashUnit(value, key.charCodeAt(i))
  return value
}

export function hashUnits(before: number, text: string, from: number, to: number): number {
  let value = before
  for (let i = from; i < to; i++) value = hashUnit(value, text.charCodeAt(i))
  return value
}

export function hashUnit(before: number, unit: number): number {
  return Math.imul(before ^ unit, 0x01000193)
}

/** Once more at the end, because the low bits of FNV alone are uneven. */
export function mixed(hashed: number): number {
  let value = hashed ^ (hashed >>> 15)
  value = Math.imul(value, 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}
