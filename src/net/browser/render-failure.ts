import { ToscanError, Unavailable } from '../../errors.ts'
import type { FetchFailure, RenderFailure } from '../../evidence/page.ts'
import { failureOf } from '../guard/failure.ts'

/** An error that knows under which name a visit that failed is recorded. */
export function renderError(reason: RenderFailure, detail: string, cause?: unknown): ToscanError {
  return new Unavailable(detail, { cause, facts: { reason } })
}

/** A page took more memory than a browser may hold. */
export function tookTooMuch(mostBytes: number): ToscanError {
  return renderError('browser_memory', `more than ${megabytes(mostBytes)} MB of memory`)
}

/** The browser was ended for the memory that it held, and nobody knows for which of its pages; `isLostToAnother` tells. */
export function lostToAnother(mostBytes: number): ToscanError {
  const detail = `more than ${megabytes(mostBytes)} MB of memory, for this page or another`
  return new Unavailable(detail, { facts: { reason: 'browser_memory', byAnother: true } })
}

export function isLostToAnother(error: unknown): boolean {
  return error instanceof ToscanError && error.facts.byAnother === true
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000)
}

/** The name of what ended a visit. What nobody has named yet is the browser's doing. */
export function renderFailureOf(error: unknown): { reason: RenderFailure; detail: string } {
  if (error instanceof ToscanError && OWN.has(error.facts.reason))
    return { reason: error.facts.reason as RenderFailure, detail: error.message }
  const known = failureOf(error)
  if (known) return known
  const detail = error instanceof Error ? error.message : String(error)
  return { reason: 'browser_failed', detail: detail.split('\n')[0]?.slice(0, 300) ?? '' }
}

// biome-ignore format: a list
const OWN = new Set<unknown>(['browser_busy', 'browser_crashed', 'browser_failed', 'browser_memory', 'not_html'] satisfies RenderFailure[])

/** Chromium's name for a failed navigation (`net::ERR_…`) as ours. */
export function failureOfNavigation(text: string): FetchFailure | 'not_html' {
  if (/ERR_CERT|ERR_SSL/.test(text)) return 'tls_error'
  if (/TIMED_OUT/.test(text)) return 'timeout'
  if (/ERR_TOO_MANY_REDIRECTS/.test(text)) return 'too_many_redirects'
  if (/ERR_NAME_/.test(text)) return 'dns_error'
  if (/ERR_BLOCKED|ERR_UNSAFE_PORT|ERR_ACCESS_DENIED/.test(text)) return 'blocked_address'
  // A download, or an answer without a page.
  if (/ERR_ABORTED|Download is starting/.test(text)) return 'not_html'
  if (/ERR_(CONNECTION|EMPTY_RESPONSE|TUNNEL|PROXY|NETWORK|ADDRESS|SOCKET)/.test(text)) return 'connect_error'
  return 'protocol_error'
}
