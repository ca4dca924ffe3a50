import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../http/server-context.ts'

/** Its scripts and styles stand in the page; what they load comes from here. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** By what an answer is: the interface, the documentation, or a page of ours, which adds its own policy. */
export function setSecurityHeaders(app: FastifyInstance, ctx: ServerContext) {
  const isHttps = ctx.people.options.baseURL.startsWith('https:')
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
    if (/^\/docs(\/|$|\?)/.test(request.url)) reply.header('content-security-policy', DOCS_POLICY)
    if (request.url.startsWith('/api/')) {
      reply.header('cache-control', 'no-store')
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    done()
  })
}
