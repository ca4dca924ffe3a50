/** Draws that are the same for the same seed, on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number, 0 ≤ x < below. */
  below(below: number): number
  chance(share: number): boolean
  /** @throws RangeError when there is nothing to pick from. */
  pick<T>(from: readonly T[]): T
  /** `count` different ones, fewer where there are fewer. */
  some<T>(from: readonly T[], count: number): T[]
}

/** Mulberry32: small, and good enough for dice. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const random: Random = {
    next,
    below,
    chance: (share) => next() < share,
    pick(from) {
      const picked = from[below(from.length)]
      if (picked === undefined) throw new RangeError('Nothing to pick from')
      return picked
    },
    some(from, count) {
      const left = [...from]
      return Array.from({ length: Math.min(count, from.length) }, () =>
        left.splice(below(left.length), 1),
      ).flat()
    },
  }
  return random
}
