import fastify from 'fastify'
import type { Logger } from 'pino'
import { cannotListen } from './cannot-listen.ts'
import { sendJson } from './http/send-json.ts'
import { mountOperations, type OperationsContext } from './operations.ts'

/**
 * Health, readiness and metrics of a process on a port of their own, whatever its role. Gives the address.
 * @throws Conflict when the port is taken, InvalidInput when nothing can listen there
 */
export async function startOperationsServer(
  ctx: Omit<OperationsContext, 'isBehindProxy'> & { log: Logger },
  { host, port }: { host: string; port: number },
): Promise<{ url: string; stop(): Promise<void> }> {
  const app = fastify({ logger: false, exposeHeadRoutes: true, forceCloseConnections: true })
  app.setNotFoundHandler((_request, reply) => sendJson(reply.code(404), { detail: 'Not Found' }))
  app.setErrorHandler((error, _request, reply) => {
    ctx.log.error({ err: error }, 'operations request failed')
    return sendJson(reply.code(500), { detail: 'Internal Server Error' })
  })
  // Nobody puts a proxy for everybody before this port.
  mountOperations(app, { ...ctx, isBehindProxy: false })
  try {
    const url = await app.listen({ host, port })
    return { url, stop: () => app.close() }
  } catch (error) {
    throw cannotListen(error, { setting: 'TOSCAN_METRICS_PORT', host, port })
  }
}
