import { Tokenizer } from 'htmlparser2'
import { type Written, writtenOf } from '../written.ts'

/** What of htmlparser2's tokenizer its types keep to itself. */
interface Within {
  buffer: string
  /** Of `buffer` in all that was written. */
  offset: number
  index: number
  sectionStart: number
  isSpecial: boolean
  cbs: { ontext(start: number, end: number): void }
  write(chunk: string): void
  end(): void
  stateText(letter: number): void
  stateInTagName(letter: number): void
  stateInClosingTagName(letter: number): void
  stateInAttributeName(letter: number): void
  handleInAttributeValue(letter: number, quote: number): void
  fastForwardTo(letter: number): boolean
}

/** Safe because only what it names is used, and a test compares all tokens with the library's own. */
const Base = Tokenizer as unknown as new (...given: ConstructorParameters<typeof Tokenizer>) => Within

/**
 * htmlparser2's tokenizer, which goes through its states for every letter as long as it decodes entities. Most letters of a page are
 * of texts, values and names, and this one runs over them at once; tags that are whole it takes without a step between.
 */
class Quick extends Base {
  /** What is being read. */
  written: Written = NOTHING_WRITTEN

  override write(chunk: string): void {
    this.written = writtenOf(chunk)
    super.write(chunk)
  }

  override stateText(first: number): void {
    let letter = first
    for (;;) {
      if (letter !== LESS && letter !== AMPERSAND) letter = this.skipText()
      if (letter !== LESS || this.isSpecial || !this.takeTag()) break
      // Behind it the next text begins, or what the states go on with.
      if (this.sectionStart < 0 || this.index - this.offset + 1 >= this.buffer.length) return
      this.index++
      letter = this.written.letters[this.index - this.offset] ?? NOTHING
    }
    super.stateText(letter)
  }

  /**
   * Takes the tag that begins here as far as its name, or whole where nothing else is in it: then a text begins behind it. False, and nothing
   * is taken, where its name may change how the page is read, or what was written ends first.
   */
  private takeTag(): boolean {
    const { letters } = this.written
    const { length } = this.buffer
    const less = this.index - this.offset
    const isEnd = letters[less + 1] === SLASH
    const begin = isEnd ? less + 2 : less + 1
    if (begin + 1 >= length) return false
    const first = (letters[begin] ?? 0) | LOWER
    if (first < LETTER_A || first > LETTER_Z) return false
    if (!isEnd && isSpecialStart(first, (letters[begin + 1] ?? 0) | LOWER)) return false
    let end = begin + 1
    let letter = letters[end] ?? 0
    while (letter > GREATER || ENDS_NAME[letter] === 0) {
      if (++end >= length) return false
      letter = letters[end] ?? 0
    }
    if (letter === EQUALS) return false
    const at = less + this.offset
    if (at > this.sectionStart) this.cbs.ontext(this.sectionStart, at)
    this.sectionStart = begin + this.offset
    this.index = end + this.offset
    if (isEnd) super.stateInClosingTagName(letter)
    else super.stateInTagName(letter)
    return true
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

  /** To the next of these in a script, a style sheet or a comment, of which it looked at each letter. */
  override fastForwardTo(letter: number): boolean {
    const at = this.buffer.indexOf(String.fromCharCode(letter), this.index - this.offset + 1)
    this.index = (at < 0 ? this.buffer.length - 1 : at) + this.offset
    return at >= 0
  }

  /** What was found last, so that a text of many entities is searched once. */
  private searched = NOTHING_WRITTEN
  private less = -1
  private ampersand = -1

  /** To the next tag or entity, whose first letter it gives; else to the last letter written, as if it had been looked at. */
  private skipText(): number {
    const { buffer, written } = this
    const from = this.index - this.offset + 1
    if (written !== this.searched) {
      this.searched = written
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
    const { length } = this.buffer
    const { letters } = this.written
    for (let at = this.index - this.offset + 1; at < length; at++) {
      const letter = letters[at] ?? 0
      if (letter !== wanted && letter !== AMPERSAND) continue
      this.index = at + this.offset
      return letter
    }
    this.index = length + this.offset - 1
    return NOTHING
  }

  /** To the letter behind the name, which it gives; where the name goes on behind what was written, to the last letter of it. */
  private skipName(first: number): number {
    const { length } = this.buffer
    const { letters } = this.written
    let at = this.index - this.offset
    let letter = first
    while (letter > GREATER || ENDS_NAME[letter] === 0) {
      if (++at === length) {
        this.index = at + this.offset - 1
        return NOTHING
      }
      letter = letters[at] ?? 0
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

export const QuickTokenizer = Quick

const NOTHING_WRITTEN: Written = { text: '', letters: new Uint16Array(0) }
const LESS = 0x3c
const GREATER = 0x3e
const AMPERSAND = 0x26
const SLASH = 0x2f
const EQUALS = 0x3d
const LOWER = 0x20
const LETTER_A = 0x61
const LETTER_Z = 0x7a
const NOTHING = -1
/** By letter: whether a name of an element or attribute ends before it. */
const ENDS_NAME = new Uint8Array(GREATER + 1)
for (const sign of '\t\n\f\r />=') ENDS_NAME[sign.charCodeAt(0)] = 1

/** Whether a name that begins so may be of an element in which there are no tags: `script`, `textarea` and their like. */
function isSpecialStart(first: number, second: number): boolean {
  const seconds = SPECIAL[first - LETTER_A] ?? 0
  return (
    seconds !== 0 && second >= LETTER_A && second <= LETTER_Z && ((seconds >> (second - LETTER_A)) & 1) === 1
  )
}

/** By first letter the second ones, a bit for each. */
const SPECIAL = new Uint32Array(26)
for (const [first, second] of ['if', 'no', 'pl', 'sc', 'st', 'te', 'ti', 'xm'])
  SPECIAL[codeOf(first)] = (SPECIAL[codeOf(first)] ?? 0) | (1 << codeOf(second))

function codeOf(letter = ''): number {
  return letter.charCodeAt(0) - LETTER_A
}
