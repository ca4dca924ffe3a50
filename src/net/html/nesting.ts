/** How an element stands among others, by its name. */
export interface Element {
  name: string
  /** It holds nothing and is closed where it is opened. */
  isVoid: boolean
  /** The innermost open elements of these names end where it begins. */
  ends: ReadonlySet<string> | null
  /** What names in it are read by, where that differs from what is around it: htmlparser2's number for it. */
  context: number | null
}

/** What the parser knows of a name. */
export function elementOf(name: string): Element {
  return ELEMENTS.get(name) ?? { name, isVoid: false, ends: null, context: null }
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
  const ends = new Map(
    ENDS.flatMap(([by, ended]) => by.split(' ').map((name) => [name, new Set(ended.split(' '))] as const)),
  )
  const contexts = new Map(
    CONTEXTS.flatMap(([context, names]) => names.split(' ').map((name) => [name, context] as const)),
  )
  const names = new Set([...VOID, ...ends.keys(), ...contexts.keys()])
  return new Map(
    [...names].map((name) => [
      name,
      {
        name,
        isVoid: VOID.includes(name),
        ends: ends.get(name) ?? null,
        context: contexts.get(name) ?? null,
      },
    ]),
  )
}
