/** What the attributes of one element carry. */
export interface SaidInAttributes {
  /** Words that a visitor may see or hear. */
  texts: { name: string; text: string }[]
  /** JSON in which frameworks hand on their state. */
  states: string[]
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
  let said: SaidInAttributes | null = null
  const here = () => {
    said ??= { texts: [], states: [], links: [] }
    return said
  }
  for (const name in attributes) {
    const value = attributes[name] ?? ''
    if (isShown && name === FRAMED[element]) readFrame(value, attributes, here)
    if (value.length < SHORTEST || MUTE.has(name)) continue
    if (STATEFUL.test(name) && /^\s*[[{]/.test(value)) {
      if (SAYS_SOMETHING.test(value)) here().states.push(value)
      continue
    }
    if (!speaks) continue
    const words = name === 'alt' ? TWO_WORDS : THREE_WORDS
    if (SPEAKING.test(name) && words.test(value) && !FOR_PICTURES.test(name))
      here().texts.push({ name, text: value.trim() })
    const url = leadingTo(element, name, value)
    if (url !== null)
      here().links.push({ url, label: attributes['aria-label'] ?? attributes.value ?? '', rel: '' })
  }
  return said
}

/** The attribute that says what an element shows of another document. */
const FRAMED: Readonly<Record<string, string>> = { iframe: 'src', frame: 'src', embed: 'src', object: 'data' }

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
  const isLink = LEADS.test(name)
  const url = isLink ? value.trim() : name === 'onclick' ? (QUOTED_ADDRESS.exec(value)?.[1] ?? '') : ''
  return /^(?:https?:)?\/\/[^/]/i.test(url) && !FILE.test(url) ? url : null
}

const LEADS = /^(?:data-(?:[\w-]{1,40}-)?(?:href|url|link|location|destination)|action|formaction)$/
const QUOTED_ADDRESS = /["'](https?:\/\/[^"'\s]+)["']/i
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

const STATEFUL = /^(data-.+|.*props|.*state)$/
const SPEAKING =
  /^(aria-label|aria-description|title|label|summary|data-.+|value|alt|content|placeholder|srcdoc)$/
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
