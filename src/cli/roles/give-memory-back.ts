import { Session } from 'node:inspector/promises'
import type { Logger } from 'pino'

const LOOK_MS = 10_000
/** CPU time of all threads, of the time between two looks. */
const REST_SHARE = 0.05
/** CPU time since the last collection, after which another is worth its tenth of a second. */
const WORKED_MS = 2000

/**
 * Collects garbage once whenever the process comes to rest after it has worked. V8 keeps the room that it took for what was short-lived until
 * something makes it look, and nothing does where nothing happens: some 50 MB after the start. Gives what ends it.
 */
export function giveMemoryBack(log: Logger, { lookMs = LOOK_MS, workedMs = WORKED_MS } = {}): () => void {
  let last = { user: 0, system: 0 }
  // The start is worth one however little time it took: where nothing disturbs it, less than that.
  let worked = workedMs
  let wasCalm = false
  const look = async () => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    const used = (user + system) / 1000
    worked += used
    const isCalm = used < REST_SHARE * lookMs
    // Of one look it may be chance.
    const isAtRest = isCalm && wasCalm
    wasCalm = isCalm
    if (!isAtRest || worked < workedMs) return
    await collect().catch((error) => log.warn({ err: error }, 'collecting garbage failed'))
    worked = 0
    last = process.cpuUsage()
  }
  const timer = setInterval(look, lookMs).unref()
  return () => clearInterval(timer)
}

/** As a debugger asks for it; `gc` itself is there only for processes that were started with a flag. */
async function collect() {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
