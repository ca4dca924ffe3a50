import type { ParsedPage } from '../../../evidence/page.ts'
import { clip, LIMITS } from '../page-limits.ts'
import type { Attributes } from '../quick/quick-parser.ts'
import { refreshAddress, refreshTarget } from './page-redirect.ts'

/** What a page says of itself as a whole. */
export interface PageHead {
  meta(attributes: Attributes): void
  title(text: string): void
  base(href: string | undefined): void
  language(attributes: Attributes): void
  /** A `link` element: where the page really stands. */
  canonical(attributes: Attributes): void
  readonly hasTitle: boolean
  told(): Pick<ParsedPage, 'lang' | 'canonical' | 'meta' | 'refresh' | 'truncated'> & {
    title: string | null
    base: string | null
    /** Where the page leads after a while, however long that is. */
    onward: string | null
  }
}

export function createPageHead(): PageHead {
  const meta = new Map<string, string[]>()
  let metas = 0
  let title: string | null = null
  let lang = ''
  let base: string | null = null
  let canonical: string | null = null
  let refresh: string | null = null
  let onward: string | null = null
  let truncated = false
  return {
    meta(attributes) {
      const { content } = attributes
      if (content === undefined) return
      if (attributes['http-equiv']?.toLowerCase() === 'refresh') {
        refresh ??= refreshTarget(content)
        onward ??= refreshAddress(content)
      }
      for (const attribute of ['name', 'property', 'itemprop', 'http-equiv']) {
        const key = attributes[attribute]?.trim().toLowerCase()
        if (!key) continue
        if (metas++ >= LIMITS.metas || key.length > 200) {
          truncated = true
          return
        }
        const values = meta.get(key) ?? []
        // What a page says of itself; others carry settings of scripts, of any length.
        if (content.length > LIMITS.metaLetters && /description|title/.test(key)) truncated = true
        values.push(content.trim().slice(0, LIMITS.metaLetters))
        meta.set(key, values)
      }
    },
    title(text) {
      title = clip(text, LIMITS.titleLetters)
      truncated ||= text.trim().length > LIMITS.titleLetters
    },
    base(href) {
      base ??= href ?? null
    },
    language(attributes) {
      lang = clip(attributes.lang ?? attributes['xml:lang'] ?? '', 40)
    },
    canonical({ rel = '', href }) {
      if (href && /\bcanonical\b/i.test(rel)) canonical ??= href
    },
    get hasTitle() {
      return title !== null
    },
    told: () => ({
      title,
      lang,
      base,
      canonical,
      meta: Object.fromEntries(meta),
      refresh,
      onward,
      truncated,
    }),
  }
}
