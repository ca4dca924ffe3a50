import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { sendJson } from './http/send-json.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Any of them says that somebody asks for somebody else. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

export interface OperationsContext {
  config: { metrics: 'local' | 'public'; metricsToken: string | undefined }
  metrics: Metrics
  /** A sentence; null when everything works. */
  whyNotReady: () => Promise<string | null>
  /** What else this process should do and does not, in a sentence; it is ready all the same. */
  whyNotWorking?: () => Promise<string | null>
  /** Whether who asks from this machine may be somebody else: a proxy need not say that it is one. */
  isBehindProxy: boolean
}

/** Health, readiness and metrics: outside the interface, without credentials. */
export function mountOperations(app: FastifyInstance, ctx: OperationsContext) {
  const hidden = { schema: { hide: true }, exposeHeadRoute: true }

  app.get('/healthz', hidden, async (_request, reply) => sendJson(reply, { status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const reason = await ctx.whyNotReady()
    if (reason === null) {
      const detail = await ctx.whyNotWorking?.()
      return sendJson(reply, { status: 'ready', ...(detail && { detail }) })
    }
    return sendJson(reply.code(503), { status: 'unavailable', detail: reason })
  })

  app.get('/metrics', hidden, async (request, reply) => {
    const refusal = whyNotShown(request, ctx)
    if (refusal !== null) return sendJson(reply.code(403), { detail: refusal })
    return reply.type(ctx.metrics.registry.contentType).send(await ctx.metrics.show())
  })
}

/** Loopback may read where no proxy is in front; others with the token, where there is one, or where metrics are public. */
function whyNotShown(
  request: FastifyRequest,
  { config: { metrics, metricsToken }, isBehindProxy }: OperationsContext,
): string | null {
  if (!isBehindProxy && isOfThisMachine(request)) return null
  if (metricsToken !== undefined) {
    const given = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    return given !== undefined && isSame(given, metricsToken)
      ? null
      : 'Metrics need the bearer token of TOSCAN_METRICS_TOKEN.'
  }
  if (metrics === 'public') return null
  return isBehindProxy
    ? 'Metrics are answered on TOSCAN_METRICS_PORT, or with the bearer token of TOSCAN_METRICS_TOKEN.'
    : 'Metrics are answered to loopback only.'
}

/** A proxy on this machine passes on what others ask. */
function isOfThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isPassedOn = PROXY_HEADERS.some((name) => headers[name] !== undefined)
  return !isPassedOn && LOOPBACK.has(socket.remoteAddress ?? '')
}

function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
