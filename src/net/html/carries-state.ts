/** Scripts of these types are run as JavaScript. */
export const SCRIPT_TYPES: ReadonlySet<string> = new Set([
  'text/javascript',
  'application/javascript',
  'module',
])

/** Whether a script may carry the state of a page: it has an id, is of a JSON type, assigns a global or hands on a record. */
export function carriesState(text: string, type: string, id: string | undefined): boolean {
  if (id) return true
  if (type === 'application/json' || type === 'text/json' || type.endsWith('+json')) return true
  return (type === '' || SCRIPT_TYPES.has(type)) && (ASSIGNS_GLOBAL.test(text) || HANDS_ON_STATE.test(text))
}

const ASSIGNS_GLOBAL =
  /\bwindow(?:\.[\w$]+|\[["'][^"'\]]{1,100}["']\])\s*=[^=]|\b(?:var|let|const)\s+[\w$]+\s*=\s*[{["'J]|\bself\.__next_f\.push\b|\.enqueue\(\s*["']|\bkit\.start\(/

/** `loaded('/name/', {"…`, and globals without a keyword before them. */
const HANDS_ON_STATE = /(?:\(|,|^\s{0,200}__\w{1,60}\s{0,9}=)\s{0,9}\{"[^"\\]{1,80}":\s{0,9}[{["]/
