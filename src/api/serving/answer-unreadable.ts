import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sendJson } from '../http/send-json.ts'

/** What Node's parser cannot read is answered as everything else is, and ends its connection: where the next request begins is not known. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  endWith(socket, STATUSES[error.code ?? ''] ?? 400)
}

/**
 * What Node reads and would refuse by itself without a body, or without a word: a host that is not named (`requireHostHeader` is off for it), what it is
 * not expected to do, and what proxies are asked for.
 */
export function answerOddHeads(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
      return sendJson(reply.code(400).header('connection', 'close'), { detail: DETAILS[400] })
  })
  app.server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify({ detail: STATUS_CODES[417] })
    const named = {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-request-id': randomUUID(),
      connection: 'close',
    }
    response.writeHead(417, named).end(body)
  })
  app.server.on('connect', (_request: unknown, socket: Socket) => {
    // Nobody else listens to it any more, and one that breaks would end the process.
    socket.on('error', () => socket.destroy())
    endWith(socket, 405, [`allow: ${METHODS.join(', ')}`])
  })
}

function endWith(socket: Socket, status: number, headers: string[] = []) {
  const body = JSON.stringify({ detail: DETAILS[status] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-request-id: ${randomUUID()}`,
    ...headers,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** What anything here may be asked by. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
const DETAILS: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'The request took too long',
  431: 'Request headers too large',
}
