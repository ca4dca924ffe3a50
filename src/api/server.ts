import compress from '@fastify/compress'
import cors from '@fastify/cors'
import fastify, { type FastifyInstance } from 'fastify'
import { createDashboard } from './dashboard.ts'
import { documentInterface } from './document/document-interface.ts'
import { endpoints } from './endpoints.ts'
import { mountEvidenceKey } from './evidence-key.ts'
import { mountGuide } from './guide.ts'
import type { Endpoint } from './http/endpoint.ts'
import { sendJson } from './http/send-json.ts'
import type { ServerContext } from './http/server-context.ts'
import { mountOperations } from './operations.ts'
import { COMPANY_ROUTES, mountCompany } from './people/company.ts'
import { JOIN_ROUTES, mountJoin } from './people/join.ts'
import { mountReset, RESET_ROUTES } from './people/reset-password.ts'
import { mountSession, SESSION_ROUTES } from './people/session.ts'
import { mountSignIn } from './people/sign-in.ts'
import { addRoute, DEFAULT_BODY_LIMIT, PREFIX } from './serving/add-route.ts'
import { answerErrors } from './serving/answer-errors.ts'
import { answerOddHeads, answerUnreadable } from './serving/answer-unreadable.ts'
import { drainOf } from './serving/drain.ts'
import { logRequests } from './serving/log-requests.ts'
import { mendPath } from './serving/mend-path.ts'
import { requestIdOf } from './serving/request-facts.ts'
import { setSecurityHeaders } from './serving/security-headers.ts'
import { tameContentType } from './serving/tame-content-type.ts'

/** Bytes: what is less fits a packet. */
const WORTH_COMPRESSING = 1024

export interface HttpServer {
  listen(address: { host: string; port: number }): Promise<unknown>
  /** Ends in order; `graceMs` is for a balancer to notice that we are not ready. */
  stop(graceMs: number): Promise<void>
}

/** The whole HTTP face: the interface, sign-in, operations and documentation. */
export async function createServer(ctx: ServerContext): Promise<HttpServer> {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    trustProxy: ctx.config.trustProxy.length > 0 ? ctx.config.trustProxy : false,
    requestTimeout: 60_000,
    // What still comes over a connection that is in use is answered; `drain` ends the others.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    http: { requireHostHeader: false },
    genReqId: ({ headers }) => requestIdOf(headers),
    rewriteUrl: ({ url = '/' }) => mendPath(url),
    routerOptions: {
      ignoreTrailingSlash: true,
      // An identifier of any length is answered by its endpoint; Node's own limit on headers ends it at 16 KiB.
      maxParamLength: 16_384,
    },
  })
  const { drain, isDraining } = drainOf(app.server)
  readEveryBodyAsBytes(app)
  answerErrors(app, ctx)
  setSecurityHeaders(app, ctx)
  logRequests(app, ctx)
  answerOddHeads(app)
  await app.register(compress, { encodings: ['gzip'], threshold: WORTH_COMPRESSING })
  const all = endpoints(ctx)
  await documentInterface(app, all)

  await app.register(async (api) => {
    await letOthersCall(api, ctx.config.corsOrigins)
    api.decorateRequest('caller', null)
    for (const definition of all) addRoute(api, ctx, definition)
  })
  mountEvidenceKey(app, ctx)
  mountSession(app, ctx)
  mountJoin(app, ctx)
  mountCompany(app, ctx)
  mountReset(app, ctx)
  mountSignIn(app, ctx)
  const whyNotReady = async () => (isDraining() ? 'The service is stopping.' : ctx.whyNotReady())
  mountOperations(app, { ...ctx, whyNotReady, isBehindProxy: isBehindProxy(ctx.config) })
  const dashboard = createDashboard(ctx.dashboardFolder)
  app.get('/', { schema: { hide: true }, exposeHeadRoute: true }, async (request, reply) =>
    dashboard.start(request, reply),
  )
  mountGuide(app, ctx.guideFolder)
  answerUnknownPaths(app, all, dashboard)
  await app.ready()
  return {
    listen: (address) => app.listen(address),
    stop: (graceMs) => drain(graceMs, () => app.close()),
  }
}

/** Pages of these origins, with a key or token: nothing here goes by cookies. */
async function letOthersCall(api: FastifyInstance, origins: string[]) {
  if (origins.length === 0) return
  await api.register(cors, {
    origin: origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'x-request-id',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'content-disposition',
      'etag',
    ],
    maxAge: 600,
    strictPreflight: true,
  })
}

/** By the settings: a public address, a proxy's name, or a port that is for metrics. */
function isBehindProxy({ trustProxy, publicUrl, metricsPort }: ServerContext['config']): boolean {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
  const isPublic = !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)
  return trustProxy.length > 0 || isPublic || metricsPort !== undefined
}

/** Bodies are read by `readBody`, which answers as FastAPI does; Fastify's own parsers would answer otherwise. */
function readEveryBodyAsBytes(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  // Codings are named in any letters, and gzip by an older name too (RFC 9110, 8.4.1). The library knows one spelling.
  app.addHook('onRequest', (request, _reply, done) => {
    const coding = request.headers['content-encoding']?.toLowerCase()
    if (coding !== undefined) request.headers['content-encoding'] = coding === 'x-gzip' ? 'gzip' : coding
    done()
  })
}

function answerUnknownPaths(
  app: FastifyInstance,
  all: Endpoint[],
  dashboard: ReturnType<typeof createDashboard>,
) {
  const routes = [...all, ...SESSION_ROUTES, ...JOIN_ROUTES, ...RESET_ROUTES, ...COMPANY_ROUTES].map(
    ({ method, path }) => ({
      method,
      pattern: new RegExp(`^${PREFIX}${path.replace(/:\w+/g, '[^/]+')}/?$`),
    }),
  )
  // A type that nobody can read is no answer to a path that is none.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) tameContentType(request)
    done()
  })
  app.setNotFoundHandler((request, reply) => {
    if (dashboard.answer(request, reply)) return reply
    const path = request.url.split('?')[0] ?? ''
    const allowed = routes.filter((route) => route.pattern.test(path)).map((route) => route.method)
    if (allowed.length === 0) return sendJson(reply.code(404), { detail: 'Not Found' })
    return sendJson(reply.code(405).header('allow', [...new Set(allowed)].join(', ')), {
      detail: 'Method Not Allowed',
    })
  })
}
