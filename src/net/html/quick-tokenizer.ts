import { Tokenizer } from 'htmlparser2'

/** What of htmlparser2's tokenizer its types keep to itself. */
interface Within {
  buffer: string
  /** Of `buffer` in all that was written. */
  offset: number
  index: number
  stateText(letter: number): void
  stateInTagName(letter: number): void
  stateInClosingTagName(letter: number): void
  stateInAttributeName(letter: number): void
  handleInAttributeValue(letter: number, quote: number): void
}

/** Safe because only what it names is used, and a test compares all tokens with the library's own. */
const Base = Tokenizer as unknown as new (...given: ConstructorParameters<typeof Tokenizer>) => Within

/**
 * htmlparser2's tokenizer, which goes through its states for every letter as long as it decodes entities. Most letters of a page are
 * of texts, values and names, and this one runs over them at once.
 */
class Quick extends Base {
  override stateText(letter: number): void {
    super.stateText(letter === LESS || letter === AMPERSAND ? letter : this.skipText())
  }

  override stateInTagName(letter: number): void {
    super.stateInTagName(this.skipName(letter))
  }

  override stateInClosingTagName(letter: number): void {
    super.stateInClosingTagName(this.skipName(letter))
  }

  override stateInAttributeName(letter: number): void {
    super.stateInAttributeName(this.skipName(letter))
  }

  override handleInAttributeValue(letter: number, quote: number): void {
    super.handleInAttributeValue(
      letter === quote || letter === AMPERSAND ? letter : this.skipTo(quote),
      quote,
    )
  }

  /** What was found last, so that a text of many entities is searched once. */
  private searched = ''
  private less = -1
  private ampersand = -1

  /** To the next tag or entity, whose first letter it gives; else to the last letter written, as if it had been looked at. */
  private skipText(): number {
    const { buffer } = this
    const from = this.index - this.offset + 1
    if (buffer !== this.searched) {
      this.searched = buffer
      this.less = -1
      this.ampersand = -1
    }
    if (this.less < from) this.less = placeOf('<', buffer, from)
    if (this.ampersand < from) this.ampersand = placeOf('&', buffer, from)
    const at = Math.min(this.less, this.ampersand)
    this.index = Math.min(at, buffer.length - 1) + this.offset
    return at === buffer.length ? NOTHING : buffer.charCodeAt(at)
  }

  /** The same for the end of a value. */
  private skipTo(wanted: number): number {
    const { buffer } = this
    let at = this.index - this.offset + 1
    for (; at < buffer.length; at++) {
      const letter = buffer.charCodeAt(at)
      if (letter !== wanted && letter !== AMPERSAND) continue
      this.index = at + this.offset
      return letter
    }
    this.index = buffer.length + this.offset - 1
    return NOTHING
  }

  /** To the letter behind the name, which it gives; where the name goes on behind what was written, to the last letter of it. */
  private skipName(first: number): number {
    const { buffer } = this
    let at = this.index - this.offset
    let letter = first
    while (letter > GREATER || (ENDS_NAME[letter] ?? 0) === 0) {
      if (++at === buffer.length) {
        this.index = at + this.offset - 1
        return NOTHING
      }
      letter = buffer.charCodeAt(at)
    }
    this.index = at + this.offset
    return letter
  }
}

/** Behind the last letter where there is none. */
function placeOf(sign: string, text: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length : at
}

export const QuickTokenizer = Quick as unknown as typeof Tokenizer

const LESS = 0x3c
const GREATER = 0x3e
const AMPERSAND = 0x26
const NOTHING = -1
/** By letter: whether a name of an element or attribute ends before it. */
const ENDS_NAME = new Uint8Array(GREATER + 1)
for (const sign of '\t\n\f\r />=') ENDS_NAME[sign.charCodeAt(0)] = 1
