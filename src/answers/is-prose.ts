/** A name of a thing as lists of settings hold it: `Food and Drink`, `Netherlands Antillean Guilder`. Three words that offer something say more. */
export function isLabel(text: string): boolean {
  const tokens = text.trim().split(/\s+/)
  if (tokens.length > 4 || /[\d$€£!?:@#]|\p{Extended_Pictographic}/u.test(text) || hasNoBlanks(text))
    return false
  return tokens.length < 4 || tokens.every((token) => /^\p{Lu}/u.test(token))
}

/** Letters of a text that are looked at to tell what it is. */
const FRONT = 2_000

/** Words that somebody wrote to be read: no identifier, class list, date, code or path. `least`: words that it has at least. */
export function isProse(text: string, least = 3): boolean {
  const front = text.slice(0, FRONT).trim()
  if (hasNoBlanks(front)) return !isCode(front)
  if (!hasWords(front, least) || isPictureSet(front)) return false
  return !isCode(front) && !isClassList(front) && !isDate(front) && isMostlyLetters(front)
}

/** Whether so many words stand in it, of which one, or two, are of letters: the first few of a text tell. */
function hasWords(text: string, least: number): boolean {
  const leastSpoken = Math.min(least, 2)
  let words = 0
  let spoken = 0
  WORD.lastIndex = 0
  for (let word = WORD.exec(text)?.[0]; word !== undefined; word = WORD.exec(text)?.[0]) {
    words++
    if (spoken < leastSpoken && isSpoken(word)) spoken++
    if (words >= least && spoken >= leastSpoken) return true
  }
  return false
}

const WORD = /\S+/g

function isSpoken(word: string): boolean {
  return /\p{L}{2}|^\p{L}$/u.test(word) || /\p{Extended_Pictographic}/u.test(word)
}

/** In one of the scripts that write no blanks between words. */
function hasNoBlanks(text: string): boolean {
  return MAY_BE_WITHOUT_BLANKS.test(text) && WITHOUT_BLANKS.test(text)
}

/** Where their letters are, and others: quicker to look for. */
const MAY_BE_WITHOUT_BLANKS = /[\u0e00-\u1fff\u2e80-\uffff]/
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{4}/u

/** `/a-300x80.jpg 300w, /a-768x204.jpg 768w` and no word more: the addresses of one picture in its widths (`srcset` of HTML), cut off where it may be. */
function isPictureSet(text: string): boolean {
  // The second word tells of nearly every text that it is none.
  if (!SECOND_IS_WIDTH.test(text)) return false
  return text
    .split(/\s+/)
    .every((token, i) => (i % 2 === 0 ? token === '' || token.includes('/') : WIDTH.test(token)))
}

const SECOND_IS_WIDTH = /^\S{1,500}\s{1,9}\d{1,5}(?:\.\d{1,3})?[wx],?(?:\s|$)/
const WIDTH = /^\d{1,5}(?:\.\d{1,3})?[wx]?,?$/

function isCode(text: string): boolean {
  return CODE.test(text) || LABELLED_DATA.test(text) || (text.includes(';') && STATEMENT.test(text))
}

const CODE =
  /=>|\bfunction\s*\(|\b(?:var|const|let) \w+ ?=|\breturn [\w$]+[;(]|[;{]\s*[a-z-]{2,30}\s*:\s*[^;{}]{1,80};|^\s*(?:query|mutation|fragment|subscription) \w+.{0,80}\{|^@(?:media|font-face|import)|^M ?-?\d[\d.,\s\-a-zA-Z]*$|^<svg|^(?:[a-z-]+\([\d.%,\s]+(?:deg)?\)\s*){2,}/s
const STATEMENT = /\bwindow\.[\w$]+ ?=|\|\| ?(?:\[\]|\{\});/
const LABELLED_DATA =
  /^(?:Mozilla\/\d|data:|sha\d{3}-|[\w+.-]+\/[\w+.-]+; ?(?:charset|codecs)=|(?:max-age|width|min-width)=?)/i

/** `flex items-center md:px-4`: small letters throughout, most of them put together. */
function isClassList(text: string): boolean {
  // Most texts have a capital, and of the others most words are joined to none.
  if (!OF_SMALL_LETTERS.test(text) || !/[-:/[_]/.test(text)) return false
  const tokens = text.split(/\s+/)
  const joined = tokens.filter(
    (token) =>
      /[-:/[_]/.test(token) &&
      /^[a-z0-9!@.[\]()/#%_:-]*[a-z0-9](?:[-:/[]|__?|--)[a-z0-9[\]#%./-]*$/.test(token),
  )
  return joined.length * 2 > tokens.length
}

const OF_SMALL_LETTERS = /^[a-z0-9!@.[\]()/#%_:,\s-]+$/

function isDate(text: string): boolean {
  return (
    text.length < 60 &&
    /\d{1,2}[ ,:]|\d{4}/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    DATE_WORDS.test(text)
  )
}

const DATE_WORDS =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|gmt|utc|[ap]m|[\d\s.,:+()-]|\b[A-Z]{3,4}\b)+$/i

/** Four tenths of what is no blank. Told letter by letter where Latin is written, since classes of Unicode take ten times as long. */
function isMostlyLetters(text: string): boolean {
  let letters = 0
  let blanks = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > LAST_ASCII && !isLatin(code) && !isMark(code)) return isMostlyLettersOfAny(text)
    if (isLatin(code)) letters++
    else if (isBlank(code)) blanks++
  }
  return letters * 10 >= (text.length - blanks) * 4
}

const LAST_ASCII = 0x7f

/** A letter of ASCII, of Latin-1 or of what Unicode has added to them first. */
function isLatin(code: number): boolean {
  if (code <= LAST_ASCII) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7
}

/** Dashes, quotation marks, ellipsis and their like. */
function isMark(code: number): boolean {
  return code >= 0x2010 && code <= 0x2027
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function isMostlyLettersOfAny(text: string): boolean {
  const letters = text.match(/[\p{L}\p{M}\p{Extended_Pictographic}]/gu)?.length ?? 0
  return letters * 10 >= text.replace(/\s/g, '').length * 4
}
