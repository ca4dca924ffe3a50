/** So many at once, and so many who wait for their turn, in their order. */
export interface Gate {
  /** @throws whatever `refuse` makes when too many wait already */
  pass<T>(work: () => Promise<T>): Promise<T>
}

export function createGate({
  atOnce,
  waiting: mostWaiting,
  refuse,
}: {
  atOnce: number
  waiting: number
  refuse: () => Error
}): Gate {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    async pass(work) {
      if (inside < atOnce) inside++
      else if (waiting.length >= mostWaiting) throw refuse()
      // Whoever leaves hands their place on.
      else await new Promise<void>((enter) => waiting.push(enter))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else inside--
      }
    },
  }
}
