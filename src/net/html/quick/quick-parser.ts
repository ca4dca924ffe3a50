import { Parser, type Tokenizer } from 'htmlparser2'
import { KnownNames } from '../known-names.ts'
import { PLAIN_ATTRIBUTES } from '../parts/plain-attributes.ts'
import type { Written } from '../written.ts'
import { type Element, elementOf } from './nesting.ts'
import { QuickTokenizer } from './quick-tokenizer.ts'

/** Who is told of a page. */
export interface PageHandler {
  /** @param arePlain all its attributes are of `PLAIN_ATTRIBUTES` */
  open(element: Element, attributes: Attributes, arePlain: boolean): void
  close(element: Element): void
  /** Letters from `from` to `to`; most are never cut out of what was written. They are good until this returns. */
  text(written: Written, from: number, to: number): void
  comment(text: string): void
}

export type Attributes = Readonly<Record<string, string>>

/** What of htmlparser2's parser its types keep to itself. */
interface Within {
  /** Where what it still holds begins in all that was written. */
  bufferOffset: number
  tokenizer: { written: Written; offset: number }
  /** Names of the open elements. */
  stack: string[]
  foreignContext: number[]
  isInForeignContext(): boolean
  getSlice(start: number, end: number): string
  readTagName(start: number, end: number): string
  ontext(start: number, end: number): void
  ontextentity(letter: number): void
  onopentagname(start: number, end: number): void
  onopentagend(end: number): void
  onselfclosingtag(end: number): void
  onclosetag(start: number, end: number): void
  onattribname(start: number, end: number): void
  onattribdata(start: number, end: number): void
  onattribentity(letter: number): void
  onattribend(): void
  onend(): void
  write(chunk: string): void
  end(): void
}

/** Safe because only what it names is used, and a test compares all that is told with what the library's own tells. */
const Base = Parser as unknown as new (...given: ConstructorParameters<typeof Parser>) => Within
/** Safe because a test compares what it tells with what the library's own tells. */
const OWN_TOKENIZER = QuickTokenizer as unknown as typeof Tokenizer

const elements = new KnownNames<Element>()
const attributeNames = new KnownNames<AttributeName>()

interface AttributeName {
  name: string
  isPlain: boolean
}

/** Of most elements: this and no other where there are none. */
export const NO_ATTRIBUTES: Attributes = Object.freeze({})
const UNTOLD = elementOf('')
const UNNAMED: AttributeName = { name: '', isPlain: true }
const P = elementOf('p')
const BR = elementOf('br')
/** Letters of an entity. */
const FEW = 2

/**
 * htmlparser2's parser of HTML, which looks each name up in five tables, moves all open elements for each that opens or closes, and cuts out
 * what nobody keeps. This one knows by one look what a name means, and says where a text stands.
 */
export class QuickParser extends Base {
  private readonly handler: PageHandler
  /** The innermost last, as in `stack`. */
  private readonly open: Element[] = []
  /** The element whose tag is being read. */
  private element = UNTOLD
  private attributes: Record<string, string> | null = null
  private arePlain = true
  private readonly few = new Uint16Array(FEW)
  private attributeName = UNNAMED
  private attributeValue = ''

  constructor(handler: PageHandler) {
    const rest = {
      ontext: (text: string) => this.tell(text),
      oncomment: (text: string) => handler.comment(text),
    }
    super(rest, { decodeEntities: true, Tokenizer: OWN_TOKENIZER })
    this.handler = handler
  }

  override ontext(start: number, end: number): void {
    const { offset, written } = this.tokenizer
    if (start >= offset) this.handler.text(written, start - offset, end - offset)
    // Its beginning was written before.
    else this.tell(this.getSlice(start, end))
  }

  override ontextentity(letter: number): void {
    this.tell(String.fromCodePoint(letter))
  }

  override onopentagname(start: number, end: number): void {
    this.begin(this.elementAt(start, end))
  }

  override onopentagend(): void {
    this.finishTag()
  }

  override onselfclosingtag(): void {
    // In HTML it means nothing.
    if (this.isInForeignContext()) this.finishElement()
    else this.finishTag()
  }

  override onclosetag(start: number, end: number): void {
    const element = this.elementAt(start, end)
    const { name } = element
    if (!element.isVoid) {
      const place = this.placeOf(name)
      if (place >= 0) while (this.open.length > place) this.pop()
      else if (name === 'p') {
        this.begin(P)
        this.finishElement()
      }
    } else if (name === 'br') {
      this.handler.open(BR, NO_ATTRIBUTES, true)
      this.handler.close(BR)
    }
  }

  override onattribname(start: number, end: number): void {
    const { offset, written } = this.tokenizer
    const isHere = this.bufferOffset === offset
    const known = isHere ? attributeNames.find(written, start - offset, end - offset) : undefined
    this.attributeName = known ?? attributeNamed(this.getSlice(start, end).toLowerCase())
    if (known === undefined && isHere)
      attributeNames.keep(written, start - offset, end - offset, this.attributeName)
  }

  override onattribdata(start: number, end: number): void {
    this.attributeValue += this.getSlice(start, end)
  }

  override onattribentity(letter: number): void {
    this.attributeValue += String.fromCodePoint(letter)
  }

  override onattribend(): void {
    if (this.element !== UNTOLD) {
      const { name, isPlain } = this.attributeName
      if (!isPlain) this.arePlain = false
      // Of two of one name the first counts.
      if (this.attributes === null || !Object.hasOwn(this.attributes, name)) {
        this.attributes ??= {}
        this.attributes[name] = this.attributeValue
      }
    }
    this.attributeValue = ''
  }

  override onend(): void {
    for (let at = this.open.length - 1; at >= 0; at--) this.handler.close(this.open[at] ?? UNTOLD)
  }

  /** What stands in no text that way: entities and the like. */
  private tell(text: string): void {
    const letters = text.length <= FEW ? this.few : new Uint16Array(text.length)
    for (let at = 0; at < text.length; at++) letters[at] = text.charCodeAt(at)
    this.handler.text({ text, letters }, 0, text.length)
  }

  private elementAt(start: number, end: number): Element {
    // In SVG and MathML a name is read by its place.
    const { offset, written } = this.tokenizer
    // Nor is it looked up while the library still holds what was written before: what it tells of a page's end hangs on that.
    if (this.foreignContext.length > 1 || this.bufferOffset !== offset)
      return elementOf(this.readTagName(start, end))
    const known = elements.find(written, start - offset, end - offset)
    if (known !== undefined) return known
    const read = elementOf(this.readTagName(start, end))
    elements.keep(written, start - offset, end - offset, read)
    return read
  }

  private begin(element: Element): void {
    // A form in a form is none.
    if (element.name === 'form' && this.placeOf('form') >= 0) {
      this.element = UNTOLD
      return
    }
    this.element = element
    this.attributes = null
    this.arePlain = true
    const { ends } = element
    if (ends !== 0) while ((ends & (this.open.at(-1) ?? UNTOLD).mark) !== 0) this.pop()
    if (element.isVoid) return
    this.open.push(element)
    this.stack.push(element.name)
    if (element.context !== null) this.foreignContext.unshift(element.context)
  }

  private finishTag(): void {
    const { element, attributes } = this
    this.element = UNTOLD
    this.attributes = null
    if (element === UNTOLD) return
    this.handler.open(element, attributes ?? NO_ATTRIBUTES, this.arePlain)
    if (element.isVoid) this.handler.close(element)
  }

  private finishElement(): void {
    const { name } = this.element
    this.finishTag()
    if (this.stack.at(-1) === name) this.pop()
  }

  private pop(): void {
    const element = this.open.pop() ?? UNTOLD
    this.stack.pop()
    if (element.context !== null) this.foreignContext.shift()
    this.handler.close(element)
  }

  /** Of the innermost open element of that name; -1 where there is none. */
  private placeOf(name: string): number {
    const { stack } = this
    let at = stack.length - 1
    if (stack[at] === name) return at
    if (!stack.includes(name)) return -1
    while (stack[at] !== name) at--
    return at
  }
}

function attributeNamed(name: string): AttributeName {
  return { name, isPlain: PLAIN_ATTRIBUTES.has(name) }
}
