/**
 * What editors keep in runs of one look (`[{text: 'Sold '}, {text: 'out', bold: true}]`), as one text; null when a list is none of these.
 * TipTap, Slate, Lexical, Sanity, Quill, Notion and YouTube write so.
 */
export function sentenceOf(list: readonly unknown[]): string | null {
  if (list.length < 2) return null
  const runs: string[] = []
  // Words of React stand between its elements as they are.
  const hasElements = list.some(isInlineElement)
  for (const run of list) {
    const text = hasElements && typeof run === 'string' ? run : textOfRun(run, DEEPEST)
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

/** Links that hold links, and their like. */
const DEEPEST = 5

/** What a run says, which may be nothing; null for what is no run. */
function textOfRun(run: unknown, levels: number): string | null {
  if (isInlineElement(run)) return textWithin(run[3], 'children', levels)
  if (Array.isArray(run)) return isMarked(run) ? run[0] : null
  if (typeof run !== 'object' || run === null) return null
  const entries = Object.entries(run)
  const within = entries.find(([key, value]) => HOLDS.has(key) && Array.isArray(value))
  if (within) return isInline(run) ? textWithin(run, within[0], levels) : null
  if (!entries.every(([key]) => OF_A_RUN.has(key))) return null
  const words = entries.find(([key, value]) => SPOKEN.has(key) && typeof value === 'string')?.[1]
  return typeof words === 'string' ? words : ''
}

/** What the runs in a run say together. */
function textWithin(run: unknown, key: string, levels: number): string | null {
  if (typeof run !== 'object' || run === null || levels === 0) return null
  const inner: unknown = Object.entries(run).find(([name]) => name === key)?.[1]
  if (typeof inner === 'string') return inner
  const texts = (Array.isArray(inner) ? inner : []).map((each) =>
    typeof each === 'string' ? each : textOfRun(each, levels - 1),
  )
  return texts.every((text) => text !== null) ? texts.join('') : null
}

/** A run that holds others says what it is: paragraphs and lists hold them too, and are no part of a line. */
function isInline(run: object): boolean {
  return Object.entries(run).some(
    ([key, value]) => KINDS.has(key) && typeof value === 'string' && INLINE.test(value),
  )
}

/** `["$", "b", null, {children: "out"}]`, as React Server Components are written; components of a page (`$L7`) are links mostly. */
function isInlineElement(run: unknown): run is unknown[] {
  return (
    Array.isArray(run) &&
    run[0] === '$' &&
    typeof run[1] === 'string' &&
    (INLINE.test(run[1]) || /^\$L/.test(run[1]))
  )
}

const HOLDS = new Set(['children', 'content'])
const KINDS = new Set(['type', '_type', 'nodeType', 'tag', 'object'])
const INLINE =
  /^(?:a|b|i|u|s|em|strong|span|small|mark|code|sub|sup|(?:auto|hyper|asset-hyper|entry-hyper)?-?link|inline|mention)$/i

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
  ...'data nodeType attrs rel target id fields newTab background format mode style styles detail version lang direction indent font fontSize navigationEndpoint loggingDirectives textColor'.split(
    ' ',
  ),
])
