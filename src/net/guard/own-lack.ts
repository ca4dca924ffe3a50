import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { buildConnector } from 'undici'
import { noWayOut } from './no-way-out.ts'

/** What the system says when this process, or the machine, has nothing left to open a connection with. Whoever was to be reached has no part in it. */
const LACKS: Record<string, string> = {
  EMFILE: 'this process may have no more files and connections open',
  ENFILE: 'this machine may have no more files open',
  ENOBUFS: 'this machine has no memory left for connections',
  ENOMEM: 'this machine has no memory left',
  EADDRNOTAVAIL: 'this machine has no port left to connect from',
}

/** What an operator does about it. */
const REMEDIES: Record<string, string> = {
  EMFILE: 'Raise its limit (ulimit -Hn, LimitNOFILE=, --ulimit nofile=), or lower TOSCAN_SCAN_CONCURRENCY.',
  ENFILE: 'Raise fs.file-max.',
  EADDRNOTAVAIL: 'Widen net.ipv4.ip_local_port_range.',
}

/** For so long it is told after it was met: what is short comes and goes with every connection. */
const TOLD_MS = 5000
/** Others give back what they hold within this time, as a rule. Together less than a page may take. */
const WAITS_MS = [50, 100, 200, 400, 800, 1600, 1600]

/** The limits are those of the process, and so is what is known of them. */
let met: { code: string; at: number } | null = null

/** "EMFILE: this process may have no more files and connections open"; null for what is not ours. */
export function ownLack(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words = LACKS[code]
  if (words === undefined || noWayOut(error) !== null) return null
  met = { code, at: performance.now() }
  return `${code}: ${words}`
}

/** The same where whoever met it was not told: a name that is looked up ends as if its server had refused. */
export function lackOfFiles(): string | null {
  try {
    closeSync(openSync('/dev/null', 'r'))
    return null
  } catch (error) {
    return ownLack(error)
  }
}

/** What this process or its machine lacks now or lacked a moment ago, and what to do, in sentences; null: nothing. */
export function whyLacking(): string | null {
  lackOfFiles()
  if (met === null || performance.now() - met.at > TOLD_MS) return null
  const { code } = met
  const remedy = REMEDIES[code]
  return `Pages and receivers cannot be reached: ${LACKS[code]} (${code}).${remedy ? ` ${remedy}` : ''}`
}

/** The same connector, which tries again while it is our own lack that keeps it from connecting. */
export function untilThereIsRoom(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) => {
    const attempt = (waits: readonly number[]) =>
      connect(target, (...ended) => {
        const [error] = ended
        const [waitMs, ...further] = waits
        if (error === null || waitMs === undefined || !isOwnLack(error)) return callback(...ended)
        pause(waitMs, undefined, { ref: false }).then(() => attempt(further))
      })
    attempt(WAITS_MS)
  }
}

/** Told by the system, or by us, who know it already. */
function isOwnLack(error: unknown): boolean {
  if (ownLack(error) !== null) return true
  return error instanceof Error && 'facts' in error && isTold(error.facts)
}

function isTold(facts: unknown): boolean {
  return (
    typeof facts === 'object' && facts !== null && 'reason' in facts && facts.reason === 'out_of_resources'
  )
}
