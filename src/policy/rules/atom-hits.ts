import type { CompiledPack, CompiledPattern } from '../pack/compile-pack.ts'
import type { Span, TextView } from '../text/text-views.ts'
import { mayHold, sieveOf, type WordSieve } from '../text/word-sieve.ts'

/** What the atoms of a pack find in one view. Terms are found in one pass; a pattern runs only when first asked for. */
export interface AtomHits {
  view: TextView
  of(atom: string): readonly Span[]
}

const NONE: readonly Span[] = []
const MAX_PATTERN_HITS = 200

export function atomHits(compiled: CompiledPack, view: TextView, kind: 'native' | 'folded'): AtomHits {
  const hits = new Map<string, readonly Span[]>()
  const byId = new Map<number, Span[]>()
  for (const hit of compiled[kind].find(view.text)) {
    const spans = byId.get(hit.id)
    if (spans) spans.push(hit)
    else byId.set(hit.id, [hit])
  }
  for (const [id, spans] of byId) hits.set(`lex.${compiled.lexiconNames[id]}`, spans)
  let sieve: WordSieve | null = null
  return {
    view,
    of(atom) {
      const found = hits.get(atom)
      if (found) return found
      if (!atom.startsWith('re.')) return NONE
      sieve ??= sieveOf(view.text)
      const spans = patternSpans(compiled.patterns.get(atom.slice(3)), view.text, sieve)
      hits.set(atom, spans)
      return spans
    },
  }
}

function patternSpans(pattern: CompiledPattern | undefined, text: string, sieve: WordSieve): readonly Span[] {
  if (!pattern || pattern.words?.some((word) => mayHold(sieve, word) && text.includes(word)) === false)
    return NONE
  // `matchAll` copies the expression first, and most texts hold nothing.
  pattern.regex.lastIndex = 0
  const isThere = pattern.regex.test(text)
  pattern.regex.lastIndex = 0
  if (!isThere) return NONE
  const spans: Span[] = []
  for (const match of text.matchAll(pattern.regex)) {
    if (match[0] !== '') spans.push({ start: match.index, end: match.index + match[0].length })
    if (spans.length >= MAX_PATTERN_HITS) break
  }
  return spans
}
