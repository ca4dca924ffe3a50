import { phoneIn } from '../../answers/app-links.ts'
import { piecesOfPage } from '../../answers/pieces.ts'
import { BLOCK, readMarkup } from '../../answers/read-markup.ts'
import type { ParsedPage } from '../../evidence/page.ts'
import { textsOfCss } from './hidden/css-content.ts'
import { createHidingRules } from './hidden/hiding-rules.ts'
import { splitInvisible } from './hidden/invisible-letters.ts'
import { createVeils } from './hidden/veils.ts'
import { clip, LIMITS } from './page-limits.ts'
import { statesInText, TEMPLATE_TYPES } from './parts/carries-state.ts'
import { httpUrl, withUrl } from './parts/page-addresses.ts'
import { createPageControls } from './parts/page-controls.ts'
import { createPageForms } from './parts/page-forms.ts'
import { createPageFrames, type Frame, PAGE } from './parts/page-frames.ts'
import { createPageHead } from './parts/page-head.ts'
import { createPageLinks } from './parts/page-links.ts'
import { createPageScripts } from './parts/page-scripts.ts'
import { createPageWaits } from './parts/page-waits.ts'
import { readAttributes, saysSomething } from './parts/read-attributes.ts'
import type { Element } from './quick/nesting.ts'
import { type Attributes, NO_ATTRIBUTES, type PageHandler, QuickParser } from './quick/quick-parser.ts'
import { createTextSink } from './quick/text-sink.ts'
import type { Written } from './written.ts'

const WRITE = 128 * 1024

/**
 * Reads a page in one pass without building a tree. Nesting is bounded since the parser's stack costs the square of its
 * depth: 800,000 nested elements took four minutes. Never throws for what a page contains.
 */
export function parseHtml(html: string, baseUrl: string): ParsedPage {
  const reader = createReader()
  const parser = new QuickParser(reader.handler)
  try {
    for (let at = 0; at < html.length; at += WRITE) parser.write(html.slice(at, at + WRITE))
    parser.end()
  } catch (error) {
    if (error !== TOO_DEEP) throw error
  }
  return reader.finish(baseUrl)
}

/** Thrown through the parser, the only way to stop it. */
const TOO_DEEP = new Error('page nested too deeply')

function createReader() {
  const frames: Frame[] = []
  /** The innermost. */
  let frame = PAGE
  const rules = createHidingRules()
  /** Ended where blocks begin and end, in all texts alike. */
  const lines = { count: 0 }
  const visible = createTextSink(LIMITS.text, lines)
  const concealed = createTextSink(LIMITS.text, lines)
  const unscripted = createTextSink(LIMITS.text, lines)
  const veils = createVeils(lines)
  const { frameIn, frameByNames } = createPageFrames(rules, veils)
  const controls = createPageControls()
  const head = createPageHead()
  const links = createPageLinks()
  const scripts = createPageScripts(veils)
  const forms = createPageForms()
  const waits = createPageWaits()
  const images: ParsedPage['images'] = []
  let imagesLeft = 0
  let painted = 0
  const attributeTexts: ParsedPage['attributeTexts'] = []
  let attributeLetters = 0
  let svgDepth = 0
  /** The raw text element that is being read: script, style or title. */
  let raw: { name: string; attributes: Attributes; parts: string[]; letters: number } | null = null
  let truncated = false
  /** The element that was opened last is one in which an application draws itself, and nothing stands in it yet. */
  let isPlaceOpen = false

  function openTag(element: Element, attributes: Attributes, arePlain: boolean): void {
    const { name, kind } = element
    if (frames.length >= LIMITS.depth) {
      truncated = true
      throw TOO_DEEP
    }
    const isBare = attributes === NO_ATTRIBUTES
    // Of plain ones an address alone leads to an element.
    if (!arePlain || (!isBare && attributes.href?.startsWith('#'))) veils.heedAttributes(attributes)
    const isPressed = controls.open(name, attributes, arePlain, frames.length)
    // By a plain name alone nothing changes: what is in it is shown as its parent is.
    if (kind.isApart || !arePlain) frame = frameIn(frame, name, kind, attributes, isPressed)
    else if (!isBare) frame = frameByNames(frame, name, attributes, isPressed)
    const isTurned = frame.reversed && !(frames.at(-1) ?? PAGE).reversed
    frames.push(frame)
    isPlaceOpen = waits.open(element, attributes, frames.length)
    if (!arePlain) {
      keepAttributes(name, attributes)
      waits.heed(attributes, frame)
      if (!frame.hidden) forms.heed(attributes)
    }
    if (kind.isBlock) lines.count++
    else if (kind.isCell) current().space()
    if (isTurned) current().add(OVERRIDE)
    if (kind.isRead) readElement(name, attributes)
  }

  function closeTag({ name, kind }: Element): void {
    if (isPlaceOpen) waits.close(frame)
    isPlaceOpen = false
    if (kind.isRead) endElement(name)
    const outer = frames.at(-2) ?? PAGE
    if (frame.reversed && !outer.reversed) current().add(END_OF_OVERRIDE)
    if (kind.isBlock) lines.count++
    frames.pop()
    frame = outer
    controls.close(frames.length)
  }

  function readElement(name: string, attributes: Attributes): void {
    if (name === 'a' || name === 'area') readAnchor(attributes)
    // An area is void: it has no content to wait for.
    if (name === 'area') links.close()
    if (name === 'meta') head.meta(attributes)
    else if (name === 'img') readImage(attributes)
    else if (name === 'script' || name === 'style') {
      raw = { name, attributes, parts: [], letters: 0 }
      scripts.source(attributes.src)
    } else if (name === 'title' && (svgDepth > 0 ? !frame.hidden : !head.hasTitle))
      raw = { name, attributes, parts: [], letters: 0 }
    else if (name === 'link') readLinkElement(attributes)
    else if (name === 'svg') svgDepth++
    else if (name === 'canvas') painted += frame.hidden ? 0 : 1
    else if (name === 'base') head.base(attributes.href)
    else if (name === 'html') head.language(attributes)
    else if (name === 'input') forms.field(attributes, frame)
    else if (name === 'textarea') forms.area(frame)
    else if (name === 'q') addMark(OPENS_QUOTE)
  }

  /** The number that it calls is said as much as one that is written there. */
  function readAnchor(attributes: Attributes): void {
    links.open(attributes, frame, frames.length)
    const phone = frame.hidden ? null : phoneIn((attributes.href ?? '').trim())
    if (phone !== null) keepAttributeText('tel', phone)
  }

  function endElement(name: string): void {
    if (raw !== null && raw.name === name) finishRaw()
    if (name === 'a') links.closeAt(frames.length)
    if (name === 'svg') svgDepth--
    if (name === 'q') addMark(CLOSES_QUOTE)
  }

  /** Browsers draw it: it stands in no text. */
  function addMark(mark: string): void {
    if (raw !== null || frame.silent) return
    current().add(mark, frame.aside)
    links.addText(mark)
  }

  function addText(written: Written, from: number, to: number): void {
    if (raw !== null) {
      raw.letters += to - from
      if (raw.letters <= LIMITS.scriptLetters) raw.parts.push(written.text.slice(from, to))
      return
    }
    if (isPlaceOpen && /\S/.test(written.text.slice(from, to))) isPlaceOpen = false
    if (frame.silent) return
    if (current().addPlain(written.letters, from, to, frame.aside)) {
      if (links.isOpen()) links.addText(written.text.slice(from, to))
      return
    }
    const { shown, smuggled } = splitInvisible(written.text.slice(from, to))
    if (smuggled !== '') concealed.add(` ${smuggled} `)
    current().add(shown, frame.aside)
    links.addText(shown)
  }

  function addComment(text: string): void {
    // Frameworks leave thousands of empty markers.
    if (!/[\p{L}\p{N}]{2}/u.test(text)) return
    concealed.line()
    concealed.add(text)
    concealed.line()
  }

  function readImage(attributes: Attributes): void {
    const alt = attributes.alt ?? ''
    links.addLabel(alt)
    const url = imageSource(attributes)
    if (url === '') return
    if (images.length >= LIMITS.images || url.length > LIMITS.urlLetters) imagesLeft++
    else images.push({ url, alt: clip(alt, LIMITS.linkText) })
  }

  function readLinkElement(attributes: Attributes): void {
    const { rel = '', href } = attributes
    head.canonical(attributes)
    if (href && (/\bme\b/i.test(rel) || attributes.itemprop === 'sameAs')) links.add(href, { rel })
  }

  function finishRaw(): void {
    if (raw === null) return
    const { name, attributes, letters } = raw
    const text = raw.parts.join('')
    raw = null
    if (letters > LIMITS.scriptLetters) truncated = true
    else if (name === 'title' && svgDepth > 0) readNameOfDrawing(clip(text, LIMITS.linkText))
    else if (name === 'title') head.title(text)
    else if (name === 'style') addStyle(text)
    else readScript(text, attributes)
  }

  /** What a drawing is called, as the alternative text of a picture. */
  function readNameOfDrawing(text: string): void {
    links.addLabel(text)
    if (/\S\s+\S/.test(text)) keepAttributeText('alt', text)
  }

  /** Style sheets in noscript hide the application from those who could not see it anyway. */
  function addStyle(css: string): void {
    if (frame.hidden) return
    rules.add(css)
    for (const text of textsOfCss(css)) if (saysSomething(text)) keepAttributeText('css-content', text)
  }

  function readScript(text: string, attributes: Attributes): void {
    if (text.trim() === '') return
    const type = (attributes.type ?? '').trim().toLowerCase()
    if (TEMPLATE_TYPES.test(type)) addTemplate(text)
    else scripts.read(text, type, attributes)
  }

  /** As what lies in a `template`: it is shown when a script fills it. */
  function addTemplate(markup: string): void {
    concealed.line()
    concealed.add(readMarkup(markup.replace(BLOCK, '\n$&')).text)
    concealed.line()
  }

  /** Islands of Astro, pages of Inertia and their like hand on their state in an attribute; others say something to visitors. */
  function keepAttributes(name: string, attributes: Attributes): void {
    if (!frame.hidden && attributes.style?.includes('--'))
      for (const text of textsOfCss(attributes.style))
        if (saysSomething(text)) keepAttributeText('css-content', text)
    const said = readAttributes(name, attributes, !frame.hidden)
    if (said === null) return
    for (const text of said.states) scripts.keepState(text)
    for (const code of said.code) scripts.keepCode(code)
    for (const { name, text } of said.texts) keepAttributeText(name, text)
    for (const { url, label, rel } of said.links) links.add(url, { text: label, rel, aside: frame.aside })
  }

  function keepAttributeText(name: string, text: string): void {
    const { aside } = frame
    if (attributeTexts.length < LIMITS.attributeTexts && attributeLetters + text.length <= LIMITS.text) {
      attributeLetters += text.length
      attributeTexts.push({ name, text, ...(aside && { aside }) })
    } else truncated = true
  }

  function current() {
    if (frame.unscripted) return unscripted
    if (!frame.hidden) return visible
    return frame.veil !== null && frame.aside === null ? frame.veil.sink : concealed
  }

  function finish(baseUrl: string): ParsedPage {
    if (raw?.name === 'title') finishRaw()
    links.close()
    const { title, lang, base, canonical, refresh, onward, ...ofHead } = head.told()
    if (onward !== null) links.add(onward, { rel: 'refresh' })
    const root = httpUrl(base, baseUrl) ?? baseUrl
    const withoutScripts = unscripted.text()
    const behind = veils.texts(rules)
    const concealedText = concealed.text()
    for (const text of [withoutScripts, concealedText, behind.left, behind.lifted])
      for (const state of statesInText(text)) scripts.keepState(state)
    const { scriptRedirect, draws, fetches, ...ofScripts } = scripts.told(root)
    // Whoever runs no scripts, as we do, sees it. Elsewhere it asks for scripts, or counts visitors.
    const shownText = visible.text()
    const isSeen = shownText.length < LEAST_SEEN && isPageWithoutScripts(withoutScripts)
    const unseen = [isSeen ? '' : withoutScripts, concealedText, behind.left]
    const page = {
      title: title ?? '',
      lang,
      canonical: httpUrl(canonical, root),
      meta: ofHead.meta,
      links: links.shown(isSeen, veils).flatMap((entry) => withUrl(entry, root)),
      images: images.flatMap((entry) => withUrl(entry, root)),
      jsonLd: ofScripts.jsonLd,
      scripts: ofScripts.scripts,
      text: isSeen ? withoutScripts : shownText,
      asides: isSeen ? [] : visible.asides(),
      attributeTexts,
      ...(behind.lifted !== '' && { revealedText: behind.lifted }),
      hiddenText: unseen.filter(Boolean).join('\n'),
      refresh: httpUrl(refresh, root),
      scriptRedirect: httpUrl(scriptRedirect, root),
      ...forms.told(),
      ...(draws && { isDrawn: true as const }),
      ...waits.told(fetches),
      ...(painted > 0 && { painted }),
      ...((links.left > 0 || imagesLeft > 0) && { left: { links: links.left, images: imagesLeft } }),
      truncated:
        [
          truncated,
          ofHead.truncated,
          ofScripts.truncated,
          visible.full,
          concealed.full,
          behind.full,
        ].includes(true) || links.left > 0,
    }
    return { ...page, carries: piecesOfPage(page) }
  }

  const handler: PageHandler = { open: openTag, close: closeTag, text: addText, comment: addComment }
  return { handler, finish }
}

/** Letters of a page that shows something. */
const LEAST_SEEN = 40
const LEAST_OF_A_PAGE = 80

function isPageWithoutScripts(text: string): boolean {
  return (
    text.length >= LEAST_OF_A_PAGE &&
    !/java\s?script|\bscripts?\b|\bbrowsers?\b|cookies?/i.test(text.slice(0, 600))
  )
}

/** What an element or its style does to its letters, as the signs of Unicode do that are read in any text. */
const OVERRIDE = '\u202e'
const END_OF_OVERRIDE = '\u202c'
const OPENS_QUOTE = '“'
const CLOSES_QUOTE = '”'

/** Lazy loaders keep the address elsewhere and a placeholder in `src`. */
function imageSource(attributes: Attributes): string {
  const candidates = [
    attributes.src,
    attributes['data-src'],
    attributes['data-original'],
    attributes.srcset?.trim().split(/[\s,]/, 1)[0],
  ]
  return (
    candidates
      .map((source) => source?.trim() ?? '')
      .find((source) => source !== '' && !/^(data|blob):/i.test(source)) ?? ''
  )
}
