import type { ParsedPage } from '../../../evidence/page.ts'
import type { Element } from '../quick/nesting.ts'
import { type Attributes, NO_ATTRIBUTES } from '../quick/quick-parser.ts'
import type { Frame } from './page-frames.ts'

/** Whether more is still to come: a part that says that it is busy, an empty place in which an application draws itself. */
export interface PageWaits {
  /** An element that begins: whether it is an empty place, into which letters may fall. @param depth with it */
  open(element: Element, attributes: Attributes, depth: number): boolean
  /** Its attributes, where they are more than plain names. */
  heed(attributes: Attributes, frame: Frame): void
  /** An empty place that ends with nothing in it. */
  close(frame: Frame): void
  told(fetches: boolean): Pick<ParsedPage, 'waits'>
}

export function createPageWaits(): PageWaits {
  let isBusy = false
  /** React has sent what it was waiting for behind the page. */
  let isStreamed = false
  let hasEmptyPlace = false
  return {
    open: (element, attributes, depth) => depth <= DEEPEST_PLACE && isPlace(element, attributes),
    heed(attributes, frame) {
      if (!frame.hidden) isBusy ||= attributes['aria-busy'] === 'true' && frame.aside === null
      else if (attributes.id !== undefined) isStreamed ||= STREAMED.test(attributes.id)
    },
    close(frame) {
      hasEmptyPlace ||= !frame.hidden
    },
    told(fetches) {
      if (fetches || (isBusy && !isStreamed)) return { waits: 'always' }
      return hasEmptyPlace ? { waits: 'without_state' } : {}
    },
  }
}

const STREAMED = /^S:[\da-f]{1,6}$/

/** Elements around one in which an application draws itself, and it. */
const DEEPEST_PLACE = 4

/** By the names that frameworks give it. */
function isPlace({ name, isOwn }: Element, attributes: Attributes): boolean {
  if (isOwn && PLACE.test(name)) return true
  // Most have no attributes at all, and fewer an id.
  if (attributes === NO_ATTRIBUTES) return false
  const { id = '' } = attributes
  return id !== '' && PLACE.test(id)
}

const PLACE =
  /^(?:(?:react|vue|svelte|ember|my|main|js|q)-)?(?:app|root|mount|application|__next|__nuxt|___gatsby|svelte)(?:-(?:root|app|container|mount|wrapper))?$/i
