import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface RecoveringDoor {
  /** The same database, through the door. */
  url: string
  /** How many connections were refused. */
  asked(): number
  /** From now on connections pass. */
  recover(): void
  close(): Promise<void>
}

/** A TCP door in front of PostgreSQL that answers as the server does while it starts or recovers. */
export async function recoveringDoor(databaseUrl: string): Promise<RecoveringDoor> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = target.port || '5432'
  const sockets = new Set<Socket>()
  let recovered = false
  let asked = 0
  const server = createServer((near) => {
    keep(near)
    if (!recovered) {
      asked++
      near.once('data', () => near.end(cannotConnectNow()))
      return
    }
    const far =
      folder === null ? connect(Number(port), target.hostname) : connect(join(folder, `.s.PGSQL.${port}`))
    keep(far)
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const through = new URL(databaseUrl)
  through.searchParams.delete('host')
  through.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url: through.href,
    asked: () => asked,
    recover() {
      recovered = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function keep(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
}

/** An ErrorResponse of PostgreSQL's protocol: length, fields by letter, an end. */
function cannotConnectNow(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up']
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`)
  const head = Buffer.from('E0000')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
