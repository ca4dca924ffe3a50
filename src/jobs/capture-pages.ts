import type { Logger } from 'pino'
import { isDatabaseOutage } from '../db/connect/outage.ts'
import type { Db } from '../db/database.ts'
import { type Capture, hurryCaptures, insertCapture } from '../db/scans/captures.ts'
import type {
  FetchOptions,
  FetchPage,
  HttpRequest,
  PageResponse,
  RenderPage,
  Screenshot,
} from '../evidence/page.ts'
import { storableJson } from '../evidence/storable-json.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import type { Metrics } from '../metrics.ts'
import { captureKey, type LostCaptures } from '../pipeline/output-of.ts'
import type { SharedPages } from './share-pages.ts'

export interface PageCapture {
  /** Fetches, and stores what came back while the scan goes on. */
  fetchPage: FetchPage
  /** Shows in the browser, and stores the document and the screenshot that came of it. Null where there is no browser. */
  render: RenderPage | null
  /** Resolves when everything seen so far is stored; gives what could not be. */
  stored(): Promise<LostCaptures>
  /** The same when other scans can have it too; gives the hashes of it. */
  settled(): Promise<{ hashes: string[] }>
}

/**
 * Stores the pages of one scan as they come, so that memory holds none of them and a worker that dies takes none along.
 * Which of them become evidence is known at the end; `finishScan` keeps those.
 */
export function capturePages(
  ctx: {
    db: Db
    log: Logger
    metrics: Metrics
    evidence: EvidenceStore
    fetchPage: FetchPage
    render?: RenderPage | null
  } & Partial<Pick<SharedPages, 'remember'>>,
  claim: { scanId: string; workerId: string; attempt: number },
): PageCapture {
  const hashes = new Set<string>()
  const lost = new Set<string>()
  /** Not said yet: a store that refuses one page refuses many. */
  let unsaid: { pages: number; error: unknown } | null = null
  const storing = new Set<Promise<void>>()
  /** What no step waits for: this scan has its page. */
  const remembering = new Set<Promise<void>>()

  const put = (capture: Capture, bytes: Uint8Array, after?: () => Promise<void>) => {
    addTo(storing, putWhole(capture, bytes, after))
  }
  const putWhole = async (capture: Capture, bytes: Uint8Array, after?: () => Promise<void>) => {
    const { sha256 } = capture
    let cause = 'database'
    try {
      // The row first: it is what protects the bytes from being cleared away.
      const insert = () => insertCapture(ctx.db, claim, capture)
      if (!(await insert().catch((error) => (isDatabaseOutage(error) ? insert() : Promise.reject(error)))))
        return
      hashes.add(sha256)
      cause = 'store'
      await ctx.evidence.put(sha256, bytes)
      const forget = (error: unknown) => ctx.log.warn({ err: error }, 'a page was not kept for others')
      if (after) addTo(remembering, after().catch(forget))
    } catch (error) {
      // The scan is worth more than its archive; its report says what is missing.
      lost.add(captureKey(sha256, capture.fetchedAt))
      ctx.metrics.capturesLost.inc({ cause })
      unsaid = { pages: (unsaid?.pages ?? 0) + 1, error: unsaid?.error ?? error }
    }
  }
  /** Begins to store; gives the response without its bytes. */
  const store = (
    { body, exchange, ...response }: PageResponse,
    { kind, identity }: Pick<Capture, 'kind' | 'identity'>,
    after?: () => Promise<void>,
  ): PageResponse => {
    if (body === undefined) return response
    const {
      requestedUrl: url,
      finalUrl,
      hops,
      status,
      headers,
      fetchedAt,
      sha256,
      bytes,
      truncated,
    } = response
    const capture = {
      kind,
      identity,
      url,
      finalUrl,
      redirects: hops,
      status,
      headers,
      exchange: exchange ? storableJson(JSON.stringify(exchange)) : null,
    }
    put({ ...capture, fetchedAt, sha256, bytes, truncated }, body, after)
    return response
  }
  const storeScreenshot = (
    { body, ...screenshot }: Screenshot,
    { requestedUrl: url, finalUrl, hops, status }: PageResponse,
  ): Screenshot => {
    if (body === undefined) return screenshot
    const { sha256, takenAt: fetchedAt, bytes, cut: truncated } = screenshot
    const headers = { 'content-type': 'image/jpeg' }
    const capture = {
      kind: 'screenshot',
      identity: 'declared',
      url,
      finalUrl,
      redirects: hops,
      status,
      exchange: null,
    } as const
    put({ ...capture, headers, fetchedAt, sha256, bytes, truncated }, body)
    return screenshot
  }
  const stored = async () => {
    hurryCaptures(ctx.db)
    await Promise.all(storing)
    if (unsaid) {
      ctx.log.warn({ err: unsaid.error, pages: unsaid.pages }, 'pages were not stored')
      unsaid = null
    }
    return lost
  }
  const { render } = ctx
  const remember = async (request: HttpRequest, options: FetchOptions, page: PageResponse) =>
    ctx.remember?.(request, options, page)

  return {
    async fetchPage(request, options = {}) {
      const result = await ctx.fetchPage(request, { ...options, body: true })
      if (!result.ok) return result
      const { body, exchange, ...page } = result.response
      const kind = page.headers['content-type']?.startsWith('image/') ? 'picture' : 'answer'
      store(result.response, { kind, identity: options.as ?? 'declared' }, () =>
        remember(request, options, page),
      )
      return { ok: true, response: options.body ? { ...page, body } : page }
    },
    render: render
      ? async (url, options = {}) => {
          const result = await render(url, { ...options, body: true })
          if (!result.ok) return result
          const { response, screenshot } = result
          return {
            ...result,
            response: store(response, { kind: 'rendered', identity: 'declared' }),
            screenshot: screenshot && storeScreenshot(screenshot, response),
          }
        }
      : null,
    stored,
    async settled() {
      await stored()
      await Promise.all(remembering)
      return { hashes: [...hashes] }
    },
  }
}

function addTo(all: Set<Promise<void>>, work: Promise<void>) {
  const ended = work.finally(() => all.delete(ended))
  all.add(ended)
}
