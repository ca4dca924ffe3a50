const SLOTS = 65_536
const RUN = 3

/** Which runs of three UTF-16 units a text holds, hashed into 64 k bits: tells cheaply that a word is not in it. */
export type WordSieve = Uint8Array

export function sieveOf(text: string): WordSieve {
  const bits = new Uint8Array(SLOTS / 8)
  for (let i = 0; i + RUN <= text.length; i++) {
    const slot = slotAt(text, i)
    bits[slot >> 3] = (bits[slot >> 3] as number) | (1 << (slot & 7))
  }
  return bits
}

/** False only where the text surely does not hold `word`. */
export function mayHold(bits: WordSieve, word: string): boolean {
  for (let i = 0; i + RUN <= word.length; i++) {
    const slot = slotAt(word, i)
    if (((bits[slot >> 3] as number) & (1 << (slot & 7))) === 0) return false
  }
  return true
}

function slotAt(text: string, at: number): number {
  const run = (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)
  return (run ^ (run >>> 16)) & (SLOTS - 1)
}
