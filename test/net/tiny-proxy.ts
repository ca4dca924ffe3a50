import { createServer, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Loopback } from './loopback.ts'

/** A real forward proxy whose DNS is `ports`: every name leads to a port on loopback. */
export async function startProxy(
  ports: Record<string, number>,
): Promise<Loopback & { headers: Record<string, string | string[] | undefined>[] }> {
  const arrivals: string[] = []
  const headers: Record<string, string | string[] | undefined>[] = []
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    arrivals.push(`${incoming.method} ${incoming.url}`)
    headers.push(incoming.headers)
    const url = new URL(incoming.url ?? '')
    const port = ports[url.host]
    if (port === undefined) return outgoing.writeHead(502).end()
    const path = url.pathname + url.search
    const onward = request(
      { host: '127.0.0.1', port, path, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, client: Socket) => {
    arrivals.push(`CONNECT ${incoming.url}`)
    headers.push(incoming.headers)
    const port = ports[incoming.url ?? '']
    if (port === undefined) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    client.on('error', () => target.destroy())
    target.on('error', () => client.destroy())
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    arrivals,
    headers,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
