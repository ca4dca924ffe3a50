import { type Kind, KNOWN_KINDS, kindOf } from '../bytes/kind-of.ts'

/** What an element is and how it stands among others, by its name. */
export interface Element {
  name: string
  kind: Kind
  /** Of the page's own making: `<my-card>`. */
  isOwn: boolean
  /** It holds nothing and is closed where it is opened. */
  isVoid: boolean
  /** A bit of its own where others end it; 0 where none does. */
  mark: number
  /** The marks of innermost open elements that end where it begins. */
  ends: number
  /** What names in it are read by, where that differs from what is around it: htmlparser2's number for it. */
  context: number | null
}

/** What the parser knows of a name. */
export function elementOf(name: string): Element {
  return ELEMENTS.get(name) ?? elementWith(name, {})
}

// What follows is htmlparser2's, which keeps it to itself; a test compares what comes of it.

// biome-ignore format: a list
const VOID = [
  'area', 'base', 'basefont', 'br', 'col', 'command', 'embed', 'frame', 'hr', 'img', 'input', 'isindex', 'keygen', 'link', 'meta', 'param',
  'source', 'track', 'wbr',
]

/** What ends which open elements by beginning. */
const ENDS: [by: string, ended: string][] = [
  ['tr', 'tr th td'],
  ['th', 'th'],
  ['td', 'thead th td'],
  ['body', 'head link script'],
  ['a', 'a'],
  ['li', 'li'],
  ['h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p'],
  ['select input output button datalist textarea', 'input option optgroup select button datalist textarea'],
  ['option', 'option'],
  ['optgroup', 'optgroup option'],
  ['dd dt', 'dd dt'],
  [
    'p address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre section table ul',
    'p',
  ],
  ['rt rp', 'rt rp'],
  ['tbody tfoot', 'thead tbody'],
]

const HTML = 0
const SVG = 1
const MATHML = 2

const CONTEXTS: [context: number, names: string][] = [
  [SVG, 'svg'],
  [MATHML, 'math'],
  [HTML, 'mi mo mn ms mtext annotation-xml foreignObject desc title'],
]

const ELEMENTS: ReadonlyMap<string, Element> = elements()

function elements(): Map<string, Element> {
  // Fewer than 32, so that a number holds them all.
  const ended = [...new Set(ENDS.flatMap(([, names]) => names.split(' ')))]
  const markOf = (name: string) => (ended.includes(name) ? 1 << ended.indexOf(name) : 0)
  const marksOf = (names: string) => names.split(' ').reduce((marks, name) => marks | markOf(name), 0)
  const ends = new Map(
    ENDS.flatMap(([by, names]) => by.split(' ').map((name) => [name, marksOf(names)] as const)),
  )
  const contexts = new Map(
    CONTEXTS.flatMap(([context, names]) => names.split(' ').map((name) => [name, context] as const)),
  )
  const names = new Set([...VOID, ...ends.keys(), ...ended, ...contexts.keys(), ...KNOWN_KINDS])
  return new Map(
    [...names].map((name) => [
      name,
      elementWith(name, {
        isVoid: VOID.includes(name),
        mark: markOf(name),
        ends: ends.get(name),
        context: contexts.get(name),
      }),
    ]),
  )
}

/** All are made here, for V8 reads objects of one shape in half the time. */
function elementWith(
  name: string,
  { isVoid = false, mark = 0, ends = 0, context = null }: Partial<Element>,
): Element {
  return { name, kind: kindOf(name), isOwn: name.includes('-'), isVoid, mark, ends, context }
}
