const SLOTS = 65_536
const RUN = 3

/** Which runs of one, two and three UTF-16 units a text holds, hashed into 64 k bits: tells cheaply that a word is not in it. */
export type WordSieve = Uint8Array

export function sieveOf(text: string): WordSieve {
  const bits = new Uint8Array(SLOTS / 8)
  for (let i = 0; i < text.length; i++) {
    let run = 0
    for (let length = 1; length <= RUN && i + length <= text.length; length++) {
      run = longer(run, text.charCodeAt(i + length - 1))
      const slot = slotOf(run)
      bits[slot >> 3] = (bits[slot >> 3] as number) | (1 << (slot & 7))
    }
  }
  return bits
}

/** False only where the text surely does not hold `word`. */
export function mayHold(bits: WordSieve, word: string): boolean {
  const length = Math.min(RUN, word.length)
  for (let i = 0; i < word.length && i + length <= word.length; i++) {
    let run = 0
    for (let at = i; at < i + length; at++) run = longer(run, word.charCodeAt(at))
    const slot = slotOf(run)
    if (((bits[slot >> 3] as number) & (1 << (slot & 7))) === 0) return false
  }
  return true
}

function longer(run: number, unit: number): number {
  return (Math.imul(run, 0x01000193) + unit + 1) | 0
}

function slotOf(run: number): number {
  return (run ^ (run >>> 15)) & (SLOTS - 1)
}
