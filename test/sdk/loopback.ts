import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Loopback {
  baseUrl: string
  /** Requests that arrived, `GET /path?query`. */
  seen: string[]
  /** What they carried. */
  bodies: string[]
  close(): Promise<void>
}

/** A server that answers what a test says; `before` counts the requests that came earlier. */
export async function startLoopback(
  answer: (request: IncomingMessage, response: ServerResponse, before: number) => void,
  port = 0,
): Promise<Loopback> {
  const seen: string[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    // The body first: a connection that is cut is cut after the request was received whole.
    bodies.push(Buffer.concat(await request.toArray()).toString())
    seen.push(`${request.method} ${request.url}`)
    answer(request, response, seen.length - 1)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const listening = typeof address === 'object' && address ? address.port : 0
  return {
    baseUrl: `http://127.0.0.1:${listening}`,
    seen,
    bodies,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
