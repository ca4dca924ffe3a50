import { piecesOfPage } from '../../answers/pieces.ts'
import { BLOCK, readMarkup } from '../../answers/read-markup.ts'
import type { Aside, PageLink, ParsedPage } from '../../evidence/page.ts'
import { asideOf } from './aside-of.ts'
import { carriesState, SCRIPT_TYPES, TEMPLATE_TYPES } from './carries-state.ts'
import { textsOfCss } from './css-content.ts'
import { visibilityOf } from './hidden-style.ts'
import { createHidingRules } from './hiding-rules.ts'
import { splitInvisible } from './invisible-letters.ts'
import { jsonLdItems } from './json-ld.ts'
import { type Kind, kindOf } from './kind-of.ts'
import type { Element } from './nesting.ts'
import { refreshTarget, scriptTarget } from './page-redirect.ts'
import { type Attributes, NO_ATTRIBUTES, type PageHandler, QuickParser } from './quick-parser.ts'
import { addressInCode, readAttributes, saysSomething } from './read-attributes.ts'
import { createTextSink } from './text-sink.ts'
import { createVeils, isControl, isToBeSeen, type Veil } from './veils.ts'
import type { Written } from './written.ts'

/** How much of a page is kept. Letters are UTF-16 units. */
const LIMITS = {
  depth: 512,
  links: 10_000,
  images: 200,
  scripts: 200,
  scriptLetters: 2 * 1024 * 1024,
  allScriptLetters: 4 * 1024 * 1024,
  text: 400_000,
  metas: 400,
  metaLetters: 4096,
  titleLetters: 4096,
  linkText: 300,
  urlLetters: 4096,
  jsonLd: 200,
  attributeStates: 100,
  attributeTexts: 2_000,
  scriptSources: 50,
}

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

interface Frame {
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

/** Around all elements. */
const PAGE: Frame = {
  hidden: false,
  veil: null,
  unscripted: false,
  silent: false,
  inMain: false,
  aside: null,
  reversed: false,
}

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
  const meta = new Map<string, string[]>()
  const links: PageLink[] = []
  const images: ParsedPage['images'] = []
  const scripts: ParsedPage['scripts'] = []
  const jsonLd: unknown[] = []
  let metas = 0
  const attributeTexts: ParsedPage['attributeTexts'] = []
  let attributeStates = 0
  let attributeLetters = 0
  let scriptLetters = 0
  let title: string | null = null
  let lang = ''
  let base: string | null = null
  let canonical: string | null = null
  let refresh: string | null = null
  let scriptRedirect: string | null = null
  let hasPasswordField = false
  const asks: NonNullable<ParsedPage['asks']> = {}
  const scriptSources: string[] = []
  let drawsItself = false
  let fetches = false
  let isBusy = false
  /** React has sent what it was waiting for behind the page. */
  let isStreamed = false
  let hasEmptyPlace = false
  /** How deep the element stands that was opened last, where an application may draw itself into it; less than none elsewhere. */
  let openPlace = -1
  let truncated = false
  /** Places in `links`. */
  const unscriptedLinks = new Set<number>()
  const veiledLinks = new Map<number, Veil>()
  /** How deep the open ones stand. */
  const controls: number[] = []
  /** How deep the element stood that has just ended and was one. */
  let behindControl = -1
  let linksLeft = 0
  let imagesLeft = 0
  let link: OpenLink | null = null
  let svgDepth = 0
  /** The raw text element that is being read: script, style or title. */
  let raw: { name: string; attributes: Attributes; parts: string[]; letters: number } | null = null

  function openTag({ name, kind }: Element, attributes: Attributes, arePlain: boolean): void {
    if (frames.length >= LIMITS.depth) {
      truncated = true
      throw TOO_DEEP
    }
    const isBare = attributes === NO_ATTRIBUTES
    const isPressed = behindControl === frames.length || controls.at(-1) === frames.length - 1
    if (behindControl === frames.length) behindControl = -1
    // Of plain ones an address alone leads to an element.
    if (!arePlain || attributes.href?.startsWith('#')) veils.heedAttributes(attributes)
    if (name === 'button' || (!arePlain && isControl(name, attributes))) controls.push(frames.length)
    // By a plain name alone nothing changes: what is in it is shown as its parent is.
    if (kind.isApart || !arePlain) frame = frameIn(frame, name, kind, attributes, isPressed)
    else if (!isBare) frame = frameByNames(frame, name, attributes, isPressed)
    const isTurned = frame.reversed && !(frames.at(-1) ?? PAGE).reversed
    frames.push(frame)
    openPlace = frames.length <= DEEPEST_PLACE && isPlace(name, attributes) ? frames.length : -1
    if (!arePlain) {
      keepAttributes(name, attributes)
      if (!frame.hidden) readStanding(attributes)
      else if (attributes.id !== undefined) isStreamed ||= STREAMED.test(attributes.id)
    }
    if (kind.isBlock) lines.count++
    else if (kind.isCell) current().space()
    if (isTurned) current().add(OVERRIDE)
    if (kind.isRead) readElement(name, attributes)
  }

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
      veil: hides ? veilOver(parent, aside, kind, attributes, isPressed) : parent.veil,
      unscripted: parent.unscripted ? !hides : name === 'noscript' && !parent.hidden,
      silent: parent.silent || kind.isSilent,
      inMain: parent.inMain || kind.isMain || isMainRole(attributes.role),
      aside,
      reversed: parent.reversed || isReversed(name, attributes),
    }
  }

  /** The same where nothing but class and id can make a difference: mostly they make none. */
  function frameByNames(parent: Frame, name: string, attributes: Attributes, isPressed: boolean): Frame {
    const { class: classes = '', id = '' } = attributes
    if (classes === '' && id === '') return parent
    const hides = !isWhole(name) && rules.hides(classes, id)
    const aside = parent.aside ?? asideOf(name, { class: classes, id }, parent.inMain)
    if (!hides && aside === parent.aside) return parent
    return {
      ...parent,
      hidden: parent.hidden || hides,
      veil: hides ? veilOver(parent, aside, kindOf(name), attributes, isPressed) : parent.veil,
      unscripted: parent.unscripted && !hides,
      aside,
    }
  }

  /** What is nobody's to see whatever is pressed has none, and neither has what is the site's or a visitor's. */
  function veilOver(
    parent: Frame,
    aside: Frame['aside'],
    kind: Kind,
    attributes: Attributes,
    isPressed: boolean,
  ): Veil | null {
    const isSent = kind.isHidden && attributes.id !== undefined && SENT_LATER.test(attributes.id)
    if ((kind.isHidden && !isSent) || aside !== null || (parent.hidden && parent.veil === null)) return null
    const isSeen = attributes['aria-hidden'] === 'true' && !hidesBySight(attributes)
    return veils.lay(attributes, {
      above: parent.veil,
      isLifted: isSent || isPressed || isSeen || isToBeSeen(attributes),
    })
  }

  function readStanding(attributes: Attributes): void {
    if (attributes['data-sitekey'] !== undefined) asks.human = true
    if (attributes['aria-busy'] === 'true' && frame.aside === null) isBusy = true
  }

  function closeTag({ name, kind }: Element): void {
    if (openPlace === frames.length && !frame.hidden) hasEmptyPlace = true
    openPlace = -1
    if (kind.isRead) endElement(name)
    const outer = frames.at(-2) ?? PAGE
    if (frame.reversed && !outer.reversed) current().add(END_OF_OVERRIDE)
    if (kind.isBlock) lines.count++
    frames.pop()
    frame = outer
    const isOfControl = behindControl === frames.length + 1
    if (controls.at(-1) === frames.length) {
      controls.pop()
      behindControl = frames.length
    } else if (isOfControl) behindControl = frames.length
  }

  function endElement(name: string): void {
    if (raw !== null && raw.name === name) finishRaw()
    if (link !== null && name === 'a' && link.depth === frames.length) finishLink()
    if (name === 'svg') svgDepth--
  }

  function readElement(name: string, attributes: Attributes): void {
    if (name === 'a' || name === 'area') openLink(attributes)
    // An area is void: it has no content to wait for.
    if (name === 'area') finishLink()
    if (name === 'meta') readMeta(attributes)
    else if (name === 'img') readImage(attributes)
    else if (name === 'script' || name === 'style') {
      raw = { name, attributes, parts: [], letters: 0 }
      if (attributes.src && scriptSources.length < LIMITS.scriptSources) scriptSources.push(attributes.src)
    } else if (name === 'title' && (svgDepth > 0 ? !frame.hidden : title === null))
      raw = { name, attributes, parts: [], letters: 0 }
    else if (name === 'link') readLinkElement(attributes)
    else if (name === 'svg') svgDepth++
    else if (name === 'base') base ??= attributes.href ?? null
    else if (name === 'html') lang = clip(attributes.lang ?? attributes['xml:lang'] ?? '', 40)
    else if (name === 'input') readField(attributes)
    else if (name === 'textarea' && !frame.hidden) asks.words = true
  }

  function readField({ type = 'text', name = '' }: Attributes): void {
    const kind = type.toLowerCase()
    if (kind === 'password') {
      hasPasswordField = true
      for (let veil = frame.veil; veil !== null; veil = veil.above) veil.isForm = true
    }
    if (frame.hidden) return
    if (kind === 'password') asks.password = true
    else if (/captcha/i.test(name)) asks.human = true
    else if (OF_WORDS.has(kind)) asks.words = true
  }

  function addText(written: Written, from: number, to: number): void {
    if (raw !== null) {
      raw.letters += to - from
      if (raw.letters <= LIMITS.scriptLetters) raw.parts.push(written.text.slice(from, to))
      return
    }
    if (openPlace >= 0 && /\S/.test(written.text.slice(from, to))) openPlace = -1
    if (frame.silent) return
    if (current().addPlain(written.letters, from, to, frame.aside)) {
      if (link !== null) addToLink(written.text.slice(from, to))
      return
    }
    const { shown, smuggled } = splitInvisible(written.text.slice(from, to))
    if (smuggled !== '') concealed.add(` ${smuggled} `)
    current().add(shown, frame.aside)
    addToLink(shown)
  }

  function addToLink(shown: string): void {
    if (link !== null && link.text.length < LIMITS.linkText * 2)
      link.text += shown.slice(0, LIMITS.linkText * 2)
  }

  function addComment(text: string): void {
    // Frameworks leave thousands of empty markers.
    if (!/[\p{L}\p{N}]{2}/u.test(text)) return
    concealed.line()
    concealed.add(text)
    concealed.line()
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

  function openLink(attributes: Attributes): void {
    // Anchors do not nest; an unclosed one ends where the next begins.
    if (link !== null) finishLink()
    const written = (attributes.href ?? attributes['xlink:href'] ?? '').trim()
    const href = /^javascript:/i.test(written) ? addressInCode(withoutPercents(written)) : written
    if (href === '' || href.startsWith('#') || NOT_WEB.test(href)) return
    if (links.length >= LIMITS.links || href.length > LIMITS.urlLetters) {
      linksLeft++
      return
    }
    link = {
      depth: frames.length,
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
  }

  function finishLink(): void {
    if (link === null) return
    const text = clip(link.text, LIMITS.linkText) || clip(link.label, LIMITS.linkText)
    const { href: url, rel, hidden, furniture, ofVisitor } = link
    if (link.unscripted) unscriptedLinks.add(links.length)
    if (link.veil) veiledLinks.set(links.length, link.veil)
    links.push({ url, text, rel, hidden, ...(furniture && { furniture }), ...(ofVisitor && { ofVisitor }) })
    link = null
  }

  /** What leads somewhere without being an anchor. */
  function addLink(url: string, { text = '', rel = '', aside = null }: LinkAbout): void {
    if (links.length >= LIMITS.links || url.length > LIMITS.urlLetters) linksLeft++
    else
      links.push({
        url,
        text: clip(text, LIMITS.linkText),
        rel: clip(rel, 100),
        hidden: false,
        ...(aside === 'site' && { furniture: true }),
        ...(aside === 'visitor' && { ofVisitor: true }),
      })
  }

  function readMeta(attributes: Attributes): void {
    const { content } = attributes
    if (content === undefined) return
    if (attributes['http-equiv']?.toLowerCase() === 'refresh') refresh ??= refreshTarget(content)
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
  }

  function readImage(attributes: Attributes): void {
    const alt = attributes.alt ?? ''
    if (link !== null && link.label === '') link.label = alt
    const url = imageSource(attributes)
    if (url === '') return
    if (images.length >= LIMITS.images || url.length > LIMITS.urlLetters) imagesLeft++
    else images.push({ url, alt: clip(alt, LIMITS.linkText) })
  }

  function readLinkElement(attributes: Attributes): void {
    const { rel = '', href } = attributes
    if (!href) return
    if (/\bcanonical\b/i.test(rel)) canonical ??= href
    if (/\bme\b/i.test(rel) || attributes.itemprop === 'sameAs') addLink(href, { rel })
  }

  function finishRaw(): void {
    if (raw === null) return
    const { name, attributes, letters } = raw
    const text = raw.parts.join('')
    raw = null
    if (letters > LIMITS.scriptLetters) truncated = true
    else if (name === 'title' && svgDepth > 0) readNameOfDrawing(clip(text, LIMITS.linkText))
    else if (name === 'title') readTitle(text)
    else if (name === 'style') addStyle(text)
    else readScript(text, attributes)
  }

  function readTitle(text: string): void {
    title = clip(text, LIMITS.titleLetters)
    truncated ||= text.trim().length > LIMITS.titleLetters
  }

  /** What a drawing is called, as the alternative text of a picture. */
  function readNameOfDrawing(text: string): void {
    if (link !== null && link.label === '') link.label = text
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
    if (TEMPLATE_TYPES.test(type)) {
      addTemplate(text)
      return
    }
    if (/^application\/ld\+json(?:\s*;|$)/.test(type)) {
      const items = jsonLdItems(text)
      truncated ||= items.length > LIMITS.jsonLd - jsonLd.length
      jsonLd.push(...items.slice(0, LIMITS.jsonLd - jsonLd.length))
      return
    }
    if (type === '' || SCRIPT_TYPES.has(type)) {
      scriptRedirect ??= scriptTarget(text)
      veils.heedScript(text)
      drawsItself ||= DRAWS.test(text)
      fetches ||= FETCHES.test(text) && (DRAWS.test(text) || ADDS.test(text))
    }
    if (carriesState(text, type, attributes.id))
      keepScript({ id: clip(attributes.id ?? '', 200), type: clip(type, 100), text })
  }

  /** As what lies in a `template`: it is shown when a script fills it. */
  function addTemplate(markup: string): void {
    concealed.line()
    concealed.add(readMarkup(markup.replace(BLOCK, '\n$&')).text)
    concealed.line()
  }

  function keepScript(script: ParsedPage['scripts'][number]): void {
    if (scripts.length >= LIMITS.scripts || scriptLetters + script.text.length > LIMITS.allScriptLetters) {
      truncated = true
      return
    }
    scriptLetters += script.text.length
    scripts.push(script)
  }

  /** Islands of Astro, pages of Inertia and their like hand on their state in an attribute; others say something to visitors. */
  function keepAttributes(name: string, attributes: Attributes): void {
    const said = readAttributes(name, attributes, !frame.hidden)
    if (said === null) return
    for (const text of said.states) keepAttributeState(text)
    for (const { name, text } of said.texts) keepAttributeText(name, text)
    for (const { url, label, rel } of said.links) addLink(url, { text: label, rel, aside: frame.aside })
  }

  function keepAttributeState(text: string): void {
    if (attributeStates++ < LIMITS.attributeStates) keepScript({ id: '', type: 'application/json', text })
    else truncated = true
  }

  function keepAttributeText(name: string, text: string): void {
    if (attributeTexts.length < LIMITS.attributeTexts && attributeLetters + text.length <= LIMITS.text) {
      attributeLetters += text.length
      attributeTexts.push({ name, text, ...asideHere() })
    } else truncated = true
  }

  function asideHere(): { aside?: Aside['role'] } {
    const { aside } = frame
    return aside ? { aside } : {}
  }

  function current() {
    if (frame.unscripted) return unscripted
    if (!frame.hidden) return visible
    return frame.veil !== null && frame.aside === null ? frame.veil.sink : concealed
  }

  function waiting(): Pick<ParsedPage, 'waits'> {
    if (fetches || (isBusy && !isStreamed)) return { waits: 'always' }
    return hasEmptyPlace ? { waits: 'without_state' } : {}
  }

  function finish(baseUrl: string): ParsedPage {
    if (raw?.name === 'title') finishRaw()
    finishLink()
    const root = httpUrl(base, baseUrl) ?? baseUrl
    const withoutScripts = unscripted.text()
    // Whoever runs no scripts, as we do, sees it. Elsewhere it asks for scripts, or counts visitors.
    const shownText = visible.text()
    const isSeen = shownText.length < LEAST_SEEN && isPageWithoutScripts(withoutScripts)
    const behind = veils.texts(rules)
    const shownLinks = links.map((each, place) => {
      const veil = veiledLinks.get(place)
      const isShown = (isSeen && unscriptedLinks.has(place)) || (veil !== undefined && veils.isGone(veil))
      return isShown ? { ...each, hidden: false } : each
    })
    const unseen = [isSeen ? '' : withoutScripts, concealed.text(), behind.left]
    const page = {
      title: title ?? '',
      lang,
      canonical: httpUrl(canonical, root),
      meta: Object.fromEntries(meta),
      links: shownLinks.flatMap((entry) => withUrl(entry, root)),
      images: images.flatMap((entry) => withUrl(entry, root)),
      jsonLd,
      scripts,
      text: isSeen ? withoutScripts : shownText,
      asides: isSeen ? [] : visible.asides(),
      attributeTexts,
      ...(behind.lifted !== '' && { revealedText: behind.lifted }),
      hiddenText: unseen.filter(Boolean).join('\n'),
      refresh: httpUrl(refresh, root),
      scriptRedirect: httpUrl(scriptRedirect, root),
      hasPasswordField,
      ...(Object.keys(asks).length > 0 && { asks }),
      ...((drawsItself || scriptSources.some((source) => isOfSite(source, root))) && {
        isDrawn: true as const,
      }),
      ...waiting(),
      ...((linksLeft > 0 || imagesLeft > 0) && { left: { links: linksLeft, images: imagesLeft } }),
      truncated: truncated || linksLeft > 0 || visible.full || concealed.full || behind.full,
    }
    return { ...page, carries: piecesOfPage(page) }
  }

  const handler: PageHandler = { open: openTag, close: closeTag, text: addText, comment: addComment }
  return { handler, finish }
}

/** Types of fields into which somebody writes. */
const OF_WORDS: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'url', 'search', 'number'])

const DRAWS =
  /\.(?:innerHTML|textContent|innerText)\s*\+?=|\b(?:createRoot|hydrateRoot|createApp)\(|\.\$?mount\(/

/** Other ways to put something onto a page, which code has many uses for. */
const ADDS = /\.insertAdjacentHTML\(|\.append(?:Child)?\(|\.(?:html|prepend|replaceChildren)\(/
/** A script asks its own site for more. */
const FETCHES =
  /\bfetch\(\s{0,9}["'`](?!https?:|\/\/)[^"'`]|\.open\(\s{0,9}["']GET["']\s{0,9},\s{0,9}["'`](?!https?:|\/\/)[^"'`]/i

/** Keys of Solid, under which a template is sent whose content goes into its place at once. */
const SENT_LATER = /^\d[\d-]{0,30}$/
const STREAMED = /^S:[\da-f]{1,6}$/

/** Elements around one in which an application draws itself, and it. */
const DEEPEST_PLACE = 4

/** By the names that frameworks give it. */
function isPlace(name: string, { id = '' }: Attributes): boolean {
  return PLACE.test(id) || (name.includes('-') && PLACE.test(name))
}

const PLACE =
  /^(?:(?:react|vue|svelte|ember|my|main|js|q)-)?(?:app|root|mount|application|__next|__nuxt|___gatsby|svelte)(?:-(?:root|app|container|mount|wrapper))?$/i

/** What counts visitors or shows advertisements comes from elsewhere. */
function isOfSite(source: string, page: string): boolean {
  const [script, own] = [URL.parse(source, page)?.hostname, URL.parse(page)?.hostname.replace(/^www\./, '')]
  return script !== undefined && own !== undefined && (script === own || script.endsWith(`.${own}`))
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

const NOT_WEB = /^(?:javascript|mailto|tel|sms|data|blob|about|file|intent|whatsapp|vbscript):/i

/** Of ASCII, which is all that code is written in; what is half-encoded stays as it is. */
function withoutPercents(code: string): string {
  return code.replace(/%([2-7][\da-f])/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
}

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

function withUrl<Entry extends { url: string }>(entry: Entry, base: string): Entry[] {
  const url = httpUrl(entry.url, base)
  return url === null ? [] : [{ ...entry, url }]
}

function httpUrl(href: string | null, base: string): string | null {
  if (href === null) return null
  // The base is parsed each time, and of no use to most.
  const url = IS_WHOLE.test(href) ? URL.parse(href) : URL.parse(href, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null
}

const IS_WHOLE = /^https?:\/\//i

function clip(text: string, limit: number): string {
  return text
    .slice(0, limit * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit)
}
