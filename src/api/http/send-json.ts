import type { FastifyReply } from 'fastify'

/** Sends an answer as JSON; a text is JSON already. */
export function sendJson(reply: FastifyReply, answer: unknown) {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  // To a text without a serializer Fastify would add a charset, which JSON (RFC 8259) does not know; bytes would be written apart from their headers.
  return reply.header('content-type', 'application/json').serializer(asItIs).send(text)
}

function asItIs(text: string): string {
  return text
}
