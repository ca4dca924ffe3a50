import { webAddressOf } from '../../../answers/app-links.ts'
import type { Aside, PageLink } from '../../../evidence/page.ts'
import type { Veil, Veils } from '../hidden/veils.ts'
import { clip, LIMITS } from '../page-limits.ts'
import type { Attributes } from '../quick/quick-parser.ts'
import type { Frame } from './page-frames.ts'
import { addressInCode } from './read-attributes.ts'

/** What leads elsewhere. */
export interface PageLinks {
  /** Whether an anchor is open, whose text is being read. */
  isOpen(): boolean
  open(attributes: Attributes, frame: Frame, depth: number): void
  /** The open one ends, where it stands so deep. */
  closeAt(depth: number): void
  close(): void
  addText(shown: string): void
  /** What the open one is called, where nothing has called it yet. */
  addLabel(label: string): void
  /** What leads somewhere without being an anchor. */
  add(url: string, about: LinkAbout): void
  /** Those beyond the limits. */
  readonly left: number
  /** All of them, once veils were told. @param isUnscripted a reader without scripts sees the page */
  shown(isUnscripted: boolean, veils: Veils): PageLink[]
}

interface OpenLink {
  depth: number
  href: string
  rel: string
  hidden: boolean
  veil: Veil | null
  unscripted: boolean
  furniture: boolean
  ofVisitor: boolean
  text: string
  label: string
}

/** What is known of a link that is no anchor. */
interface LinkAbout {
  text?: string
  rel?: string
  aside?: Aside['role'] | null
}

export function createPageLinks(): PageLinks {
  const links: PageLink[] = []
  /** Places in `links`. */
  const unscripted = new Set<number>()
  const veiled = new Map<number, Veil>()
  let left = 0
  let link: OpenLink | null = null

  function close(): void {
    if (link === null) return
    const text = clip(link.text, LIMITS.linkText) || clip(link.label, LIMITS.linkText)
    const { href: url, rel, hidden, furniture, ofVisitor } = link
    if (link.unscripted) unscripted.add(links.length)
    if (link.veil) veiled.set(links.length, link.veil)
    links.push({ url, text, rel, hidden, ...(furniture && { furniture }), ...(ofVisitor && { ofVisitor }) })
    link = null
  }

  return {
    isOpen: () => link !== null,
    open(attributes, frame, depth) {
      // Anchors do not nest; an unclosed one ends where the next begins.
      close()
      const written = (attributes.href ?? attributes['xlink:href'] ?? '').trim()
      const href = addressOf(written)
      if (href === '' || href.startsWith('#') || NOT_WEB.test(href)) return
      if (links.length >= LIMITS.links || href.length > LIMITS.urlLetters) {
        left++
        return
      }
      link = {
        depth,
        href,
        rel: clip(attributes.rel ?? '', 100),
        hidden: frame.hidden,
        veil: frame.hidden ? frame.veil : null,
        unscripted: frame.unscripted,
        furniture: frame.aside === 'site',
        ofVisitor: frame.aside === 'visitor',
        text: '',
        label: attributes['aria-label'] ?? attributes.alt ?? attributes.title ?? '',
      }
    },
    closeAt(depth) {
      if (link?.depth === depth) close()
    },
    close,
    addText(shown) {
      if (link !== null && link.text.length < LIMITS.linkText * 2)
        link.text += shown.slice(0, LIMITS.linkText * 2)
    },
    addLabel(label) {
      if (link !== null && link.label === '') link.label = label
    },
    add(url, { text = '', rel = '', aside = null }) {
      if (links.length >= LIMITS.links || url.length > LIMITS.urlLetters) left++
      else
        links.push({
          url,
          text: clip(text, LIMITS.linkText),
          rel: clip(rel, 100),
          hidden: false,
          ...(aside === 'site' && { furniture: true }),
          ...(aside === 'visitor' && { ofVisitor: true }),
        })
    },
    get left() {
      return left
    },
    shown: (isUnscripted, veils) =>
      links.map((each, place) => {
        const veil = veiled.get(place)
        const isShown = (isUnscripted && unscripted.has(place)) || (veil !== undefined && veils.isGone(veil))
        return isShown ? { ...each, hidden: false } : each
      }),
  }
}

/** Of code the address that it names, of what an app is to open the page that it stands for. */
function addressOf(written: string): string {
  if (/^javascript:/i.test(written)) return addressInCode(withoutPercents(written))
  return webAddressOf(/^intent:/i.test(written) ? pageOfIntent(written) : written)
}

/** `intent://host/path#Intent;scheme=https;…;end`: what is opened where the app is not there, or the page that the app is to open. */
function pageOfIntent(intent: string): string {
  const fallback = /;S\.browser_fallback_url=([^;]{1,4000})/i.exec(intent)?.[1]
  const scheme = /[#;]scheme=([a-z][a-z\d+.-]{0,30})(?:;|$)/i.exec(intent)?.[1]
  if (fallback !== undefined) return withoutPercents(fallback)
  return scheme === undefined ? intent : intent.replace(/^intent/i, scheme).replace(/#Intent;.*$/is, '')
}

const NOT_WEB = /^(?:javascript|mailto|tel|sms|data|blob|about|file|intent|whatsapp|vbscript):/i

/** Of ASCII, which is all that code is written in; what is half-encoded stays as it is. */
function withoutPercents(code: string): string {
  return code.replace(/%([2-7][\da-f])/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
}
