import type { Logger } from 'pino'
import { insertCapture } from '../db/captures.ts'
import type { Db } from '../db/database.ts'
import type { FetchOptions, FetchPage, HttpRequest, PageResponse } from '../evidence/page.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import type { SharedPages } from './share-pages.ts'

export interface PageCapture {
  /** Fetches, and stores what came back while the scan goes on. */
  fetchPage: FetchPage
  /** Resolves when everything fetched so far is stored; gives the hashes of it. */
  settled(): Promise<string[]>
}

/**
 * Stores the pages of one scan as they come, so that memory holds none of them and a worker that dies takes none along.
 * Which of them become evidence is known at the end; `finishScan` keeps those.
 */
export function capturePages(
  ctx: { db: Db; log: Logger; evidence: EvidenceStore; fetchPage: FetchPage } & Partial<
    Pick<SharedPages, 'remember'>
  >,
  claim: { scanId: string; workerId: string; attempt: number },
): PageCapture {
  const hashes = new Set<string>()
  const storing = new Set<Promise<void>>()

  const store = async (
    request: HttpRequest,
    options: FetchOptions,
    response: PageResponse,
    body: Uint8Array,
  ) => {
    const identity = options.as ?? 'declared'
    const { requestedUrl, finalUrl, hops, status, headers, fetchedAt, sha256, bytes, truncated } = response
    const capture = { url: requestedUrl, finalUrl, redirects: hops, status, headers, identity }
    try {
      // The row first: it is what protects the bytes from being cleared away.
      const ours = await insertCapture(ctx.db, claim, { ...capture, fetchedAt, sha256, bytes, truncated })
      if (!ours) return
      hashes.add(sha256)
      await ctx.evidence.put(sha256, body)
      await ctx.remember?.(request, options, response)
    } catch (error) {
      // The scan is worth more than its archive; `evidence verify` finds the gap.
      ctx.log.warn({ err: error, scan_id: claim.scanId, sha256 }, 'a page was not stored')
    }
  }

  return {
    async fetchPage(request, options = {}) {
      const result = await ctx.fetchPage(request, { ...options, body: true })
      if (!result.ok || result.response.body === undefined) return result
      const { body, ...response } = result.response
      const work = store(request, options, response, body).finally(() => storing.delete(work))
      storing.add(work)
      return { ok: true, response }
    },
    async settled() {
      await Promise.all(storing)
      return [...hashes]
    },
  }
}
