/**
 * What editors keep in runs of one look (`[{text: 'Sold '}, {text: 'out', bold: true}]`), as one text; null when a list is none of these.
 * TipTap, Slate, Lexical, Sanity, Quill, Notion and YouTube write so.
 */
export function sentenceOf(list: readonly unknown[]): string | null {
  if (list.length < 2) return null
  const runs: string[] = []
  for (const run of list) {
    const text = textOfRun(run)
    if (text === null) return null
    runs.push(text)
  }
  const spoken = runs.filter((run) => run !== '')
  const text = spoken.join('').trim()
  return spoken.length > 1 && /\p{L}/u.test(text) && runOn(spoken) ? text : null
}

/** Most run into one another: a blank or a mark stands where they meet. A list of posts has whole texts. */
function runOn(runs: readonly string[]): boolean {
  const meetings = runs.slice(1).map((run, index) => /\s$/.test(runs[index] ?? '') || /^[\s\p{P}]/u.test(run))
  return meetings.filter(Boolean).length * 2 >= meetings.length
}

/** What a run says, which may be nothing; null for what is no run. */
function textOfRun(run: unknown): string | null {
  if (Array.isArray(run)) return isMarked(run) ? run[0] : null
  if (typeof run !== 'object' || run === null) return null
  const entries = Object.entries(run)
  if (!entries.every(([key]) => OF_A_RUN.has(key))) return null
  const words = entries.find(([key, value]) => SPOKEN.has(key) && typeof value === 'string')?.[1]
  return typeof words === 'string' ? words : ''
}

/** `["Sold ", [["b"]]]`: words, and how they look. */
function isMarked(run: unknown[]): run is [string, ...unknown[]] {
  return typeof run[0] === 'string' && run.length <= 2 && (run.length === 1 || Array.isArray(run[1]))
}

/** Where a run keeps its words. */
const SPOKEN = new Set(['plain_text', 'text', 'insert', 'value'])
/** All that a run may have: a record with more is a thing of its own. */
const OF_A_RUN = new Set([
  ...SPOKEN,
  ...'type _type _key key marks attributes annotations href link url bold bolded italic italics underline strikethrough strike code color'.split(
    ' ',
  ),
  ...'background format mode style styles detail version lang direction indent font fontSize navigationEndpoint loggingDirectives textColor'.split(
    ' ',
  ),
])
