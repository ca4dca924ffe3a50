import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { countQueue } from '../db/queue.ts'
import { sendJson } from './http/send-json.ts'
import type { ServerContext } from './http/server-context.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Health, readiness and metrics: outside the interface, without credentials. */
export function mountOperations(app: FastifyInstance, ctx: ServerContext, isStopping: () => boolean) {
  const hidden = { schema: { hide: true } }

  app.get('/healthz', hidden, async (_request, reply) => sendJson(reply, { status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const reason = isStopping() ? 'The service is stopping.' : await whyNotReady(ctx.db)
    if (reason === null) return sendJson(reply, { status: 'ready' })
    return sendJson(reply.code(503), { status: 'unavailable', detail: reason })
  })

  app.get('/metrics', hidden, async (request, reply) => {
    const mayRead = ctx.config.metrics === 'public' || LOOPBACK.has(request.socket.remoteAddress ?? '')
    if (!mayRead) return sendJson(reply.code(403), { detail: 'Metrics are answered to loopback only.' })
    ctx.metrics.queue.reset()
    for (const row of await countQueue(ctx.db))
      ctx.metrics.queue.set({ mode: row.scan_mode, state: row.state }, row.scans)
    return reply.type(ctx.metrics.registry.contentType).send(await ctx.metrics.registry.metrics())
  })
}

/** A sentence; null when everything works. */
async function whyNotReady(db: Db): Promise<string | null> {
  try {
    const { rows } = await sql<{ reads_only: boolean }>`
      select current_setting('transaction_read_only') = 'on' as reads_only from deployment`.execute(db)
    return rows[0]?.reads_only ? 'The database only reads.' : null
  } catch {
    return 'The database does not answer.'
  }
}
