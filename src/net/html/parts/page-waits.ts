import type { ParsedPage } from '../../../evidence/page.ts'
import type { Element } from '../quick/nesting.ts'
import { type Attributes, NO_ATTRIBUTES } from '../quick/quick-parser.ts'
import type { Frame } from './page-frames.ts'

/** Whether more is still to come: a part that says that it is busy, an empty place in which an application draws itself. */
export interface PageWaits {
  /** An element that begins. @param depth with it */
  open(element: Element, attributes: Attributes, depth: number): void
  /** Its attributes, where they are more than plain names. */
  heed(attributes: Attributes, frame: Frame): void
  /** Whether an empty place is open, into which letters may fall. */
  readonly isPlaceOpen: boolean
  /** Something stands in it. */
  filled(): void
  /** An element that ends. @param depth with it */
  close(frame: Frame, depth: number): void
  told(fetches: boolean): Pick<ParsedPage, 'waits'>
}

export function createPageWaits(): PageWaits {
  let isBusy = false
  /** React has sent what it was waiting for behind the page. */
  let isStreamed = false
  let hasEmptyPlace = false
  /** How deep the element stands that was opened last, where an application may draw itself into it; less than none elsewhere. */
  let openPlace = -1
  return {
    open(element, attributes, depth) {
      openPlace = depth <= DEEPEST_PLACE && isPlace(element, attributes) ? depth : -1
    },
    heed(attributes, frame) {
      if (!frame.hidden) isBusy ||= attributes['aria-busy'] === 'true' && frame.aside === null
      else if (attributes.id !== undefined) isStreamed ||= STREAMED.test(attributes.id)
    },
    get isPlaceOpen() {
      return openPlace >= 0
    },
    filled() {
      openPlace = -1
    },
    close(frame, depth) {
      if (openPlace === depth && !frame.hidden) hasEmptyPlace = true
      openPlace = -1
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
