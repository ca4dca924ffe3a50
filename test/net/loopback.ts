import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net'

export interface Loopback {
  port: number
  origin: string
  /** Requests or, for raw servers, connections that arrived. */
  arrivals: string[]
  /** That are open now. */
  connections(): number
  close(): Promise<void>
}

/** An HTTP server on 127.0.0.1. */
export async function serveHttp(listener: RequestListener): Promise<Loopback> {
  const arrivals: string[] = []
  const server = createServer((request, response) => {
    arrivals.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  return listening(server, 'http', arrivals)
}

/** An HTTPS server on 127.0.0.1. */
export async function serveHttps(
  tls: { key: string; cert: string },
  listener: RequestListener,
): Promise<Loopback> {
  const arrivals: string[] = []
  const server = createSecureServer(tls, (request, response) => {
    arrivals.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  server.on('tlsClientError', () => {})
  return listening(server, 'https', arrivals)
}

/** A TCP server on 127.0.0.1 that says whatever it likes. */
export async function serveRaw(speak: (socket: Socket) => void): Promise<Loopback> {
  const arrivals: string[] = []
  const server = createRawServer((socket) => {
    arrivals.push('connection')
    socket.on('error', () => {})
    speak(socket)
  })
  return listening(server, 'http', arrivals)
}

/** Every `address:port` that this process tries to connect to while `work` runs. */
export async function connectionsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const attempts: string[] = []
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (ip: string, port: number) => attempts.push(`${ip}:${port}`))
  }
  subscribe('net.client.socket', watch)
  try {
    await work()
  } finally {
    unsubscribe('net.client.socket', watch)
  }
  return attempts
}

async function listening(server: Server | RawServer, scheme: string, arrivals: string[]): Promise<Loopback> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    origin: `${scheme}://127.0.0.1:${port}`,
    arrivals,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
