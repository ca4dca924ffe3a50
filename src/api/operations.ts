import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { sendJson } from './http/send-json.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export interface OperationsContext {
  config: { metrics: 'local' | 'public'; metricsToken: string | undefined }
  metrics: Metrics
  /** A sentence; null when everything works. */
  whyNotReady: () => Promise<string | null>
}

/** Health, readiness and metrics: outside the interface, without credentials. */
export function mountOperations(app: FastifyInstance, ctx: OperationsContext) {
  const hidden = { schema: { hide: true } }

  app.get('/healthz', hidden, async (_request, reply) => sendJson(reply, { status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const reason = await ctx.whyNotReady()
    if (reason === null) return sendJson(reply, { status: 'ready' })
    return sendJson(reply.code(503), { status: 'unavailable', detail: reason })
  })

  app.get('/metrics', hidden, async (request, reply) => {
    const refusal = whyNotShown(request, ctx.config)
    if (refusal !== null) return sendJson(reply.code(403), { detail: refusal })
    return reply.type(ctx.metrics.registry.contentType).send(await ctx.metrics.show())
  })
}

/** Loopback may read; others with the token, where there is one, or where metrics are public. */
function whyNotShown(
  request: FastifyRequest,
  { metrics, metricsToken }: OperationsContext['config'],
): string | null {
  if (isOfThisMachine(request)) return null
  if (metricsToken !== undefined) {
    const given = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    return given !== undefined && isSame(given, metricsToken)
      ? null
      : 'Metrics need the bearer token of TOSCAN_METRICS_TOKEN.'
  }
  return metrics === 'public' ? null : 'Metrics are answered to loopback only.'
}

/** A proxy on this machine passes on what others ask. */
function isOfThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !isPassedOn && LOOPBACK.has(socket.remoteAddress ?? '')
}

function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
