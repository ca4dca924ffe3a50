import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nextTrace, readTrace, type Trace } from '../../trace.ts'

/** What the log says of a request beside how it went: whose it was and what it was about. Identifiers only. */
export interface RequestFacts {
  org_id?: string
  key_id?: string
  user_id?: string
  scan_id?: string
  batch_id?: string
  delivery_id?: string
}

const ABOUT = ['scan_id', 'batch_id', 'delivery_id'] as const

interface RequestRecord {
  trace: Trace
  /** The caller's. */
  parent: Trace | null
  facts: RequestFacts
  /** Milliseconds until a stream began: how long somebody looks on is not how long an answer takes. */
  begunMs: number | null
}

declare module 'fastify' {
  interface FastifyRequest {
    record: RequestRecord | null
  }
}

/** Each request holds its own record: a map beside them costs more to collect than to fill. */
export function keepRecords(app: FastifyInstance) {
  app.decorateRequest('record', null)
}

/** The caller's own id when it is a sane one, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

/** This request within its caller's trace, or within a new one. */
export function traceOf(request: FastifyRequest): Pick<RequestRecord, 'trace' | 'parent'> {
  const { trace, parent } = recordOf(request)
  return { trace, parent }
}

export function noteCaller(
  request: FastifyRequest,
  caller: { orgId: string | null } & ({ kind: 'key'; keyId: string } | { kind: 'session'; userId: string }),
) {
  const { facts } = recordOf(request)
  if (caller.orgId !== null) facts.org_id = caller.orgId
  if (caller.kind === 'key') facts.key_id = caller.keyId
  else facts.user_id = caller.userId
}

/** What names a scan, a batch or a delivery in a path or an answer; anything that is no id of ours is left out. */
export function noteSubject(request: FastifyRequest, named: unknown) {
  if (typeof named !== 'object' || named === null) return
  const { facts } = recordOf(request)
  for (const name of ABOUT) {
    const value: unknown = Reflect.get(named, name)
    if (typeof value === 'string' && /^[\w-]{1,64}$/.test(value)) facts[name] = value
  }
}

export function factsOf(request: FastifyRequest) {
  const { trace, facts } = recordOf(request)
  return { request_id: request.id, trace_id: trace.traceId, ...facts }
}

export function noteBegin({ request, elapsedTime }: FastifyReply) {
  recordOf(request).begunMs = elapsedTime
}

/** Milliseconds until somebody was answered. */
export function tookOf({ request, elapsedTime }: FastifyReply): number {
  return recordOf(request).begunMs ?? elapsedTime
}

function recordOf(request: FastifyRequest): RequestRecord {
  if (request.record) return request.record
  const { traceparent } = request.headers
  const parent = readTrace(typeof traceparent === 'string' ? traceparent : null)
  const trace = nextTrace(parent)
  request.record = { trace, parent, facts: {}, begunMs: null }
  return request.record
}
