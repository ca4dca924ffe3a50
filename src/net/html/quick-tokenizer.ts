import { Tokenizer } from 'htmlparser2'

/** What of htmlparser2's tokenizer its types keep to itself. */
interface Within {
  buffer: string
  /** Of `buffer` in all that was written. */
  offset: number
  index: number
  stateText(letter: number): void
  handleInAttributeValue(letter: number, quote: number): void
}

/** Safe because only what it names is used, and a test compares all tokens with the library's own. */
const Base = Tokenizer as unknown as new (...given: ConstructorParameters<typeof Tokenizer>) => Within

/**
 * htmlparser2's tokenizer, which goes through its states for every letter as long as it decodes entities. Most letters of a page are
 * of texts and values, and this one runs over them at once.
 */
class Quick extends Base {
  override stateText(letter: number): void {
    super.stateText(letter === LESS || letter === AMPERSAND ? letter : this.skipTo(LESS))
  }

  override handleInAttributeValue(letter: number, quote: number): void {
    super.handleInAttributeValue(
      letter === quote || letter === AMPERSAND ? letter : this.skipTo(quote),
      quote,
    )
  }

  /** To the next such letter or entity, which it gives; else to the last letter written, as if it had been looked at. */
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
}

export const QuickTokenizer = Quick as unknown as typeof Tokenizer

const LESS = 0x3c
const AMPERSAND = 0x26
const NOTHING = -1
