import { ErrorBody, ScanProgress } from '../../../sdk/contract.ts'
import { progressOfScans } from '../../db/scans/scan-progress.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isUuid } from '../requests/ids.ts'
import type { Sight } from './follow-scans.ts'

export interface StreamLimits {
  /** Milliseconds. Who is connected for longer shows the credential again. */
  longestMs: number
  /** Milliseconds of silence: proxies cut what is silent for long. */
  beatMs: number
}

const LIMITS: StreamLimits = { longestMs: 300_000, beatMs: 15_000 }
const RETRY_MS = 2000
const TOO_MANY_SECONDS = 5

export const getScanEvents = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id/events',
    summary: 'Follow one scan',
    description:
      'Server-sent events: `progress` with how far the scan is, at once and whenever that changes, then `end` when it has ended, and the stream with it; each with a `ScanProgress` as its data. After five minutes the stream ends without `end`: connect again. A comment comes where nothing else has come for 15 seconds. 50 streams of one organization at a time; 429 says to come back later.',
    tag: 'Scans',
    access: 'any',
    produces: ['text/event-stream'],
    answers: { 200: ScanProgress, 404: ErrorBody, 429: ErrorBody },
    async handle({ caller, params, whenGone }) {
      const scanId = params.scan_id?.toLowerCase() ?? ''
      const known = isUuid(scanId) ? await progressOfScans(ctx.db, [scanId], caller.orgId) : undefined
      const first = known?.get(scanId)
      if (!first) throw new Refusal(404, 'Scan not found')
      const gone = whenGone()
      const sights =
        first.status === 'processing' ? ctx.following.follow(caller.orgId, scanId, gone) : noMore()
      if (!sights) throw new Refusal(429, 'Too many streams are open. Try again later.', TOO_MANY_SECONDS)
      return {
        parts: eventsOf(first, sights),
        // Else a proxy would collect them first.
        headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
      }
    },
  })

async function* noMore(): AsyncGenerator<Sight> {}

/** What is sent of one scan, from what is known of it when somebody asks, and of each look at it from then on. */
export async function* eventsOf(
  first: ScanProgress,
  sights: AsyncGenerator<Sight>,
  { longestMs, beatMs }: StreamLimits = LIMITS,
): AsyncGenerator<string> {
  const endAt = performance.now() + longestMs
  let known = first
  let said = JSON.stringify(first)
  let saidAt = performance.now()
  try {
    yield `retry: ${RETRY_MS}\n\n${eventOf(first)}`
    if (first.status !== 'processing') return
    for await (const sight of sights) {
      const progress = sight === null ? ({ ...known, status: 'deleted', step: null } as const) : sight
      if (progress && JSON.stringify(progress) !== said) {
        known = progress
        said = JSON.stringify(progress)
        saidAt = performance.now()
        yield eventOf(progress)
        if (progress.status !== 'processing') return
      }
      if (performance.now() > endAt) return
      if (performance.now() - saidAt > beatMs) {
        saidAt = performance.now()
        yield ': nothing new\n\n'
      }
    }
  } finally {
    await sights.return(undefined)
  }
}

function eventOf(progress: ScanProgress): string {
  const name = progress.status === 'processing' ? 'progress' : 'end'
  return `event: ${name}\ndata: ${JSON.stringify(progress)}\n\n`
}
