/** Scripts of these types are run as JavaScript. */
export const SCRIPT_TYPES: ReadonlySet<string> = new Set([
  'text/javascript',
  'application/javascript',
  'module',
])

/** Templates in the markup of a page, which a script fills. */
export const TEMPLATE_TYPES =
  /^text\/(?:html|(?:x-|ng-)?(?:\w{1,20}-)?(?:template|handlebars|mustache|underscore))/

/**
 * Whether a script may carry the state of a page: it has an id, assigns a global, hands on a record or writes markup. What is of no type that
 * browsers know is data (HTML, "data block").
 */
export function carriesState(text: string, type: string, id: string | undefined): boolean {
  if (id) return true
  if (type !== '' && !SCRIPT_TYPES.has(type)) return !OF_BROWSERS.has(type)
  return ASSIGNS_GLOBAL.some((way) => way.test(text)) || HANDS_ON_STATE.test(text) || STREAMS.test(text)
}

/** Of which a page's owner says nothing. */
const OF_BROWSERS: ReadonlySet<string> = new Set(['importmap', 'speculationrules', 'text/partytown'])

/** Each looked for by itself, where its rarest letter stands: as one pattern they are begun anew at every word of a script. */
const ASSIGNS_GLOBAL = [
  /\bwindow(?:\.[\w$]+|\[["'][^"'\]]{1,100}["']\])\s*=[^=]/,
  /\b(?:var|let|const)\s+[\w$]+\s*=\s*[{["'J]/,
  /=(?<=\b[\w$]+(?:\.[\w$]+)+\s*=)\s*[{[]/,
  /\.enqueue\(\s*["']/,
  /\bkit\.start\(/,
]

/** `loaded('/name/', {"…`, and globals without a keyword before them. */
const HANDS_ON_STATE = /(?:\(|,|^\s{0,200}__\w{1,60}\s{0,9}=)\s{0,9}\{"[^"\\]{1,80}":\s{0,9}[{["]/

/** Pieces of a state that come one after the other, and markup that a script writes into its page. */
const STREAMS =
  /\.push\(\s*(?:\[\d,\s*)?["']|\$R\[\d|\bJSON\.parse\(|\.resolve\(|\.write(?:ln)?\(\s*["'`]\s*<|HTML\s{0,9}\+?=\s{0,9}["'`]\s*<|\.(?:html|append)\(\s*["'`]\s*</

/** Records that stand in a comment, or in an element that nobody sees: sites keep their state there too. Each is a line of its own. */
export function statesInText(text: string): string[] {
  if (!text.includes('{"')) return []
  return text
    .split('\n')
    .filter((line) => line.length >= LEAST_STATE && /^[[{]+"/.test(line) && /[\]}]$/.test(line))
}

const LEAST_STATE = 20
