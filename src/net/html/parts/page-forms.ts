import type { ParsedPage } from '../../../evidence/page.ts'
import type { Attributes } from '../quick/quick-parser.ts'
import type { Frame } from './page-frames.ts'

/** What a page asks its reader for. */
export interface PageForms {
  field(attributes: Attributes, frame: Frame): void
  /** A field for a longer text. */
  area(frame: Frame): void
  /** An element of any kind that is seen. */
  heed(attributes: Attributes): void
  told(): Pick<ParsedPage, 'hasPasswordField' | 'asks'>
}

export function createPageForms(): PageForms {
  const asks: NonNullable<ParsedPage['asks']> = {}
  let hasPasswordField = false
  return {
    field({ type = 'text', name = '' }, frame) {
      const kind = type.toLowerCase()
      if (kind === 'password') {
        hasPasswordField = true
        for (let veil = frame.veil; veil !== null; veil = veil.above) veil.isForm = true
      }
      if (frame.hidden) return
      if (kind === 'password') asks.password = true
      else if (/captcha/i.test(name)) asks.human = true
      else if (OF_WORDS.has(kind)) asks.words = true
    },
    area(frame) {
      if (!frame.hidden) asks.words = true
    },
    heed(attributes) {
      if (attributes['data-sitekey'] !== undefined) asks.human = true
    },
    told: () => ({ hasPasswordField, ...(Object.keys(asks).length > 0 && { asks }) }),
  }
}

/** Types of fields into which somebody writes. */
const OF_WORDS: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'url', 'search', 'number'])
