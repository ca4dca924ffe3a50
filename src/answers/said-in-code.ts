import type { Piece, Role } from '../evidence/piece.ts'
import { webAddressOf } from './app-links.ts'
import { isWordLetter } from './code-parts.ts'
import { type Constant, constantsInCode, GAP } from './constants-in-code.ts'
import { isLabel, isProse } from './is-prose.ts'
import type { Fuel, Passed } from './read-literal.ts'
import { BLOCK, readMarkup } from './read-markup.ts'
import { roleOfKey, wordsOf } from './role-of-key.ts'

/** What else is known of a page's scripts. */
export interface AroundCode {
  fuel: Fuel
  /** Whether any of them asks for a name again that one of them gives a text. */
  isAskedFor: (name: string) => boolean
}

/**
 * What a script says to people and where it leads them, beside the states in it: words that it may put onto its page by whatever way, and addresses that it
 * opens or gives to links. `read`: what was read as states.
 */
export function saidInCode(code: string, read: readonly Passed[], around: AroundCode, depth = 0): Piece[] {
  const constants = constantsInCode(code, read, around.fuel)
  const opened = openedByName(code, constants)
  return constants.flatMap((constant, at) => {
    const whole = webAddressOf(constant.value)
    if (whole.length < LEAST_LETTERS || !MAY_SAY.test(whole)) return []
    const value = whole.replaceAll(GAP, ' ').trim()
    const before = code.slice(Math.max(0, constant.from - BEFORE), constant.from)
    if (ADDRESS.test(value)) {
      if (!isWhole(whole)) return []
      // Most of the others are for machines.
      const isOpened = opens(before) || opened.has(constant)
      return [{ ...linkOf(at, value, ''), ...(!isOpened && { role: null }) }]
    }
    const key = keyOf(before)
    if (RUN.test(key) && depth < DEEPEST)
      return saidInCode(value, [], around, depth + 1).map((piece) => ({
        ...piece,
        path: `code/${at}.${piece.path.slice(CODE)}`,
      }))
    return isShown(before, key, around) ? shown(value, at, key, around.fuel) : []
  })
}

/**
 * Whether a script may say something to people or lead them somewhere: most load something, or count visits.
 */
export function maySay(code: string): boolean {
  if (LEADS.test(code) || WRITES.test(code) || DECODES.test(code)) return true
  return /["'`]/.test(code) && (WORDS.test(code) || (FOREIGN.test(code) && WITHOUT_BLANKS.test(code)))
}

/** Three words in a row, looked for by the blank between the first two, of which code has fewer than letters. */
const WORDS =
  / [\p{L}\p{N}](?<=\p{L}[\p{L}\p{N}'’-]{0,30}[,.:;!?]{0,2} .)[\p{L}\p{N}'’-]{0,30}[,.:;!?]{0,2} [\p{L}\p{N}]/su
/** Where the scripts are that write no blanks, and others. */
const FOREIGN = /[\u0e00-\u1fff\u2e80-\uffff]/
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{4}/u
const DECODES =
  /\b(?:atob|unescape|decodeURI(?:Component)?)\(|\.from(?:CharCode|CodePoint)\b|\.(?:reverse|join)\(|(?:\\x[\da-f]{2}|\\u\{?[\da-f]{4}\}?){4}/i
/** It may put there what another script has named. */
const WRITES = /\.(?:innerHTML|textContent|innerText)\s*\+?=|\.write(?:ln)?\(/
const LEADS = /\blocation\b|\.href\b|\.open\(|["']href["']/

/** Words, or markup of words and links. */
function shown(value: string, at: number, key: string, fuel: Fuel): Piece[] {
  const role = PUTS.test(key) ? 'owner' : roleOfKey(key)
  const path = `code/${at}/${key || 'text'}`
  if (!MARKUP.test(value)) return isSaid(value) ? [textOf(path, value, role)] : []
  const { text, links, unread } = readMarkup(
    value.slice(0, MOST_MARKUP).replace(OF_MACHINES, ' ').replace(BLOCK, '\n$&'),
  )
  fuel.unread += unread + Math.max(0, value.length - MOST_MARKUP)
  return [
    ...(isSaid(text) ? [textOf(path, text, role)] : []),
    ...links.flatMap(({ href, label }) =>
      ADDRESS.test(href) ? [{ ...linkOf(at, href, label), role: role ?? ('owner' as const) }] : [],
    ),
  ]
}

/** Ways to put something onto a page. */
const PUTS =
  /^(?:innerHTML|outerHTML|textContent|innerText|nodeValue|srcdoc|write|writeln|insertAdjacent(?:HTML|Text)|createTextNode|append|prepend|after|before|html|text|fillText|strokeText)$/

/** Whether a script puts this onto its page, by the path of its piece. */
export function isPut(path: string): boolean {
  return path.startsWith('code/') && PUTS.test(path.slice(path.lastIndexOf('/') + 1))
}

/** Also what is written piece by piece, with its tags left open. */
const MARKUP = /<(?:\/?[a-z][\w-]{0,30}(?:[\s>/]|$)|!--)/i
/** Letters of markup in one text that are read. */
const MOST_MARKUP = 20_000
const OF_MACHINES =
  /<(script|style)\b[\s\S]{0,20000}?(?:<\/\1[^>]{0,20}>|$)|<[a-z][\w-]{0,30}\s[^<>]{0,2000}$/gi

function isSaid(text: string): boolean {
  return isProse(text) && !isLabel(text)
}

/** What a text is given to: the name before `=` or `:`, or the function that it is handed to. */
function keyOf(before: string): string {
  return nameGiven(before) ?? functionCalled(before) ?? ''
}

/** `name = `, `name += `, `"name": `, `["name"] = `. */
function nameGiven(before: string): string | undefined {
  const bare = before.trimEnd()
  if (!bare.endsWith('=') && !bare.endsWith(':')) return undefined
  const sign = bare.endsWith('+=') ? 2 : 1
  const named = bare.slice(-FAR, -sign).trimEnd()
  return wordAtEnd(named.replace(/["'\]]{1,2}$/, ''), true)
}

/** `name(`, `name(first, `. */
function functionCalled(before: string): string | undefined {
  const bare = before.trimEnd()
  if (bare.endsWith('(')) return wordAtEnd(bare.slice(0, -1).trimEnd(), false)
  if (!bare.endsWith(',')) return undefined
  const opens = bare.lastIndexOf('(')
  const isNear = opens >= 0 && bare.length - opens <= FARTHEST_COMMA && bare.lastIndexOf(')') < opens
  return isNear ? wordAtEnd(bare.slice(0, opens).trimEnd(), false) : undefined
}

/** The name that a text ends with. It is read from its end, since no expression begins there. */
function wordAtEnd(text: string, mayHaveHyphens: boolean): string | undefined {
  let from = text.length
  while (from > 0 && text.length - from < LONGEST_NAME && isOfName(text.charCodeAt(from - 1), mayHaveHyphens))
    from--
  return from < text.length ? text.slice(from) : undefined
}

function isOfName(letter: number, mayHaveHyphens: boolean): boolean {
  return letter <= LAST_OF_ASCII && (isWordLetter(letter) || (mayHaveHyphens && letter === HYPHEN))
}

const LONGEST_NAME = 60
const LAST_OF_ASCII = 0x7f
const HYPHEN = 0x2d
/** Letters before a sign in which its name stands. */
const FAR = 72
/** Letters from a bracket to a comma behind it, both of them included. */
const FARTHEST_COMMA = 62

/** What is handed to these is code again. */
const RUN = /^(?:eval|Function|execScript)$/
const DEEPEST = 3
const CODE = 'code/'.length

/**
 * Whether people come to see a text, by what the code does with it: it is put onto the page, made an element of, returned, or has a name that is asked
 * for again. What is compared, told to a console or counted, and messages that wait for a mistake in names of their own, nobody sees.
 */
function isShown(before: string, key: string, { isAskedFor }: AroundCode): boolean {
  if (PUTS.test(key)) return true
  if (COMPARED.test(before)) return false
  if (functionCalled(before) !== undefined) return MAKES.test(key)
  const isNamed = /[\w$]\s*=\s*$/.test(before)
  return !OF_STYLE.test(key) && (!isNamed || isOfOneself(key) || isAskedFor(key))
}

/** A name of a word or two: in longer ones something else is said of an `user` or a `text`. */
function isOfOneself(key: string): boolean {
  return roleOfKey(key) === 'owner' && wordsOf(key).length <= 2
}

const COMPARED = /(?:[=!]=|\bcase)\s*$/
/** Functions that make elements, values that are watched, or lines that are typed of a text. */
const MAKES =
  /^(?:h|createElement|createVNode|createTextVNode|_?jsxs?|jsxDEV|_[cv]|ref|shallowRef|signal|observable|useState|reactive|data|type(?:it|writer|string)?|(?:set|show|render|print|display|add|draw)[A-Z_]?\w{0,30})$/i
const OF_STYLE =
  /^(?:css\w*|className|class|style|font\w*|transition|transform|boxShadow|background\w*|cookie|userAgent|selector)$/i

/** Where a script sends whoever sees its page, as it writes it; null where it sends nobody anywhere, or only running it would tell. */
export function placeOpened(code: string): string | null {
  if (!MAY_SEND.test(code)) return null
  const constants = constantsInCode(code, [], { left: MOST_STEPS, unread: 0 })
  const named = new Map<string, string>()
  for (const { value, from } of constants) {
    const before = code.slice(Math.max(0, from - BEFORE), from)
    if (/\s/.test(value) || value === '') continue
    // What is added to an address of another host is a query mostly; of a path nobody knows what comes of it.
    if (SENDS.test(before) && (!value.includes(GAP) || isWhole(value))) return value.replaceAll(GAP, '')
    const name = nameGiven(before)
    if (name !== undefined && !value.includes(GAP)) named.set(name, value)
  }
  for (const [, one, other] of code.matchAll(SENDS_TO_NAME)) {
    const value = named.get((one ?? other ?? '').replace(/^.*\./, ''))
    if (value !== undefined && MAY_LEAD.test(value)) return value
  }
  return null
}

const MOST_STEPS = 100_000
const SENDS =
  /\blocation(?:["']\s*\])?(?:\.href|\s*\[\s*["']href["']\s*\])?\s*=\s*$|\blocation\.(?:replace|assign)\s*\(\s*$/
/** What either of these and of those beneath finds: most scripts only look where they are. */
const MAY_SEND =
  /location(?:["']\s*\])?(?:\.href|\s*\[\s*["']href["']\s*\])?\s*=(?!=)|location\.(?:replace|assign)\s*\(/
const SENDS_TO_NAME =
  /\blocation(?:\.href)?\s{0,9}=\s{0,9}([A-Za-z_$][\w$.]{0,60})|\blocation\.(?:replace|assign)\(\s{0,9}([A-Za-z_$][\w$.]{0,60})/g
const MAY_LEAD = /^(?:https?:)?\/|^[.?]/i

/** Addresses that stand in a name which the script opens later. */
function openedByName(code: string, constants: readonly Constant[]): ReadonlySet<Constant> {
  const named = new Map<string, Constant>()
  for (const constant of constants) {
    if (!ADDRESS.test(constant.value)) continue
    const name = nameGiven(code.slice(Math.max(0, constant.from - BEFORE), constant.from))
    if (name !== undefined) named.set(name, constant)
  }
  if (named.size === 0) return new Set()
  return new Set(
    [...code.matchAll(OPENS_NAME)].flatMap(
      ([, one, other]) => named.get((one ?? other ?? '').replace(/^.*\./, '')) ?? [],
    ),
  )
}

const OPENS_NAME =
  /(?:\blocation(?:\.href)?|\.href)\s{0,9}=\s{0,9}([A-Za-z_$][\w$.]{0,60})|(?:\.open|\blocation\.(?:replace|assign))\(\s{0,9}([A-Za-z_$][\w$.]{0,60})/g

/** It is opened where it stands, or given to a link. Style sheets are links for machines. */
function opens(before: string): boolean {
  return (
    OPENS.test(before) &&
    !/stylesheet|preload|prefetch|preconnect|canonical|createElement\(["']link/i.test(before)
  )
}

const OPENS =
  /(?:\blocation(?:\s*\[\s*["']href["']\s*\]|\.href)?|\blocation["']\s*\](?:\s*\[\s*["']href["']\s*\]|\.href)?|\.(?:href|action)|\[\s*["']href["']\s*\])\s*=\s*$|(?:\b(?:window|self|top|parent)\.open|\bopen|\blocation\.(?:replace|assign))\(\s*$|(?:setAttribute|attr|prop)\(\s*["'](?:xlink:)?href["']\s*,\s*$/i

/** Its host is known, whatever is added behind it. */
function isWhole(value: string): boolean {
  return /^(?:https?:)?\/\/[^/\ufffc]+(?:[/?#]|$)/i.test(value) && !FILE.test(value)
}

const ADDRESS = /^(?:https?:)?\/\/[^/\s]+\.[^/\s]+/i
const FILE = /\.(?:css|m?js|json|woff2?|png|jpe?g|gif|svg|webp|ico)(?:[?#]|$)/i
const LEAST_LETTERS = 4
/** Letters before a text that tell what becomes of it. */
const BEFORE = 120
/** Blanks, letters of scripts that write none, and addresses: most texts of code have neither. */
const MAY_SAY = /\S\s+\S|[\u0e00-\u1fff\u2e80-\uffff]{4}|^(?:https?:)?\/\//i

function textOf(path: string, value: string, role: Role | null): Piece {
  return { kind: 'text', value, label: '', path, role, record: null }
}

function linkOf(at: number, value: string, label: string): Piece {
  return { kind: 'link', value, label, path: `code/${at}/link`, role: 'owner', record: null }
}
