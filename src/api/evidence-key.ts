import type { FastifyInstance } from 'fastify'
import { sendJson } from './http/send-json.ts'
import type { ServerContext } from './http/server-context.ts'

/** For whoever verifies a manifest without us: the public key that signs them, as a JWK. */
export function mountEvidenceKey(app: FastifyInstance, ctx: ServerContext) {
  const options = { schema: { hide: true }, exposeHeadRoute: true }
  app.get('/.well-known/toscan-evidence-key', options, async (_request, reply) =>
    sendJson(reply, (await ctx.evidenceSigner()).publicKey),
  )
}
