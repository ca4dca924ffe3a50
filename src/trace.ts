import { randomFillSync } from 'node:crypto'

/** Whose doing a piece of work is, over processes and organizations: W3C Trace Context, the part in `traceparent`. */
export interface Trace {
  /** 32 hex digits. */
  traceId: string
  /** 16 hex digits: the piece of work itself. */
  spanId: string
  /** 2 hex digits; 01: whoever called may have recorded it. */
  flags: string
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Null for what is none; later versions are read as far as we know them. */
export function readTrace(traceparent: string | null | undefined): Trace | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const isEmpty = /^0*$/.test(traceId) || /^0*$/.test(spanId)
  return isEmpty || (version === '00' && more !== undefined) ? null : { traceId, spanId, flags }
}

/** The next piece of work of a trace, or the first of a new one. Our log records it, so it counts as recorded. */
export function nextTrace(parent: Trace | null): Trace {
  const spanId = randomHex(8)
  return { traceId: parent?.traceId ?? randomHex(16), spanId, flags: parent?.flags ?? '01' }
}

/** Asked of the system for many at once: each request takes one or two, and asking costs more than all else here. */
const random = Buffer.alloc(4096)
let used = random.length

function randomHex(bytes: number): string {
  if (used + bytes > random.length) {
    randomFillSync(random)
    used = 0
  }
  used += bytes
  return random.toString('hex', used - bytes, used)
}

export function writeTrace({ traceId, spanId, flags }: Trace): string {
  return `00-${traceId}-${spanId}-${flags}`
}

/** A piece of work that has ended, for whoever draws traces. */
export interface Span {
  name: string
  kind: 'server' | 'internal' | 'client' | 'consumer'
  trace: Trace
  parent: Trace | null
  /** Milliseconds since 1970. */
  startedAt: number
  endedAt: number
  ok: boolean
  /** Identifiers and outcomes; never page content or secrets. */
  facts: Record<string, string | number | undefined>
}

export type RecordSpan = (span: Span) => void
