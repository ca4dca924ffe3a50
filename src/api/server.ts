import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import fastifySwagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { ErrorBody } from '../../sdk/contract.ts'
import { authenticate, type Caller, Unauthorized } from '../auth/authenticate.ts'
import { TooManyPasswords } from '../auth/hash-password.ts'
import { isDatabaseOutage } from '../db/outage.ts'
import { Conflict, NotFound } from '../errors.ts'
import { writeTrace } from '../trace.ts'
import { createDashboard } from './dashboard.ts'
import { endpoints } from './endpoints.ts'
import { mountEvidenceKey } from './evidence-key.ts'
import { mountGuide } from './guide.ts'
import { namesTag, tagOf } from './http/answer-tag.ts'
import { answerUnreadable } from './http/answer-unreadable.ts'
import { clientAddressOf } from './http/client-address.ts'
import { describeDocument } from './http/describe-document.ts'
import { describeMembers } from './http/describe-members.ts'
import { drainOf } from './http/drain.ts'
import {
  actorOf,
  type Endpoint,
  isFile,
  isStream,
  type OrgCaller,
  type StreamAnswer,
} from './http/endpoint.ts'
import { fromOf } from './http/from-of.ts'
import { limitKeys } from './http/limit-keys.ts'
import { isJson, readBody, TooManyValues, UnreadableBody } from './http/read-body.ts'
import { Refusal } from './http/refusal.ts'
import { factsOf, noteCaller, noteSubject, requestIdOf, traceOf } from './http/request-facts.ts'
import { sendJson } from './http/send-json.ts'
import type { ServerContext } from './http/server-context.ts'
import { tidyDocument } from './http/tidy-document.ts'
import { ValidationFailed, validate, validateAll } from './http/validate.ts'
import { mayWarn, withWarnings } from './http/warnings.ts'
import { mountOperations } from './operations.ts'
import { COMPANY_ROUTES, mountCompany } from './people/company.ts'
import { JOIN_ROUTES, mountJoin } from './people/join.ts'
import { mountReset, RESET_ROUTES } from './people/reset-password.ts'
import { mountSession, SESSION_ROUTES } from './people/session.ts'
import { mountSignIn } from './people/sign-in.ts'

const PREFIX = '/api/v2'
/** Bytes. Enough for a form; whoever takes more says so. */
const DEFAULT_BODY_LIMIT = 16 * 1024
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
    genReqId: ({ headers }) => requestIdOf(headers),
    routerOptions: {
      ignoreTrailingSlash: true,
      // An identifier of any length is answered by its endpoint; Node's own limit on headers ends it at 16 KiB.
      maxParamLength: 16_384,
      onBadUrl: (_path, { headers }, response) => {
        const named = { 'content-type': 'application/json', 'x-request-id': requestIdOf(headers) }
        response.writeHead(404, named).end('{"detail":"Not Found"}')
      },
    },
  })
  const { drain, isDraining } = drainOf(app.server)
  readEveryBodyAsBytes(app)
  answerErrors(app, ctx)
  setSecurityHeaders(app, ctx)
  logRequests(app, ctx)
  await app.register(compress, { encodings: ['gzip'], threshold: WORTH_COMPRESSING })
  const all = endpoints(ctx)
  await documentInterface(app, all)

  await app.register(async (api) => {
    await letOthersCall(api, ctx.config.corsOrigins)
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
}

function addRoute(app: FastifyInstance, ctx: ServerContext, definition: Endpoint) {
  const callers = new WeakMap<FastifyRequest, OrgCaller>()
  const warns = mayWarn(definition)
  app.route({
    method: definition.method,
    url: PREFIX + definition.path,
    bodyLimit: definition.bodyLimit ?? DEFAULT_BODY_LIMIT,
    schema: documentationOf(definition),
    // Before the body is read: who may not call learns nothing about the body.
    onRequest: async (request, reply) => {
      noteSubject(request, request.params)
      const caller = await authenticate(ctx, request.headers.authorization)
      noteCaller(request, caller)
      callers.set(request, admit(caller, definition))
      await limitKeys(ctx, caller, reply)
      tameContentType(request)
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)
      if (!caller) throw new Unauthorized('Missing Authorization header')
      const params = pathParameters(request)
      const { params: checks, query, body: shape } = definition
      const asked = queryOf(request)
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const body = definition.body
        ? readBody(bytes, request.headers['content-type'], {
            mayBeAbsent: definition.bodyMayBeAbsent ?? false,
          })
        : null
      const valid = validateAll({
        params: () => (checks ? validate(checks, params, 'path') : params),
        query: () => (query ? validate(query, asked, 'query') : {}),
        body: () => (body && shape ? validate(shape, body.value, 'body', body.exactAt) : {}),
      })
      const answer = await definition.handle({
        caller,
        by: actorOf(caller, fromOf(request)),
        ...valid,
        sourceOf: (member) => body?.sourceOf(member),
        whenGone: () => whenGone(reply),
        trace: writeTrace(traceOf(request).trace),
      })
      noteSubject(request, answer)
      reply.code(definition.status ?? 200)
      if (isStream(answer)) {
        answering.set(request, reply.elapsedTime)
        return reply.headers(answer.headers).send(streamOf(ctx, reply, answer))
      }
      if (isFile(answer)) return reply.headers(answer.headers).send(Buffer.from(answer.bytes))
      const sent = { body: body?.value, query: asked }
      const whole = warns ? withWarnings(answer, definition, sent) : answer
      if (definition.method === 'GET') {
        const tag = tagOf(whole)
        reply.header('etag', tag)
        if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      }
      return sendJson(reply, whole)
    },
  })
}

/** Milliseconds until a stream began: how long somebody looks on is not how long an answer takes. */
const answering = new WeakMap<FastifyRequest, number>()

function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (reply.raw.closed) gone.abort()
  else reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** No part is asked for before there is room for it. Where one fails, the connection breaks: that is all that can still be said. */
function streamOf(ctx: ServerContext, { raw, request }: FastifyReply, { parts }: StreamAnswer): Readable {
  const stream = Readable.from(parts, { highWaterMark: 1 })
  stream.once('error', (error) => {
    if (raw.destroyed) return
    ctx.log.error({ err: error, route: request.routeOptions.url, ...factsOf(request) }, 'an answer broke off')
  })
  return stream
}

/** Fastify refuses an absent or malformed type with 415 before anybody has read the body. */
function tameContentType(request: FastifyRequest) {
  const { headers } = request.raw
  headers['content-type'] = isJson(headers['content-type']) ? 'application/json' : 'application/octet-stream'
}

/** Order of refusals: key on a management route, no organization, role. */
function admit(caller: Caller, definition: Endpoint): OrgCaller {
  if (caller.kind === 'key') {
    if (definition.access === 'any') return caller
    throw new Refusal(
      403,
      'This endpoint requires an admin dashboard session. API keys cannot access admin endpoints.',
    )
  }
  if (caller.orgId === null || caller.role === null) {
    throw new Refusal(403, 'No active organization. Select an organization and try again.')
  }
  if (definition.access === 'admin' && caller.role !== 'admin') throw new Refusal(403, 'Admin role required')
  return { ...caller, orgId: caller.orgId }
}

function pathParameters(request: FastifyRequest): Record<string, string> {
  const params = Object.entries(request.params ?? {}).map(([name, value]) => [name, String(value)])
  // An encoded slash is no part of an identifier: such a path names nothing.
  if (params.some(([, value]) => value?.includes('/'))) throw new Refusal(404, 'Not Found')
  return Object.fromEntries(params)
}

/** Of a repeated parameter the last one counts. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const text = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  return Object.fromEntries(new URLSearchParams(text))
}

function answerErrors(app: FastifyInstance, ctx: ServerContext) {
  app.setErrorHandler((error, request, reply) => {
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
    if (status === 413 || error instanceof TooManyValues)
      return sendJson(reply.code(413), { detail: 'Request body too large' })
    if (status >= 400 && status < 500) return sendJson(reply.code(status), { detail: 'Bad Request' })
    if (isDatabaseOutage(error)) {
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
  app.addHook('onRequest', async (request) => {
    if (request.is404) tameContentType(request)
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

function setSecurityHeaders(app: FastifyInstance, ctx: ServerContext) {
  const isHttps = ctx.people.options.baseURL.startsWith('https:')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
    if (/^\/docs(\/|$|\?)/.test(request.url)) reply.header('content-security-policy', DOCS_POLICY)
    if (request.url.startsWith('/api/')) {
      reply.header('cache-control', 'no-store')
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
  })
}

/** One line a request; every answer names the request by the id that the line has. */
function logRequests(app: FastifyInstance, ctx: ServerContext) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { route, method: request.method, status: String(reply.statusCode) }
    ctx.metrics.requests.observe(labels, (answering.get(request) ?? reply.elapsedTime) / 1000)
    const named = { ...factsOf(request), client_ip: clientAddressOf(request) }
    ctx.log.info({ ...labels, ...named, duration_ms: Math.round(reply.elapsedTime) }, 'request')
    // Probes and files of the dashboard are nobody's trace.
    if (route.startsWith('/api/')) recordRequest(ctx, request, reply)
  })
}

function recordRequest(ctx: ServerContext, request: FastifyRequest, reply: FastifyReply) {
  const route = request.routeOptions.url
  const endedAt = Date.now()
  ctx.recordSpan?.({
    name: `${request.method} ${route}`,
    kind: 'server',
    ...traceOf(request),
    startedAt: endedAt - reply.elapsedTime,
    endedAt,
    ok: reply.statusCode < 500,
    facts: { 'http.route': route, 'http.response.status_code': reply.statusCode, ...factsOf(request) },
  })
}

const TAGS = [
  { name: 'Scans', description: 'Submit single profiles, read and list scans.' },
  { name: 'Batches', description: 'Submit several profiles and follow them.' },
  { name: 'Reviews', description: 'What people made of scans, beside their records.' },
  {
    name: 'Creators',
    description: 'One profile over all its scans: what it is linked with, and who shares something with it.',
  },
  { name: 'Watches', description: 'Profiles that are scanned again and again, and what has changed.' },
  { name: 'Notifications', description: 'Who is told of what, by mail and in channels.' },
  { name: 'Organization', description: 'Settings and daily usage.' },
  { name: 'People', description: 'Members of the organization and invitations.' },
  { name: 'Webhooks', description: 'The secret that signs webhooks, what was delivered, and sending again.' },
  { name: 'API keys', description: 'Credentials of programs.' },
  { name: 'Reason codes', description: 'What the codes in a report mean.' },
  { name: 'Criteria', description: 'Reason codes that an organization writes itself.' },
]

async function documentInterface(app: FastifyInstance, all: Endpoint[]) {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Toscan',
        version: '2.0.0',
        description: 'Terms-of-service scans of creator profiles.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      security: [{ bearer: [] }],
      tags: TAGS,
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key (`sk_…`) or a session token (`ses_…`).',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(scalar, {
    routePrefix: '/docs',
    // Nothing that leaves this origin: no fonts, telemetry, assistants or share buttons of the page's makers.
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  let text: string | undefined
  app.get('/openapi.json', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    text ??= JSON.stringify(
      describeMembers(tidyDocument(describeDocument(app.swagger(), all, operationIdOf))),
    )
    return sendJson(reply, text)
  })
}

function documentationOf(definition: Endpoint) {
  const answers = {
    ...definition.answers,
    401: ErrorBody,
    403: ErrorBody,
    ...(definition.body && { 400: ErrorBody, 413: ErrorBody }),
    ...(definition.access === 'any' && { 429: definition.answers[429] ?? ErrorBody }),
  }
  return {
    operationId: operationIdOf(definition),
    summary: definition.summary,
    description: definition.description ?? definition.summary,
    tags: [definition.tag],
    ...(definition.body && { body: definition.body }),
    ...(definition.query && { querystring: definition.query }),
    ...(definition.params && { params: definition.params }),
    response: { ...answers, ...(definition.produces && { 200: fileDocumentation(definition) }) },
  }
}

function operationIdOf({ method, path }: Endpoint): string {
  return method.toLowerCase() + path.replace(/[/:_-]+(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

function fileDocumentation({ produces = [], answers }: Endpoint) {
  const content = Object.fromEntries(produces.map((type) => [type, { schema: answers[200] }]))
  return { description: 'The bytes.', content }
}
