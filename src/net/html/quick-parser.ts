import { Parser } from 'htmlparser2'
import { KnownNames } from './known-names.ts'

/** What of htmlparser2's parser its types keep to itself. */
interface Within {
  buffers: readonly string[]
  /** Of the first buffer in all that was written. */
  bufferOffset: number
  foreignContext: readonly unknown[]
  startIndex: number
  attribname: string
  readTagName(start: number, end: number): string
  onattribname(start: number, end: number): void
}

/** Safe because only what it names is used, and a test compares all that is told with what the library's own tells. */
const Base = Parser as unknown as new (...given: ConstructorParameters<typeof Parser>) => Within

const elements = new KnownNames()
const attributes = new KnownNames()

/** htmlparser2's parser, which cuts each name out of the page and lowers it. This one gives again what it read before. */
class Quick extends Base {
  override readTagName(start: number, end: number): string {
    // In SVG and MathML a name is read by its place.
    if (this.foreignContext.length > 1) return super.readTagName(start, end)
    const [text] = this.buffers
    const [from, to] = [start - this.bufferOffset, end - this.bufferOffset]
    const known = elements.find(text, from, to)
    if (known !== undefined) return known
    const read = super.readTagName(start, end)
    elements.keep(text, from, to, read)
    return read
  }

  override onattribname(start: number, end: number): void {
    const [text] = this.buffers
    const [from, to] = [start - this.bufferOffset, end - this.bufferOffset]
    const known = attributes.find(text, from, to)
    if (known === undefined) {
      super.onattribname(start, end)
      attributes.keep(text, from, to, this.attribname)
    } else {
      this.startIndex = start
      this.attribname = known
    }
  }
}

export const QuickParser = Quick as unknown as typeof Parser
