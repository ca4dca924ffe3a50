import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 1000
const MINUTE_MS = 60_000
const MOST_DEATHS = 3
const OFTEN = 'it ended three times within a minute'
/** What a killed server leaves behind may hold its memory for a while, and a new one refuses to start beside that. */
const PATIENCE_MS = 30_000

export interface GuardedServer {
  /** Null when it is dead. */
  livingPid(): number | null
  /** The last one that went without tidying up, as one does that is killed; one that refuses to start tidies up. */
  killedPid(): number | null
  /** Starts it again, unless somebody else has. Rejects when it does not come up. */
  revive(): Promise<void>
}

/**
 * Looks after a server every second: one that has died is started again. One that dies for the third time within a minute, or
 * does not come up again within 30 s, is given up, with a sentence.
 */
export function guardServer(server: GuardedServer, giveUp: (sentence: string) => void) {
  let known = server.livingPid()
  let deaths: number[] = []
  let looking: Promise<void> | null = null
  let stopped = false

  /** Whether that was one too many. */
  const countDeath = (): boolean => {
    const now = performance.now()
    deaths = [...deaths.filter((at) => now - at < MINUTE_MS), now]
    return deaths.length >= MOST_DEATHS
  }

  const look = async () => {
    const pid = server.livingPid()
    if (pid !== null && pid === known) return
    known = server.killedPid() ?? known
    const reason = countDeath() ? OFTEN : await reviveWithin(PATIENCE_MS)
    if (reason !== null) return end(reason)
    known = server.livingPid()
  }

  /** Null: it lives; else why not. One that is killed as soon as it is there has died once more. */
  const reviveWithin = async (ms: number): Promise<string | null> => {
    for (const began = performance.now(); ; await sleep(LOOK_MS)) {
      try {
        if (!stopped) await server.revive()
        return null
      } catch (error) {
        const killed = server.killedPid()
        if (killed !== null && killed !== known) {
          known = killed
          if (countDeath()) return OFTEN
        }
        if (performance.now() - began > ms) return error instanceof Error ? error.message : String(error)
      }
    }
  }

  const end = (reason: string) => {
    clearInterval(timer)
    if (!stopped) giveUp(`The embedded PostgreSQL is given up: ${reason}.`)
  }

  const timer = setInterval(() => {
    looking ??= look()
      // A look that fails (no more files may be open) says nothing of the server: the next one will.
      .catch(() => {})
      .finally(() => {
        looking = null
      })
  }, LOOK_MS).unref()

  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
    },
  }
}
