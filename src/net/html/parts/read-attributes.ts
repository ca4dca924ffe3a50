import { webAddressOf } from '../../../answers/app-links.ts'
import { maySay } from '../../../answers/said-in-code.ts'

/** What the attributes of one element carry. */
export interface SaidInAttributes {
  /** Words that a visitor may see or hear. */
  texts: { name: string; text: string }[]
  /** JSON in which frameworks hand on their state. */
  states: string[]
  /** JavaScript that says something. */
  code: string[]
  /** Where a click leads without an anchor, by absolute addresses only, and what stands in a frame (`rel`). */
  links: { url: string; label: string; rel: string }[]
}

/** Reads the attributes of an element; null where they carry nothing. `isShown`: a visitor sees the element. */
export function readAttributes(
  element: string,
  attributes: Record<string, string>,
  isShown: boolean,
): SaidInAttributes | null {
  const speaks = isShown && !OF_MACHINES.has(element) && attributes.type !== 'hidden'
  // Elements of a page's own making take what they show as attributes of any name.
  const isOwn = element.includes('-')
  let said: SaidInAttributes | null = null
  const here = () => {
    said ??= { texts: [], states: [], code: [], links: [] }
    return said
  }
  for (const name in attributes) {
    const value = attributes[name] ?? ''
    if (isShown && isFramed(element, name, attributes)) readFrame(value, attributes, here)
    if (isShown && name === 'src' && element === 'img') readDrawing(value, here)
    if (value.length < SHORTEST || MUTE.has(name)) continue
    if (isShown && (SHOWS.test(name) || RUNS.test(name)) && maySay(value)) here().code.push(value)
    const state = stateIn(name, value)
    if (state !== null) {
      if (SAYS_SOMETHING.test(state)) here().states.push(state)
      continue
    }
    if (!speaks) continue
    if (
      name === 'placeholder' &&
      ASKS_WHO.test(`${attributes.name ?? ''} ${attributes.id ?? ''} ${attributes.type ?? ''}`)
    )
      continue
    const words = name === 'alt' ? TWO_WORDS : THREE_WORDS
    if ((SPEAKING.test(name) || (isOwn && !RUNS.test(name))) && words.test(value) && !FOR_PICTURES.test(name))
      here().texts.push({ name, text: value.trim() })
    const url = leadingTo(element, name, value)
    if (url !== null)
      here().links.push({ url, label: attributes['aria-label'] ?? attributes.value ?? '', rel: '' })
  }
  return said
}

/**
 * A record or list in an attribute: of any name where it is JSON that says something, in code only where frameworks keep state. Base64 and
 * percents are undone.
 */
function stateIn(name: string, value: string): string | null {
  if (!MAY_HOLD.test(value)) return null
  if (IN_CODE.test(name)) return OPENS.test(value) && SAYS_MORE.test(value) ? value : null
  if (STATEFUL.test(name)) {
    if (OPENS.test(value)) return value
    return ENCODED.test(value) ? decodedState(value) : null
  }
  return /^\s*[[{]\s*["{[]/.test(value) && SAYS_MORE.test(value) && !NO_STATE.test(name) ? value : null
}

/** Brackets, or how base64 and percents begin: most values have none. */
const MAY_HOLD = /[[{]|^(?:%[57]B|eyJ|W3s)/i
const ENCODED = /^(?:%[57]B|eyJ|W3s)/i
/** A text of three words, or an address. */
const SAYS_MORE = /["'`][^"'`\s]+(?: [^"'`\s]+){2}|:\\?\/\\?\//
const OPENS = /^\s*(?:[\w$.]{1,60}\s{0,9}[=(]\s{0,9})?[[{]/
/** Most of what stands there says how something behaves. */
const IN_CODE = /^(?:x-data|ng-init)$/
const NO_STATE = /^(?:style|srcset|sizes|media|content|on[a-z]+|:?class)$|[:.]class$|[:.]style$/

function decodedState(value: string): string | null {
  try {
    return value.startsWith('%') ? decodeURIComponent(value) : Buffer.from(value, 'base64').toString('utf8')
  } catch {
    // Translated: it is no state, whatever it looks like.
    return null
  }
}

/** Also what a script loads without being asked: frames that wait until they are in view, fragments of htmx. */
function isFramed(element: string, name: string, attributes: Record<string, string>): boolean {
  if (name === FRAMED[element]) return true
  if (name === 'data-src') return element === 'iframe' && !attributes.src
  return name === 'hx-get' && /\b(?:load|revealed|intersect)\b/.test(attributes['hx-trigger'] ?? '')
}

/** The attribute that says what an element shows of another document. */
const FRAMED: Readonly<Record<string, string>> = {
  iframe: 'src',
  frame: 'src',
  embed: 'src',
  object: 'data',
  'turbo-frame': 'src',
}

/** A document is in its own address, or at it. Frames of a pixel count visitors. */
function readFrame(value: string, attributes: Record<string, string>, here: () => SaidInAttributes): void {
  const { type = '', width, height } = attributes
  if ((type !== '' && !/html/i.test(type)) || isPixel(width) || isPixel(height)) return
  const address = value.trim()
  const written = WRITTEN.exec(address)
  if (written) {
    const text = textOfData(address.slice(written[0].length), written[1] !== undefined)
    if (text !== null) here().texts.push({ name: 'srcdoc', text })
  } else if (address !== '' && !/^(?!https?:)[a-z][a-z\d+.-]*:/i.test(address) && !FILE.test(address))
    here().links.push({ url: address, label: attributes.title ?? '', rel: 'frame' })
}

/** A drawing in its own address, with the words in it. */
function readDrawing(value: string, here: () => SaidInAttributes): void {
  const written = DRAWN.exec(value)
  const text = written && textOfData(value.slice(written[0].length), written[1] !== undefined)
  if (text && /<(?:text|foreignObject|title|desc)\b/.test(text)) here().texts.push({ name: 'srcdoc', text })
}

const DRAWN = /^\s*data:image\/svg\+xml(?:;(?:charset=[\w-]{1,20}|utf-?8))?(;base64)?,/i
const WRITTEN = /^data:text\/html(?:;charset=[\w-]{1,20})?(;base64)?,/i

function textOfData(data: string, isBase64: boolean): string | null {
  try {
    const written = decodeURIComponent(data)
    return isBase64 ? Buffer.from(written, 'base64').toString() : written
  } catch {
    return null
  }
}

function isPixel(length: string | undefined): boolean {
  return length !== undefined && /^[01](?:px)?$/.test(length.trim())
}

/** Where an attribute leads whoever clicks; null where it leads nowhere, or to a picture. */
function leadingTo(element: string, name: string, value: string): string | null {
  if (MEDIA.has(element)) return null
  const isLink =
    LEADS.test(name) || (element.includes('-') && !FOR_PICTURES.test(name)) || isOffered(element, name)
  const isEncoded = name.startsWith('data-') && ENCODED_ADDRESS.test(value)
  const written =
    isLink || isEncoded ? decodedAddress(value.trim()) : RUNS.test(name) ? addressInCode(value) : ''
  const url = webAddressOf(written)
  return /^(?:https?:)?\/\/[^/]/i.test(url) && !/\s/.test(url) && !FILE.test(url) ? url : null
}

/** An address that is there to be chosen or copied. */
function isOffered(element: string, name: string): boolean {
  return name === 'value' && (element === 'option' || element === 'input' || element === 'button')
}

/** The first that code names, whatever it does with it; as base64 too. */
export function addressInCode(code: string): string {
  return decodedAddress(QUOTED_ADDRESS.exec(code)?.[1] ?? '')
}

function decodedAddress(written: string): string {
  return ENCODED_ADDRESS.test(written) ? Buffer.from(written, 'base64').toString('utf8') : written
}

const LEADS =
  /^(?:data-(?:[\w-]{1,40}-)?(?:href|url|link|location|destination|open|goto|clipboard-text)(?:-value)?|ng-href|action|formaction)$/
/** Attributes of code whose value Alpine, Vue, Angular and Knockout show, or take from it what they show. */
const SHOWS =
  /^(?:x-(?:text|html|data|init)|v-(?:text|html|scope|init)|ng-(?:init|bind|bind-html|bind-template)|data-bind|(?:x-bind|v-bind|ng-attr)?[:-](?:title|alt|aria-label|placeholder|href)|\[(?:innerhtml|textcontent|innertext)\])$/
/** Attributes of code. */
const RUNS = /^(?:on[a-z]*|@[\w.:-]+|x-on:.+|v-on:.+)$/
const QUOTED_ADDRESS = /["'`](https?:\/\/[^"'`\s]+|\/\/[^"'`\s/]+\.[^"'`\s]+|aHR0c[\w+/-]{12,}={0,2})["'`]/i
/** `http` in base64. */
const ENCODED_ADDRESS = /^aHR0c[\w+/-]{12,}={0,2}$/
const MEDIA = new Set(['img', 'source', 'picture', 'video', 'audio', 'track', 'object', 'embed'])
const FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|mp[34]|m4[av]|webm|js|css)(?:[?#]|$)/i

/** Their attributes are read for what they are. */
const OF_MACHINES = new Set(['meta', 'link', 'script', 'style', 'param'])

/** Which most elements have, and which none of the expressions below asks for. */
const MUTE = new Set([
  'class',
  'id',
  'style',
  'href',
  'rel',
  'target',
  'role',
  'type',
  'name',
  'width',
  'height',
])

/** Fields of logins and searches tell visitors what is theirs to write. */
const ASKS_WHO =
  /(?:^|[\s_-])(?:log|login|user|user_?name|email|e-?mail|password|passwd|pwd|search|query|q|s)(?:$|[\s_-])/i

const STATEFUL = /^(data-.+|.*props|.*state)$/
const SPEAKING =
  /^(aria-(?:braille)?label|aria-description|aria-placeholder|aria-(?:braille)?roledescription|aria-valuetext|title|label|summary|data-.+|value|alt|content|placeholder|srcdoc)$/
const FOR_PICTURES = /srcset|sizes|src$|style|class/
const SHORTEST = 8
/** What a picture shows is told in few words. */
const TWO_WORDS = /\S\s+\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u
const THREE_WORDS = /\S\s+\S+\s+\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u

/** Three words or more. */
export function saysSomething(text: string): boolean {
  return THREE_WORDS.test(text)
}

/** Attributes without a text of three words and without an address are settings. */
const SAYS_SOMETHING = /[^\s"]\s+[^\s"]+\s+[^\s"]|:\\?\/\\?\//
