import { guessLanguage } from './language-identifier.ts'
import { ASCII, lettersOf, mainScript, type Script } from './scripts-of.ts'
import { toldBySigns } from './telling-signs.ts'

/**
 * The language that a text is written in (ISO 639-1), null where it is too short, too mixed or not sure. A script that one language writes tells
 * it alone, else letters and words that set siblings apart, else the identifier. Malay counts as Indonesian (`id`), Bosnian as Croatian, Hindi in
 * Latin letters as `hi`. Addresses, handles, tags, digits and signs say nothing; of a long text its beginning is read.
 */
export function languageOf(text: string): string | null {
  return languageOfWords(wordsOf(text.slice(0, READ)))
}

function languageOfWords(words: string): string | null {
  const script = mainScript(words)
  return script === null ? null : languageIn(script, words)
}

/** How many letters are in a language; `null` where nobody can tell. */
interface Told {
  language: string | null
  letters: number
}

/** What passages came to, for texts that share some, as pages of one site do their menu. */
export type ToldPassages = Map<string, Told>

/** How many letters of a text are in which language, most first. Its passages are told apart; of a long text its beginning is read. */
export function languagesOf(text: string, told: ToldPassages = new Map()): Told[] {
  const sums = new Map<string | null, number>()
  for (const passage of passagesOf(text.slice(0, READ_IN_PASSAGES))) {
    const known = told.get(passage)
    const { language, letters } = known ?? toldOf(passage)
    if (known === undefined) told.set(passage, { language, letters })
    if (letters > 0) sums.set(language, (sums.get(language) ?? 0) + letters)
  }
  return [...sums].map(([language, letters]) => ({ language, letters })).sort((a, b) => b.letters - a.letters)
}

function toldOf(passage: string): Told {
  const words = wordsOf(passage)
  const letters = lettersOf(words)
  if (letters === 0) return { language: null, letters }
  return { language: passage.length <= READ ? languageOfWords(words) : languageOf(passage), letters }
}

/** UTF-16 units. The identifier reads 1,000 itself. */
const READ = 1_200
const READ_IN_PASSAGES = 4_000
const ADDRESS =
  /(?:https?:\/\/|www\.)\S+|[^\s@]{0,40}@\S+|#\S+|(?<![\p{L}\p{N}_.-])[\w-]+(?:\.[\w-]+){0,3}\.[a-z]{2,6}(?:\/\S*)?(?![\p{L}\p{N}])/giu

/** Whatever `ADDRESS` matches holds one of these; to look for them takes a tenth of its time. */
const MAY_HOLD_ADDRESS = /:\/\/|\.\S|[@#]/u

function wordsOf(text: string): string {
  const plain = text.normalize('NFKC')
  const told = MAY_HOLD_ADDRESS.test(plain) ? plain.replace(ADDRESS, ' ') : plain
  if (ASCII.test(told)) return plainWords(told.toLowerCase())
  return told
    .replace(/[^\p{L}\p{M}'’-]+/gu, ' ')
    .trim()
    .toLowerCase()
}

const [A, Z, APOSTROPHE, HYPHEN] = [0x61, 0x7a, 0x27, 0x2d]

/** The words of a text in ASCII with a blank between them, as the expression for other texts gives them: a third of its time. */
function plainWords(text: string): string {
  let words = ''
  for (let start = 0, end = 0; end <= text.length; end++) {
    const unit = text.charCodeAt(end)
    if ((unit >= A && unit <= Z) || unit === APOSTROPHE || unit === HYPHEN) continue
    if (end > start) words += words === '' ? text.slice(start, end) : ` ${text.slice(start, end)}`
    start = end + 1
  }
  return words
}

/** Letters that tell a language by its script alone; a sign of a syllable or word counts `weight` letters. */
const ENOUGH = 6
/** Letters from which the identifier is asked. */
const ENOUGH_TO_GUESS = 20
/** What its lead times letters must come to: .04 for 20 letters, .02 for 40. */
const LEAD_BY_LETTERS = 0.8
const LEAST_LEAD = 0.01

function languageIn(script: Script, words: string): string | null {
  const letters = lettersOf(words)
  if (letters * script.weight < ENOUGH) return null
  const told = toldBySigns(script.name, words)
  if (told !== undefined) return told
  if (script.language !== null || letters * script.weight < ENOUGH_TO_GUESS) return script.language
  const guess = guessLanguage(words)
  if (guess === null || guess.lead < Math.max(LEAST_LEAD, LEAD_BY_LETTERS / (letters * script.weight)))
    return null
  return SAME_AS[guess.language] ?? guess.language
}

/** What the identifier calls by another name. */
const SAME_AS: Readonly<Record<string, string>> = { ms: 'id' }

/** UTF-16 units that a passage has at least. */
const PASSAGE = 40

/** Sentences and lines, short ones with the next. */
function passagesOf(text: string): string[] {
  const passages: string[] = []
  let open = ''
  for (const part of text.split(/(?<=[.!?\n。！？])/u)) {
    open += part
    if (open.length < PASSAGE) continue
    passages.push(open)
    open = ''
  }
  const last = passages.pop()
  return last === undefined ? [open] : [...passages, last + open]
}
