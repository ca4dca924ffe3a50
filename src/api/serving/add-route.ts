import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, type Caller, Unauthorized } from '../../auth/authenticate.ts'
import { writeTrace } from '../../trace.ts'
import {
  actorOf,
  isFile,
  isStream,
  type NamedEndpoint,
  type OrgCaller,
  type StreamAnswer,
} from '../http/endpoint.ts'
import { readBody } from '../http/read-body.ts'
import { Refusal } from '../http/refusal.ts'
import { sendJson } from '../http/send-json.ts'
import type { ServerContext } from '../http/server-context.ts'
import { validate, validateAll } from '../http/validate.ts'
import { namesTag, tagOf } from './answer-tag.ts'
import { documentationOf } from './documentation-of.ts'
import { fromOf } from './from-of.ts'
import { limitKeys } from './limit-keys.ts'
import { factsOf, noteBegin, noteCaller, noteSubject, traceOf } from './request-facts.ts'
import { tameContentType } from './tame-content-type.ts'
import { namesKnownTo, withWarnings } from './warnings.ts'

export const PREFIX = '/api/v2'
/** Bytes. Enough for a form; whoever takes more says so. */
export const DEFAULT_BODY_LIMIT = 16 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the route has let in. */
    caller: OrgCaller | null
  }
}

/** One endpoint as a route: who may call, what they sent, and the answer in its form. */
export function addRoute(app: FastifyInstance, ctx: ServerContext, definition: NamedEndpoint) {
  const known = namesKnownTo(definition)
  const namesParts = definition.path.includes(':')
  app.route({
    method: definition.method,
    url: PREFIX + definition.path,
    bodyLimit: definition.bodyLimit ?? DEFAULT_BODY_LIMIT,
    schema: documentationOf(definition),
    // Before the body is read: who may not call learns nothing about the body.
    onRequest: async (request, reply) => {
      if (namesParts) noteSubject(request, request.params)
      const caller = await authenticate(ctx, request.headers.authorization)
      noteCaller(request, caller)
      request.caller = admit(caller, definition)
      await limitKeys(ctx, caller, reply)
      tameContentType(request)
    },
    handler: async (request, reply) => {
      const { caller } = request
      if (!caller) throw new Unauthorized('Missing Authorization header')
      const params = namesParts ? pathParameters(request) : {}
      const { params: checks, query, body: shape } = definition
      const asked = queryOf(request)
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const body = definition.body
        ? readBody(bytes, request.headers['content-type'], {
            mayBeAbsent: definition.bodyMayBeAbsent ?? false,
          })
        : null
      if (definition.prepareBody) await definition.prepareBody(body?.value)
      const valid = validateAll({
        params: () => (checks ? validate(checks, params, 'path') : params),
        query: () => (query ? validate(query, asked, 'query') : {}),
        body: () => (body && shape ? validate(shape, body.value, 'body', body.exactAt) : {}),
      })
      const answer = await definition.handle({
        caller,
        by: actorOf(caller, fromOf(request)),
        params: valid.params,
        query: valid.query,
        body: valid.body,
        sourceOf: (member) => body?.sourceOf(member),
        whenGone: () => whenGone(reply),
        trace: writeTrace(traceOf(request).trace),
      })
      noteSubject(request, answer)
      reply.code(definition.status ?? 200)
      if (isStream(answer)) {
        noteBegin(reply)
        return reply.headers(answer.headers).send(streamOf(ctx, reply, answer))
      }
      if (isFile(answer)) return reply.headers(answer.headers).send(Buffer.from(answer.bytes))
      const whole = known ? withWarnings(answer, known, { body: body?.value, query: asked }) : answer
      if (definition.method === 'GET') {
        const tag = tagOf(whole)
        reply.header('etag', tag)
        if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      }
      return sendJson(reply, whole)
    },
  })
}

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

/** Order of refusals: key on a management route, no organization, role. */
function admit(caller: Caller, definition: NamedEndpoint): OrgCaller {
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
  const mark = request.url.indexOf('?')
  return mark < 0 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(mark + 1)))
}
