import type { Aside } from '../../../evidence/page.ts'
import { type Kind, kindOf } from '../bytes/kind-of.ts'
import { asideOf } from '../hidden/aside-of.ts'
import { visibilityOf } from '../hidden/hidden-style.ts'
import type { HidingRules } from '../hidden/hiding-rules.ts'
import { isToBeSeen, type Veil, type Veils } from '../hidden/veils.ts'
import type { Attributes } from '../quick/quick-parser.ts'

/** What an element is to the text in it. */
export interface Frame {
  hidden: boolean
  /** What hides it may be taken away. */
  veil: Veil | null
  /** It stands in a `noscript`: shown to those who run no scripts. */
  unscripted: boolean
  /** Its text is nobody's reading matter: scripts, styles, titles. */
  silent: boolean
  /** It belongs to an article or to the main part, where navigation and footers are their author's. */
  inMain: boolean
  aside: Aside['role'] | null
  /** Its letters are drawn from right to left, whatever they are. */
  reversed: boolean
}

/** Around all elements. */
export const PAGE: Frame = {
  hidden: false,
  veil: null,
  unscripted: false,
  silent: false,
  inMain: false,
  aside: null,
  reversed: false,
}

export interface PageFrames {
  /** The frame of an element in that of its parent. @param isPressed a control stands around it or right before it */
  frameIn(parent: Frame, name: string, kind: Kind, attributes: Attributes, isPressed: boolean): Frame
  /** The same where nothing but class and id can make a difference: mostly they make none. */
  frameByNames(parent: Frame, name: string, attributes: Attributes, isPressed: boolean): Frame
}

export function createPageFrames(rules: HidingRules, veils: Veils): PageFrames {
  function frameIn(
    parent: Frame,
    name: string,
    kind: Kind,
    attributes: Attributes,
    isPressed: boolean,
  ): Frame {
    const hides = hidesContent(name, kind, attributes)
    const aside = parent.aside ?? asideOf(name, attributes, parent.inMain)
    return {
      hidden: parent.hidden || hides,
      veil: hides ? veilOver(parent, aside, { name, kind, attributes, isPressed }) : parent.veil,
      unscripted: parent.unscripted ? !hides : name === 'noscript' && !parent.hidden,
      silent: parent.silent || kind.isSilent,
      inMain: parent.inMain || kind.isMain || isMainRole(attributes.role),
      aside,
      reversed: parent.reversed || isReversed(name, attributes),
    }
  }

  function frameByNames(parent: Frame, name: string, attributes: Attributes, isPressed: boolean): Frame {
    const { class: classes = '', id = '' } = attributes
    if (classes === '' && id === '') return parent
    const hides = !isWhole(name) && rules.hides(classes, id)
    const aside = parent.aside ?? asideOf(name, { class: classes, id }, parent.inMain)
    if (!hides && aside === parent.aside) return parent
    return {
      ...parent,
      hidden: parent.hidden || hides,
      veil: hides
        ? veilOver(parent, aside, { name, kind: kindOf(name), attributes, isPressed })
        : parent.veil,
      unscripted: parent.unscripted && !hides,
      aside,
    }
  }

  /** What is nobody's to see whatever is pressed has none, and neither has what is the site's or a visitor's. */
  function veilOver(
    parent: Frame,
    aside: Frame['aside'],
    { name, kind, attributes, isPressed }: Veiled,
  ): Veil | null {
    const isSent =
      kind.isHidden &&
      ((attributes.id !== undefined && SENT_LATER.test(attributes.id)) ||
        (name === 'template' && isFilledIn(attributes)))
    // A script that names a template lays what is in it onto the page.
    const mayCome = isSent || (name === 'template' && attributes.id !== undefined)
    if ((kind.isHidden && !mayCome) || aside !== null || (parent.hidden && parent.veil === null)) return null
    const isSeen = attributes['aria-hidden'] === 'true' && !hidesBySight(attributes)
    return veils.lay(attributes, {
      above: parent.veil,
      isLifted: isSent || isPressed || isSeen || isToBeSeen(attributes),
    })
  }

  function hidesContent(name: string, kind: Kind, attributes: Attributes): boolean {
    if (isWhole(name)) return false
    // A declarative shadow root is shown like any element.
    if (name === 'template' && attributes.shadowrootmode !== undefined) return false
    if (kind.isHidden) return true
    if (name === 'dialog') return attributes.open === undefined
    if (attributes.hidden !== undefined) return true
    if (attributes['aria-hidden'] === 'true') return true
    return hidesBySight(attributes)
  }

  function hidesBySight(attributes: Attributes): boolean {
    if (attributes.hidden !== undefined) return true
    const inline = attributes.style ? visibilityOf(attributes.style) : null
    // An element's own style wins over a style sheet.
    if (inline !== null) return inline === 'hides'
    return rules.hides(attributes.class ?? '', attributes.id ?? '')
  }

  return { frameIn, frameByNames }
}

/** An element that hides what stands in it. */
interface Veiled {
  name: string
  kind: Kind
  attributes: Attributes
  isPressed: boolean
}

/** Templates of Alpine, Vue, Svelte and Angular, of which a visitor sees what comes of them. */
function isFilledIn(attributes: Attributes): boolean {
  for (const name in attributes) if (FILLED_IN.test(name)) return true
  return false
}

const FILLED_IN =
  /^(?:[xv]-(?:if|else|else-if|for|slot|teleport)|#[\w-]{1,60}|\*ng[\w-]{1,20}|\[ngif\]|:if|data-if)/

/** Keys of Solid, under which a template is sent whose content goes into its place at once. */
const SENT_LATER = /^\d[\d-]{0,30}$/

function isReversed(name: string, { dir, style }: Attributes): boolean {
  if (name === 'bdo') return dir?.toLowerCase() === 'rtl'
  return (
    style !== undefined &&
    /unicode-bidi\s{0,9}:\s{0,9}(?:isolate|bidi)-override/i.test(style) &&
    /direction\s{0,9}:\s{0,9}rtl/i.test(style)
  )
}

/** Nobody publishes a page that is not to be seen: a script shows it once it is there. */
function isWhole(name: string): boolean {
  return name === 'body' || name === 'html'
}

function isMainRole(role = ''): boolean {
  return role !== '' && /^(main|article)$/i.test(role)
}
