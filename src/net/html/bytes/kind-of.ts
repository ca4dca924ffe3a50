import { asideOf } from '../hidden/aside-of.ts'

/** What an element is to who reads it, by its name. */
export interface Kind {
  isBlock: boolean
  isCell: boolean
  /** More is asked of it than what stands in it. */
  isRead: boolean
  /** Its text is nobody's reading matter. */
  isSilent: boolean
  /** No visitor sees what stands in it. */
  isHidden: boolean
  isMain: boolean
  /** What stands in it differs from what stands around it. */
  isApart: boolean
}

/** One object for all names of which nothing is known. */
export function kindOf(name: string): Kind {
  return KINDS.get(name) ?? PLAIN
}

const SILENT = new Set(['script', 'style', 'title', 'iframe'])
const HIDDEN = new Set(['template', 'noscript', 'datalist', 'noembed', 'noframes'])

const MAIN = new Set(['main', 'article'])

// biome-ignore format: a list
const BLOCKS = new Set([
  'address', 'article', 'aside', 'blockquote', 'body', 'br', 'button', 'center', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'fieldset',
  'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'legend', 'li', 'main', 'menu', 'nav',
  'noscript', 'ol', 'p', 'pre', 'section', 'select', 'summary', 'table', 'tbody', 'template', 'textarea', 'tfoot', 'thead', 'tr', 'ul',
])

const CELLS = new Set(['td', 'th', 'option'])
// biome-ignore format: a list
const READ = new Set([
  'a', 'area', 'meta', 'img', 'script', 'style', 'title', 'link', 'base', 'html', 'input', 'svg', 'textarea', 'canvas', 'q',
])

const PLAIN = madeKind('')

const KINDS: ReadonlyMap<string, Kind> = new Map(
  [...BLOCKS, ...CELLS, ...READ, ...SILENT, ...HIDDEN].map((name) => [name, madeKind(name)]),
)

/** All names of which something is known. */
export const KNOWN_KINDS: readonly string[] = [...KINDS.keys()]

function madeKind(name: string): Kind {
  return {
    isBlock: BLOCKS.has(name),
    isCell: CELLS.has(name),
    isRead: READ.has(name),
    isSilent: SILENT.has(name),
    isHidden: HIDDEN.has(name),
    isMain: MAIN.has(name),
    isApart:
      SILENT.has(name) ||
      HIDDEN.has(name) ||
      name === 'dialog' ||
      MAIN.has(name) ||
      asideOf(name, {}, false) !== null,
  }
}
