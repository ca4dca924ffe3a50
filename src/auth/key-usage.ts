import type { Db } from '../db/database.ts'
import { touchKeys } from '../db/people/credentials.ts'

/** Collects uses of keys and writes them once a second, so that a busy key costs no row update per request. */
export interface KeyUsage {
  record(keyId: string): void
  /** Writes what is waiting; called before anything that shows `last_used_at`. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 1000

export function createKeyUsage(db: Db): KeyUsage {
  let waiting = new Map<string, number>()
  let writing = Promise.resolve()

  const flush = () => {
    if (waiting.size > 0) {
      const uses = [...waiting].map(([keyId, at]) => ({ keyId, at }))
      waiting = new Map()
      // How long ago is counted when it is written, which waits for the one before. A failed write is tried again with the next one.
      writing = writing
        .then(() =>
          touchKeys(
            db,
            uses.map(({ keyId, at }) => ({ keyId, ago: performance.now() - at })),
          ),
        )
        .catch(() => {
          for (const use of uses) waiting.set(use.keyId, Math.max(use.at, waiting.get(use.keyId) ?? 0))
        })
    }
    return writing
  }
  const timer = setInterval(flush, FLUSH_MS)
  timer.unref()
  return {
    record: (keyId) => waiting.set(keyId, performance.now()),
    flush,
    stop: () => {
      clearInterval(timer)
      return flush()
    },
  }
}
