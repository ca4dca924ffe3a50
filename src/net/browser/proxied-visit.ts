import type { Socket } from 'node:net'
import type { FetchFailure } from '../../evidence/page.ts'
import { bareHost, portOf } from '../guard/address-guard.ts'
import { failureOf } from '../guard/failure.ts'

export type Refusal = FetchFailure | 'visit_over' | 'too_many_bytes' | 'too_many_requests'

/** What one visit may use, and what became of it. */
export interface ProxiedVisit {
  credentials: { username: string; password: string }
  /** Requests that led nowhere, by reason. */
  refused: Map<Refusal, number>
  /** Bytes that came in, for all hosts together. */
  bytes: number
  /** A limit of the visit was reached. */
  cut: boolean
  /** One request to this host has had its turn already. */
  grant(url: string): void
  /** Why this `host:port` was not reached, when it was not. */
  failureAt(url: string): { reason: FetchFailure; detail: string } | null
  /** Ends all its connections and takes its credentials back. */
  close(): void
}

/** The same, as the proxy keeps it. */
export interface Visit extends ProxiedVisit {
  limits: { bytes: number; requests: number }
  requests: number
  over: boolean
  sockets: Set<Socket>
  /** Turns that were taken and not used yet, by `host:port`. */
  granted: Map<string, number>
  /** Aborted with the visit. */
  ending: AbortController
  failures: Map<string, { reason: FetchFailure; detail: string }>
}

/** @param forget takes its credentials back */
export function newVisit(
  credentials: Visit['credentials'],
  limits: Visit['limits'],
  forget: () => void,
): Visit {
  const visit: Visit = {
    credentials,
    limits,
    refused: new Map(),
    bytes: 0,
    requests: 0,
    cut: false,
    over: false,
    sockets: new Set(),
    granted: new Map(),
    ending: new AbortController(),
    failures: new Map(),
    grant(url) {
      const key = authorityOf(url)
      visit.granted.set(key, (visit.granted.get(key) ?? 0) + 1)
    },
    failureAt: (url) => visit.failures.get(authorityOf(url)) ?? null,
    close() {
      visit.over = true
      visit.ending.abort(new VisitLimit('visit_over'))
      forget()
      for (const socket of visit.sockets) socket.destroy()
    },
  }
  return visit
}

/** Another request. @throws when the visit is over or past its limits */
export function countRequest(visit: Visit): void {
  if (visit.over) throw new VisitLimit('visit_over')
  if (visit.bytes > visit.limits.bytes) throw new VisitLimit('too_many_bytes')
  if (++visit.requests > visit.limits.requests) throw new VisitLimit('too_many_requests')
}

class VisitLimit extends Error {
  readonly limit: Refusal
  constructor(limit: Refusal) {
    super(limit)
    this.limit = limit
  }
}

/** A request led nowhere. */
export function noteFailure(visit: Visit, address: string, error: unknown): void {
  const isLimit = error instanceof VisitLimit
  const failure = isLimit
    ? null
    : (failureOf(error) ?? { reason: 'connect_error' as const, detail: String(error) })
  const reason = isLimit ? error.limit : (failure?.reason ?? 'connect_error')
  if (isLimit) visit.cut = true
  visit.refused.set(reason, (visit.refused.get(reason) ?? 0) + 1)
  if (failure) visit.failures.set(authorityOf(address), failure)
}

/** What came in: past the limit, all connections of the visit end. */
export function countBytes(visit: Visit, chunk: Buffer): void {
  visit.bytes += chunk.length
  if (visit.bytes <= visit.limits.bytes) return
  visit.cut = true
  for (const socket of visit.sockets) socket.destroy()
}

/** The socket ends with the visit. */
export function endWithVisit(visit: Visit, socket: Socket): void {
  if (visit.sockets.has(socket)) return
  socket.on('error', ignore)
  if (visit.over) socket.destroy()
  visit.sockets.add(socket)
  socket.once('close', () => visit.sockets.delete(socket))
}

/** `host:port`, the same for http, https and their WebSockets. */
export function authorityOf(address: string): string {
  const url = URL.parse(address)
  return url ? `${bareHost(url.hostname)}:${portOf(url)}` : ''
}

export function ignore(): void {}
