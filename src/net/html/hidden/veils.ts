import type { Attributes } from '../quick/quick-parser.ts'
import { createTextSink, type Lines, type TextSink } from '../quick/text-sink.ts'
import type { HidingRules } from './hiding-rules.ts'

/** What keeps an element from who first sees a page: a tab that is not open, a dialog, a "read more", a text that fades in. */
export interface Veil {
  /** Among all of the page. */
  place: number
  /** The one around it. */
  above: Veil | null
  id: string
  classes: string
  /** The element itself says that it comes to be seen. */
  isLifted: boolean
  /** A password is asked for behind it: that is the site's. */
  isForm: boolean
  sink: TextSink
}

export interface Veils {
  /** Lays one over an element; null where a page has more of them than any would. */
  lay(attributes: Attributes, about: Pick<Veil, 'above' | 'isLifted'>): Veil | null
  /** Notes which elements this one's attributes lead to. */
  heedAttributes(attributes: Attributes): void
  /** The same of a script. */
  heedScript(script: string): void
  /** What stands behind veils that are taken away, and behind the others; once. */
  texts(rules: HidingRules): { lifted: string; left: string; full: boolean }
  /** After that: whether who uses the page comes to see what stands behind it. */
  isGone(veil: Veil): boolean
}

/** Of those that are told apart even where they are alike, and of all. */
const MOST_APART = 100
const MOST_VEILS = 1_000
const MOST_LETTERS = 400_000
const MOST_NAMES = 5_000
const MOST_SCRIPT = 256 * 1024

/**
 * Tells what a page's own controls, scripts and style sheets bring to light from what nobody is meant to see: an element that a control or a
 * script names, that a rule shows in another state, or that says so itself.
 */
export function createVeils(lines: Lines): Veils {
  const laid: Veil[] = []
  /** As selectors: `#id`, `.class`. */
  const named = new Set<string>()
  const gone = new Map<Veil, boolean>()
  const kinds = new Map<string, Veil>()
  const heard: string[] = []
  let isFull = false

  const note = (name: string) => {
    if (named.size < MOST_NAMES) named.add(name)
  }
  const isGone = (veil: Veil): boolean => gone.get(veil) ?? false
  const lifts = (veil: Veil, rules: HidingRules): boolean =>
    !veil.isForm &&
    (veil.isLifted ||
      (veil.id !== '' && named.has(`#${veil.id}`)) ||
      classesOf(veil).some((name) => named.has(`.${name}`)) ||
      rules.showsAgain(veil.classes, veil.id))

  return {
    lay(attributes, { above, isLifted }) {
      const { id = '', class: classes = '' } = attributes
      // Whatever takes one of them away takes away the other.
      const kind = JSON.stringify([above?.place, id, classes, isLifted])
      const alike = laid.length < MOST_APART ? undefined : kinds.get(kind)
      if (alike) return alike
      if (laid.length >= MOST_VEILS) {
        isFull = true
        return null
      }
      const sink = createTextSink(MOST_LETTERS, lines)
      const veil = { place: laid.length, above, id, classes, isLifted, isForm: false, sink }
      laid.push(veil)
      kinds.set(kind, veil)
      return veil
    },
    heedAttributes(attributes) {
      for (const name in attributes) {
        const value = attributes[name] ?? ''
        const isSelector = value.startsWith('#') || value.startsWith('.')
        if (isSelector && LEADS_TO.test(name) && /^[#.][\w-]+$/.test(value)) note(value)
        else if (OF_AN_ID.has(name)) for (const id of value.split(/\s+/)) note(`#${id}`)
        else if (MAY_HANDLE.test(name) && HANDLES.test(name) && value.length <= MOST_SCRIPT)
          noteQuoted(value, note)
      }
    },
    heedScript(script) {
      if (script.length <= MOST_SCRIPT) heard.push(script)
    },
    texts(rules) {
      const lifted: string[] = []
      const left: string[] = []
      let full = isFull
      // Mostly nothing is veiled, and whom scripts name is of no matter.
      if (laid.some(({ isLifted }) => !isLifted))
        for (const script of heard) if (SEEKS_ELEMENTS.test(script)) noteQuoted(script, note)
      for (const veil of laid) {
        // The one around it was laid before.
        const isOff = lifts(veil, rules) && (veil.above === null || isGone(veil.above))
        gone.set(veil, isOff)
        full ||= veil.sink.full
        const text = veil.sink.text()
        if (text !== '') (isOff ? lifted : left).push(text)
      }
      return { lifted: lifted.join('\n'), left: left.join('\n'), full }
    },
    isGone,
  }
}

function classesOf({ classes }: Veil): string[] {
  return classes === '' ? [] : classes.split(/\s+/)
}

/** Whether an element that does not show at once says that it will: a panel of tabs, what waits for a script, what is moved in. */
export function isToBeSeen(attributes: Attributes): boolean {
  if (attributes.role?.toLowerCase() === 'tabpanel' || attributes.hidden?.toLowerCase() === 'until-found')
    return true
  let isMoved = /opacity/i.test(attributes.style ?? '') && MOVES.test(attributes.style ?? '')
  for (const name in attributes) {
    if (WAITS.test(name)) return true
    isMoved ||= MOVED_BY.test(name)
  }
  return isMoved && !/display\s{0,9}:\s{0,9}none/i.test(attributes.style ?? '')
}

/** By whose press something shows: a button, or an element that does something when it is pressed. */
export function isControl(name: string, attributes: Attributes): boolean {
  return (
    name === 'button' ||
    attributes.onclick !== undefined ||
    attributes['aria-expanded'] !== undefined ||
    attributes.role === 'button'
  )
}

const OF_AN_ID: ReadonlySet<string> = new Set(['aria-controls', 'popovertarget', 'commandfor'])
const LEADS_TO = /^(?:href|data-.+)$/
/** Most names begin otherwise. */
const MAY_HANDLE = /^[o@xvd]/
const HANDLES = /^(?:on[a-z]+|@[a-z.]+|x-on:.+|v-on:.+|on|data-on.*)$/
/** Attributes by which Alpine, Vue, Angular, Knockout and WordPress show an element when its time has come. */
const WAITS =
  /^(?:(?:x|v|ng|data)-(?:show|hide|cloak)|data-bind|(?:x-bind|v-bind|data-\w+-bind-)?[:-]hidden)$/
/** Style that lets an element come in, and attributes that name who does it. */
const MOVES = /transform|transition|animation|will-change/i
const MOVED_BY = /^data-(?:aos|w-id|sal|anim|reveal|wow|motion|framer|scroll)/
/** `$RC(`: React puts what it sends later into its place so. */
const SEEKS_ELEMENTS = /getElement|querySelector|\$\w{0,3}\(|classList|showModal|\.style\b/

/** Texts in quotation marks that name an element: an id, a selector, a class. */
function noteQuoted(code: string, note: (name: string) => void): void {
  for (const [, sign = '', name = ''] of code.matchAll(QUOTED)) {
    if (sign !== '.') note(`#${name}`)
    if (sign !== '#') note(`.${name}`)
  }
  for (const [, name = ''] of code.matchAll(SHOWN_BY_ITSELF)) note(`#${name}`)
}

const QUOTED = /["'`]([#.]?)([A-Za-z][\w:-]{0,60})["'`]/g
/** Elements with an id are variables of that name, which is looked for where one is shown: code has very many names. */
const SHOWN_BY_ITSELF = /\.show(?:Modal|Popover)?\((?<=\b([A-Za-z]\w{0,60})\.show\w*\()/g
