import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import { extname, join } from 'node:path'
import { OUTPUT } from '../../dashboard/vite-config.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The built dashboard and the interface on one origin, under the strictest policy that it must work with. */
export async function serveBuilt(): Promise<{
  baseUrl: string
  /** Where the interface is. */
  useApi(baseUrl: string): void
  close(): Promise<void>
}> {
  let api = ''
  const server = createServer(async (incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://any').pathname
    if (path.startsWith('/api/')) {
      const { hostname, port } = new URL(api)
      const options = {
        hostname,
        port,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      }
      const onwards = forward(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      onwards.on('error', () => outgoing.destroy())
      incoming.pipe(onwards)
      return
    }
    const file = join(OUTPUT, path)
    const found = extname(path) !== '' && file.startsWith(OUTPUT) && existsSync(file)
    if (extname(path) !== '' && !found) return outgoing.writeHead(404).end()
    const served = found ? file : join(OUTPUT, 'index.html')
    outgoing.writeHead(200, {
      'content-type': TYPES[extname(served)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
    })
    outgoing.end(await readFile(served))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    useApi: (baseUrl) => {
      api = baseUrl
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
