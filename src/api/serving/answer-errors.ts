import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unauthorized } from '../../auth/authenticate.ts'
import { TooManyPasswords } from '../../auth/hash-password.ts'
import { metOutage } from '../../db/connect/outage.ts'
import { Conflict, NotFound } from '../../errors.ts'
import { TooManyValues, UnreadableBody } from '../http/read-body.ts'
import { Refusal } from '../http/refusal.ts'
import { sendJson } from '../http/send-json.ts'
import type { ServerContext } from '../http/server-context.ts'
import { ValidationFailed } from '../http/validate.ts'
import { factsOf } from './request-facts.ts'

/** Every error has one status and one shape; what nobody expected is logged, and says nothing of itself. */
export function answerErrors(app: FastifyInstance, ctx: ServerContext) {
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof Unauthorized) {
      return sendJson(reply.code(401).header('www-authenticate', 'Bearer'), { detail: error.message })
    }
    if (error instanceof NotFound) return sendJson(reply.code(404), { detail: error.message })
    if (error instanceof Conflict) return sendJson(reply.code(409), { detail: error.message })
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
      return sendJson(reply.code(error.status), { detail: error.detail })
    }
    if (error instanceof ValidationFailed) return sendJson(reply.code(422), { detail: error.entries })
    if (error instanceof UnreadableBody) return sendJson(reply.code(400), { detail: error.message })
    if (error instanceof TooManyPasswords)
      return sendJson(reply.code(503).header('retry-after', error.retryAfter), { detail: error.message })
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status === 413 || error instanceof TooManyValues) {
      dropTheRest(request, reply)
      return sendJson(reply.code(413), { detail: 'Request body too large' })
    }
    const unreadable = encodingFault(error)
    if (unreadable !== null) return sendJson(reply.code(status), { detail: unreadable })
    if (status >= 400 && status < 500) return sendJson(reply.code(status), { detail: 'Bad Request' })
    if (await metOutage(ctx.db, error)) {
      ctx.log.warn(
        { err: error, route: request.routeOptions.url, ...factsOf(request) },
        'database unavailable',
      )
      return sendJson(reply.code(503).header('retry-after', '2'), {
        detail: 'Service temporarily unavailable',
      })
    }
    ctx.log.error({ err: error, route: request.routeOptions.url, ...factsOf(request) }, 'request failed')
    return sendJson(reply.code(500), { detail: 'Internal Server Error' })
  })
}

/** What is wrong with the compression of a body, which the library says in `code`; null when nothing is. */
function encodingFault(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING')
    return 'Unsupported Content-Encoding: send the body as it is, or as one of gzip, deflate, br and zstd'
  return code === 'FST_CP_ERR_INVALID_CONTENT' ? 'The body is not what its Content-Encoding says' : null
}

const DROP_MS = 5000

/** A connection that is closed on whoever still sends is reset, mostly before they have read why. */
function dropTheRest({ raw }: FastifyRequest, reply: FastifyReply) {
  if (raw.complete) return
  // Without it, what still comes is read and dropped, and then the connection takes the next request.
  reply.removeHeader('connection')
  setTimeout(() => {
    if (!raw.complete) raw.socket.destroy()
  }, DROP_MS).unref()
}
