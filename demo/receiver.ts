import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { sign, signingKey } from '../src/webhooks/sign.ts'

export interface Receiver {
  url: string
  /** `127.0.0.1:port`, for the list of private hosts that may be called back. */
  host: string
  /** Scans whose webhook came with a good signature. */
  received: Set<string>
  /** Webhooks that were turned away. */
  refused: number
  close(): Promise<void>
}

/** Takes webhooks as an integrator's server does: signature first, then the payload. `secret` is asked at each delivery. */
export async function startReceiver(secret: () => string): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const isGenuine = verify(request, body, secret())
    if (isGenuine) receiver.received.add(scanIdIn(body))
    else receiver.refused++
    response.writeHead(isGenuine ? 204 : 401).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const receiver: Receiver = {
    url: `http://${host}/webhook`,
    host,
    received: new Set(),
    refused: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

const TOLERANCE_SECONDS = 300

/** Standard Webhooks: the signature over id, time and the raw body, and a time that is not long ago. */
function verify(request: IncomingMessage, body: string, secret: string): boolean {
  const id = String(request.headers['webhook-id'] ?? '')
  const seconds = Number(request.headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - seconds) < TOLERANCE_SECONDS)) return false
  const expected = sign({ id, body, keys: [signingKey(secret)], at: new Date(seconds * 1000) })[
    'webhook-signature'
  ]
  return String(request.headers['webhook-signature'] ?? '')
    .split(' ')
    .some(
      (given) =>
        given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected)),
    )
}

/** The sender was verified, so the body is ours. */
function scanIdIn(body: string): string {
  const payload: { scan_id?: string } = JSON.parse(body)
  return payload.scan_id ?? ''
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
