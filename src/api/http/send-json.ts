import type { FastifyReply } from 'fastify'

/** Sends an answer as JSON; a text is JSON already. */
export function sendJson(reply: FastifyReply, answer: unknown) {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  // As bytes: to a text Fastify would add a charset, which JSON (RFC 8259) does not know.
  return reply.header('content-type', 'application/json').send(Buffer.from(text))
}
