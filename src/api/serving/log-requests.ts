import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerContext } from '../http/server-context.ts'
import { clientAddressOf } from './client-address.ts'
import { factsOf, keepRecords, tookOf, traceOf } from './request-facts.ts'

/** One line a request; every answer names the request by the id that the line has. */
export function logRequests(app: FastifyInstance, ctx: ServerContext) {
  keepRecords(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { method } = request
    const status = String(reply.statusCode)
    ctx.metrics.requests.observe({ route, method, status }, tookOf(reply) / 1000)
    const line = {
      route,
      method,
      status,
      ...factsOf(request),
      client_ip: clientAddressOf(request),
      duration_ms: Math.round(reply.elapsedTime),
    }
    ctx.log.info(line, 'request')
    // Probes and files of the dashboard are nobody's trace.
    if (route.startsWith('/api/')) recordRequest(ctx, request, reply)
    done()
  })
}

function recordRequest({ recordSpan }: ServerContext, request: FastifyRequest, reply: FastifyReply) {
  if (!recordSpan) return
  const route = request.routeOptions.url
  const endedAt = Date.now()
  recordSpan({
    name: `${request.method} ${route}`,
    kind: 'server',
    ...traceOf(request),
    startedAt: endedAt - reply.elapsedTime,
    endedAt,
    ok: reply.statusCode < 500,
    facts: { 'http.route': route, 'http.response.status_code': reply.statusCode, ...factsOf(request) },
  })
}
