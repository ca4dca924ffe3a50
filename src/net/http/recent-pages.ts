import { hash } from 'node:crypto'
import type { ParsedPage } from '../../evidence/page.ts'
import type { PagePool } from '../html/page-pool.ts'

const KEPT = 64

/**
 * A pool that parses equal bytes of one address once. A link that can hide its destination is fetched twice, and nearly
 * always gives the same page both times; parsing is the dearest part of a fetch.
 */
export function rememberPages(pool: PagePool): PagePool {
  const recent = new Map<string, Promise<ParsedPage>>()
  return {
    parse(bytes, contentType, baseUrl) {
      const key = `${hash('sha1', bytes, 'base64')} ${contentType} ${baseUrl}`
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
