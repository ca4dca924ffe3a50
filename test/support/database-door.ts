import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface DatabaseDoor {
  /** The same database, through the door. */
  url: string
  open(): Promise<void>
  /** Cuts every connection and refuses new ones, as a server does that has gone away. */
  close(): Promise<void>
}

/** A socket in front of PostgreSQL that can be shut. */
export async function databaseDoor(url: string): Promise<DatabaseDoor> {
  const folder = mkdtempSync(join(tmpdir(), 'door-'))
  const sockets = new Set<Socket>()
  const target = new URL(url)
  const socketFolder = target.searchParams.get('host')
  const port = target.port || '5432'
  const dial = () =>
    socketFolder === null
      ? connect(Number(port), target.hostname)
      : connect(join(socketFolder, `.s.PGSQL.${port}`))

  const server = createServer((near) => {
    const far = dial()
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
    near.pipe(far).pipe(near)
  })

  const through = new URL(url)
  through.searchParams.set('host', folder)
  const door: DatabaseDoor = {
    url: through.href,
    open: () => {
      mkdirSync(folder, { recursive: true })
      return new Promise((resolve) => server.listen(join(folder, `.s.PGSQL.${port}`), resolve))
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await door.open()
  return door
}
