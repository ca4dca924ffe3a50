import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { keepRecentPage, type RecentPage, recentPage } from '../db/collection/recent-pages.ts'
import type { Db } from '../db/database.ts'
import type { FetchOptions, FetchPage, HttpRequest, PageResponse } from '../evidence/page.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import type { Metrics } from '../metrics.ts'

/** Reads bytes that were fetched before as if they came now; `fetchedAt` stays what it was. */
export type ReadAgain = (
  request: HttpRequest,
  page: {
    finalUrl: string
    hops: PageResponse['hops']
    headers: Record<string, string>
    bytes: Uint8Array
    fetchedAt: string
  },
) => Promise<PageResponse>

export interface SharedPages {
  fetchPage: FetchPage
  /** Keeps a page for the next scan, if it is one that may be kept. Its bytes are in the evidence store by now. */
  remember(request: HttpRequest, options: FetchOptions, response: PageResponse): Promise<void>
}

export interface SharePagesContext {
  db: Db
  log: Logger
  metrics: Metrics
  evidence: EvidenceStore
  fetchPage: FetchPage
  readAgain: ReadAgain
  /** Whether an answer is the page itself, and no wall before it. */
  isPage: (response: PageResponse) => boolean
}

/**
 * Asks a site for the same page once in `freshSeconds`, for all scans of all workers; later asks whether it has changed.
 * `options.fresh` always asks the site.
 * @param wayOut what else decides the answer: who we say we are, and through which proxy.
 */
export function sharePages(
  ctx: SharePagesContext,
  { freshSeconds, wayOut }: { freshSeconds: number; wayOut: string },
): SharedPages {
  const keyOf = (request: HttpRequest, options: FetchOptions) => requestKey(request, options, wayOut)

  return {
    async fetchPage(request, options = {}) {
      const key = keyOf(request, options)
      const known = key === null ? null : await find(ctx, key)
      if (key === null || known === null) return ctx.fetchPage(request, options)
      const again = (fetchedAt: string) => readKnown(ctx, request, options, known, fetchedAt)

      if (known.ageSeconds < freshSeconds && options.fresh !== true) {
        ctx.metrics.fetches.inc({ outcome: 'shared' })
        return { ok: true, response: await again(known.page.fetched_at) }
      }
      const conditions = conditionsOf(known.page)
      const result = await ctx.fetchPage(
        conditions ? { ...request, headers: { ...request.headers, ...conditions } } : request,
        options,
      )
      if (!conditions || !result.ok || result.response.status !== 304) return result
      ctx.metrics.fetches.inc({ outcome: 'unchanged' })
      // The site says just now that this is its page.
      const response = await again(result.response.fetchedAt)
      await keep(ctx, key, { ...known.page, fetched_at: response.fetchedAt })
      return { ok: true, response }
    },

    async remember(request, options, response) {
      const key = keyOf(request, options)
      if (key === null || response.shared || !mayKeep(response) || !ctx.isPage(response)) return
      const { finalUrl, hops, headers, sha256, fetchedAt } = response
      await keep(ctx, key, {
        final_url: finalUrl,
        redirects: hops,
        headers: { ...headers, 'content-type': response.contentType },
        sha256,
        fetched_at: fetchedAt,
      })
    },
  }
}

/** Whatever can make two answers differ. Null: not to be shared at all. */
function requestKey(request: HttpRequest, options: FetchOptions, wayOut: string): string | null {
  if ((request.method ?? 'GET') !== 'GET' || request.body !== undefined) return null
  const headers = Object.entries(request.headers ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const parts = [
    request.url,
    request.accept ?? 'html',
    headers,
    options.as ?? 'declared',
    options.robots === true,
    options.door ?? 'collection',
    wayOut,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * RFC 9111, 3: not what the site forbids to store or means for one visitor. What changes with cookies is for one visitor
 * too; that a page sets one is not enough, since nearly all do and we send none.
 */
function mayKeep(response: PageResponse): boolean {
  if (response.status !== 200 || response.truncated || response.via === 'browser') return false
  if (/\b(no-store|private)\b/i.test(response.headers['cache-control'] ?? '')) return false
  return !/\*|\bcookie\b/i.test(response.headers.vary ?? '')
}

/** Only of a page that answered under its own address: on the way of a redirect the condition would meet another page. */
function conditionsOf(page: RecentPage): Record<string, string> | null {
  if (page.redirects.length > 0) return null
  const { etag, 'last-modified': lastModified } = page.headers
  if (etag) return { 'if-none-match': etag }
  return lastModified ? { 'if-modified-since': lastModified } : null
}

interface Known {
  page: RecentPage
  ageSeconds: number
  bytes: Uint8Array
}

/** A page with its bytes. What cannot be looked up is fetched: this only saves work. */
async function find(ctx: SharePagesContext, key: string): Promise<Known | null> {
  try {
    const page = await recentPage(ctx.db, key)
    if (!page) return null
    const stored = await ctx.evidence.get(page.sha256)
    return stored.ok ? { page, ageSeconds: page.age_seconds, bytes: stored.bytes } : null
  } catch (error) {
    ctx.log.warn({ err: error }, 'a recent page was not looked up')
    return null
  }
}

async function keep(ctx: SharePagesContext, key: string, page: RecentPage) {
  await keepRecentPage(ctx.db, key, page).catch((error) =>
    ctx.log.warn({ err: error }, 'a recent page was not kept'),
  )
}

async function readKnown(
  ctx: SharePagesContext,
  request: HttpRequest,
  options: FetchOptions,
  { page, bytes }: Known,
  fetchedAt: string,
): Promise<PageResponse> {
  const response = await ctx.readAgain(request, {
    finalUrl: page.final_url,
    hops: page.redirects,
    headers: page.headers,
    // Reading a large page takes its memory away.
    bytes: options.body ? Uint8Array.from(bytes) : bytes,
    fetchedAt,
  })
  return { ...response, shared: true, ...(options.body && { body: bytes }) }
}
