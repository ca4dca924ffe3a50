import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http'

export interface Balancer {
  url: string
  /** What could not be answered, and why. */
  failures: string[]
  add(backend: string): void
  remove(backend: string): void
  isReady(backend: string): boolean
  close(): Promise<void>
}

const PROBE_MS = 100

/** A plain one: each request goes to the next server that says it is ready, over connections that are kept. It tries nothing twice. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const backends = new Map<string, { isReady: boolean }>()
  const failures: string[] = []
  let turn = 0

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const ready = [...backends].filter(([, { isReady }]) => isReady).map(([url]) => url)
    const backend = ready[turn++ % ready.length]
    const fail = (reason: string) => {
      failures.push(`${incoming.method} ${incoming.url}: ${reason}`)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    }
    if (backend === undefined) return fail('no server is ready')
    const { connection: _hop, ...headers } = incoming.headers
    const sent = request(
      new URL(incoming.url ?? '', backend),
      { agent, method: incoming.method, headers },
      (answer) => {
        const { connection: _end, ...passed } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, passed)
        answer.on('error', (error) => fail(error.message))
        answer.pipe(outgoing)
      },
    )
    sent.on('error', (error) => fail(error.message))
    incoming.pipe(sent)
  }

  const probe = () => {
    for (const [url, backend] of backends) {
      get(`${url}/readyz`, { agent: false }, (answer) => {
        backend.isReady = answer.statusCode === 200
        answer.resume()
      }).on('error', () => {
        backend.isReady = false
      })
    }
  }

  const server = createServer(forward)
  const timer = setInterval(probe, PROBE_MS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    failures,
    add(backend) {
      backends.set(backend, { isReady: false })
      probe()
    },
    remove: (backend) => void backends.delete(backend),
    isReady: (backend) => backends.get(backend)?.isReady === true,
    async close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
