import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * `refused`: no connection is there, and none is taken. `reset`: those that there are break, again and again; new ones pass. `hole`:
 * nothing comes through, on old and new ones, and nobody is told. `half-dead`: so on the old ones; new ones pass. `slow`: everything
 * takes 200 ms in each direction.
 */
export const NETWORK_FAULTS = ['refused', 'reset', 'hole', 'half-dead', 'slow'] as const
export type NetworkFault = (typeof NETWORK_FAULTS)[number]

export interface FaultDoor {
  /** The same database, through the door. */
  url: string
  begin(fault: NetworkFault): Promise<void>
  end(): Promise<void>
  /** How often something was sent to the database since `cutAt`. */
  sent(): number
  /**
   * The connection breaks on which something is sent for the n-th time from now on: before the server has it, or when it has
   * answered and nobody has heard it. Null: none does.
   */
  cutAt(n: number | null, when?: 'before' | 'after'): void
  close(): Promise<void>
}

interface Pair {
  near: Socket
  far: Socket
  silent: boolean
  /** What the server answers next is not passed on. */
  deaf: boolean
}

const SLOW_MS = 200
const RESET_EVERY_MS = 300

/** A TCP door in front of PostgreSQL through which connections die in every way that they do. */
export async function faultDoor(databaseUrl: string): Promise<FaultDoor> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = target.port || '5432'
  const pairs = new Set<Pair>()
  let fault: NetworkFault | null = null
  let sent = 0
  let cut: { n: number; when: 'before' | 'after' } | null = null
  let resetting: NodeJS.Timeout | undefined

  const server = createServer((near) => {
    const far =
      folder === null ? connect(Number(port), target.hostname) : connect(join(folder, `.s.PGSQL.${port}`))
    const pair = { near, far, silent: fault === 'hole', deaf: false }
    pairs.add(pair)
    near.on('data', (chunk) => pass(pair, far, chunk, true))
    far.on('data', (chunk) => (pair.deaf ? breakOff(pair) : pass(pair, near, chunk, false)))
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => {})
      // A silent peer does not hear that the other end has hung up, either.
      socket.on('close', () => {
        if (!pair.silent) other.destroy()
        if (near.destroyed && far.destroyed) pairs.delete(pair)
      })
    }
  })
  const listenOn = (wanted: number) =>
    new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  await listenOn(0)
  const address = server.address()
  const ownPort = typeof address === 'object' && address ? address.port : 0

  const through = new URL(databaseUrl)
  through.searchParams.delete('host')
  through.host = `127.0.0.1:${ownPort}`

  const shut = () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
    return closed
  }
  return {
    url: through.href,
    async begin(next) {
      fault = next
      if (next === 'refused') await shut()
      if (next === 'hole' || next === 'half-dead') for (const pair of pairs) pair.silent = true
      if (next === 'reset') {
        resetting = setInterval(() => pairs.forEach(breakOff), RESET_EVERY_MS)
        pairs.forEach(breakOff)
      }
    },
    async end() {
      clearInterval(resetting)
      if (fault === 'refused') await listenOn(ownPort)
      fault = null
    },
    sent: () => sent,
    cutAt(n, when = 'before') {
      sent = 0
      cut = n === null ? null : { n, when }
    },
    async close() {
      clearInterval(resetting)
      if (server.listening) await shut()
    },
  }

  function pass(pair: Pair, to: Socket, chunk: Buffer, isSent: boolean) {
    if (pair.silent) return
    if (isSent) sent++
    if (isSent && cut?.n === sent) {
      if (cut.when === 'before') return breakOff(pair)
      pair.deaf = true
    }
    if (fault === 'slow') setTimeout(() => to.write(chunk), SLOW_MS)
    else to.write(chunk)
  }
}

function breakOff({ near, far }: Pair) {
  near.resetAndDestroy()
  far.destroy()
}
