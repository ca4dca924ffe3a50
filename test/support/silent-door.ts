import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface SilentDoor {
  /** The same database, through the door. */
  url: string
  /** How many connections pass through it. */
  passing(): number
  /**
   * From now on nothing comes through on the connections that there are, in either direction, and nobody is told; new ones
   * pass. So do a failover, a balancer that forgets, and an address that moves.
   */
  silence(): void
  /** As `silence`, and new connections are taken and not answered either. */
  swallow(): void
  /** New connections pass again. */
  mend(): void
  close(): Promise<void>
}

/** A TCP door in front of PostgreSQL. */
export async function silentDoor(databaseUrl: string): Promise<SilentDoor> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = target.port || '5432'
  const dial = () =>
    folder === null ? connect(Number(port), target.hostname) : connect(join(folder, `.s.PGSQL.${port}`))
  const pairs = new Set<{ near: Socket; far: Socket; silent: boolean }>()

  let swallows = false
  const server = createServer((near) => {
    const pair = { near, far: dial(), silent: swallows }
    pairs.add(pair)
    for (const [from, to] of [
      [near, pair.far],
      [pair.far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (!pair.silent) to.write(chunk)
      })
      from.on('error', () => {})
      // A silent peer does not hear that the other end has hung up, either.
      from.on('close', () => {
        if (!pair.silent) to.destroy()
        if (near.destroyed && pair.far.destroyed) pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()

  const silence = () => {
    for (const pair of pairs) pair.silent = true
  }
  const through = new URL(databaseUrl)
  through.searchParams.delete('host')
  through.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url: through.href,
    passing: () => [...pairs].filter(({ near, silent }) => !silent && !near.destroyed).length,
    silence,
    swallow() {
      swallows = true
      silence()
    },
    mend() {
      swallows = false
    },
    async close() {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
