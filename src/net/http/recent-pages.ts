import type { ParsedPage } from '../../evidence/page.ts'
import type { PagePool } from '../html/page-pool.ts'

const KEPT = 64

/** A pool that is told the hash of what it parses. */
export interface RecentPages extends Omit<PagePool, 'parse'> {
  parse(bytes: Buffer, contentType: string, baseUrl: string, sha256: string): Promise<ParsedPage>
}

/**
 * A pool that parses equal bytes of one address once. A link that can hide its destination is fetched twice, and nearly
 * always gives the same page both times; parsing is the dearest part of a fetch.
 */
export function rememberPages(pool: PagePool): RecentPages {
  const recent = new Map<string, Promise<ParsedPage>>()
  return {
    parse(bytes, contentType, baseUrl, sha256) {
      const key = `${sha256} ${contentType} ${baseUrl}`
      const known = recent.get(key)
      if (known) return known
      const page = pool.parse(bytes, contentType, baseUrl)
      recent.set(key, page)
      const [oldest] = recent.keys()
      if (recent.size > KEPT && oldest !== undefined) recent.delete(oldest)
      return page
    },
    parseJson: pool.parseJson,
    close: pool.close,
  }
}
