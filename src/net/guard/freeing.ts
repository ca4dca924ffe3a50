/**
 * Connections that are about to be free. undici takes one again a turn of the loop after its answer has ended, to see first whether the server closes
 * it; whoever asks the same site in between, as for a page once its robots.txt is read, would open another one, with a handshake of its own.
 */
export interface Freeing {
  /** Resolves once those of the origin are free whose answers have ended; undefined where there are none. */
  over(origin: string): Promise<void> | undefined
  /** To be called in the very turn in which an answer has ended. */
  ended(origin: string): void
}

export function createFreeing(): Freeing {
  const turns = new Map<string, Promise<void>>()
  return {
    over: (origin) => turns.get(origin),
    ended(origin) {
      const turn = new Promise<void>((resolve) => {
        // Behind what undici puts off itself, once it has told of the end.
        queueMicrotask(() => setImmediate(resolve))
      }).then(() => {
        if (turns.get(origin) === turn) turns.delete(origin)
      })
      turns.set(origin, turn)
    },
  }
}
