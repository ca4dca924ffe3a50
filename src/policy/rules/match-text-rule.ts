import { ownClauseOf, type TextRule } from '../pack/rule-schema.ts'
import { blockAround, LONGEST_PROFILE, sentenceAround, statementAround } from '../text/sentences.ts'
import { isTextLabel } from '../text/text-labels.ts'
import type { Span } from '../text/text-views.ts'
import { isOwnTeacher } from './ages/own-teachers.ts'
import type { AtomHits } from './atom-hits.ts'
import { isOnlyNamed } from './excuses/only-named.ts'
import { speaksForThemselves } from './excuses/other-clause.ts'
import { isToneMark } from './excuses/tone-marks.ts'

/** One place where a rule holds: the act, and everything that makes it an offer. */
export interface RuleMatch extends Span {
  act: Span
  parts: Span[]
}

const MAX_ACTS = 60
/** UTF-16 units. */
const NEXT_WORD = 12
/** A word or two are thrown in; a sentence tells. */
const MIN_TOLD = 3

/**
 * Every place where all groups of a rule hit within its window, without overlap, and no excluded atom would fit in that
 * window too: within the sentence, unless the rule heeds what stands farther off. `hasLink` answers the `link.x` atoms, which have no place in the text.
 */
export function matchTextRule(
  rule: TextRule,
  hits: AtomHits,
  hasLink: (list: string) => boolean,
): RuleMatch[] {
  return gatherTextRule(rule, hits, hasLink).filter((match) => !isExcluded(match, rule, hits))
}

/** The same, what is excluded too: who needs two matches asks that of few. */
export function gatherTextRule(
  rule: TextRule,
  hits: AtomHits,
  hasLink: (list: string) => boolean,
): RuleMatch[] {
  const asked = groupsOf(rule)
  // Nearly all rules end here, thousands for a scan.
  for (const group of asked) if (!mayBeMet(group, hits)) return []
  const isClause = rule.clause !== undefined && ownClauseOf(rule) === null
  const needed: Needed[] = []
  let acts: Span[] = []
  let nearest: readonly Span[] | null = null
  for (const { atoms, links, isAct, isSecond, isTerms } of asked) {
    if (!isAct && links.some(hasLink)) continue
    // What is found already is short to look through, and tells where a pattern need not run.
    const all = atoms.flatMap((atom) =>
      nearest === null || hits.mayHaveNear(atom, nearest, rule.window) ? hits.of(atom) : [],
    )
    const spans = isClause ? longestOf(all) : all
    if (spans.length === 0) return []
    if (nearest === null || spans.length < nearest.length)
      nearest = spans.toSorted((a, b) => a.start - b.start)
    if (isAct) acts = spans
    else needed.push({ spans, isSecond, isTerms })
  }
  return actsNear(acts, needed, rule.window)
    .slice(0, MAX_ACTS)
    .map((act) => gather(act, needed, rule, hits.view.text))
    .filter((match) => match !== null)
}

/** Of very many acts those that have the rarest of what else is asked for within reach: a word that is repeated keeps no offer behind it from being read. */
function actsNear(acts: readonly Span[], needed: readonly Needed[], window: number): readonly Span[] {
  const [rarest] = needed.toSorted((a, b) => a.spans.length - b.spans.length)
  if (acts.length <= MAX_ACTS || rarest === undefined) return acts
  const starts = Float64Array.from(rarest.spans, ({ start }) => start).sort()
  return acts.filter(({ start, end }) => {
    const first = starts[firstFrom(starts, end - window)]
    return first !== undefined && first <= start + window
  })
}

/** The place of the first number that is not below `least`. */
function firstFrom(sorted: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether an excluded atom would fit in the window of a match. */
export function isExcluded(match: RuleMatch, rule: TextRule, hits: AtomHits): boolean {
  if (rule.none.length === 0) return false
  const { text } = hits.view
  let sentence: Span | undefined
  const isInSentence = (span: Span): boolean => {
    sentence ??= sentenceAround(text, match)
    return (
      span.start >= sentence.start &&
      span.end <= sentence.end &&
      !(rule.none_in === 'sentence' && speaksForThemselves(match, span, text))
    )
  }
  const [acts] = rule.all
  const isNamed = acts !== undefined && usesPattern(typeof acts === 'string' ? [acts] : acts.any)
  /**
   * "Recovery is for quitters": a word of what the rule asks for excuses nothing. Where the act has room for any name, the word that it ends in
   * says what it is ("the real … recaps").
   */
  const isWordOfIt = ({ start, end }: Span): boolean =>
    match.parts.some(
      (part) =>
        part.start <= start &&
        (isNamed && part === match.act ? end < part.end : end <= part.end) &&
        end - start < part.end - part.start,
    )
  /** "Te voy a matar… de risa": what begins in the act's own words says what they mean, whatever signs stand in it. */
  const goesOn = ({ start, end }: Span): boolean =>
    start >= match.start && start < match.end && end > match.end
  const isHeeded = (span: Span): boolean =>
    !isWordOfIt(span) &&
    fits(span, match, rule.none_within ?? rule.window) &&
    (rule.none_in === 'text' ||
      goesOn(span) ||
      isInSentence(span) ||
      (rule.none_in === 'told' && wordsIn(text, sentenceAround(text, span)) >= MIN_TOLD)) &&
    !isDenied(span, text) &&
    !isTextLabel(span, text) &&
    (rule.tone === 'excuses' || !isToneMark(span, text)) &&
    !isOnlyNamed(span, match.parts, hits.view)
  // Who has a teacher is young, and what speaks for a grown-up is to be one.
  const isPupils = (atom: string, span: Span): boolean =>
    rule.subject === 'owner' && hits.namesRelations(atom) && isOwnTeacher(span, text)
  return rule.none.some((atom) => hits.of(atom).some((span) => isHeeded(span) && !isPupils(atom, span)))
}

/** "No scam", "without prescription", "not a toy": what is said not to be excuses nothing. */
const DENIAL =
  /(?<![\p{L}\p{M}])(?:no|not|not a|not an|don't|dont|without|without a|w\/o|zero|never a|isn't a|aren't|no need for|sin|sin ningun\p{L}?|sem|sans|pas de|pas d'|pas une?|ohne|kein|keine|keinen|senza|nessun\p{L}?|zonder|geen|bez|nie|без|никаких|не|tanpa|bukan|utan|ingen|fara|χωρισ|ללא|בלי|بدون|bina|bila|khong) $/u
const DENIAL_REACH = 16

function isDenied({ start }: Span, text: string): boolean {
  return DENIAL.test(text.slice(Math.max(0, start - DENIAL_REACH), start))
}

function wordsIn(text: string, { start, end }: Span): number {
  return text.slice(start, end).match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}

/** What `gatherTextRule` asks for, in its order: without a hit of one of the atoms of each group, or a link, nothing is gathered. */
export function groupsAsked(rule: TextRule): readonly Pick<Group, 'atoms' | 'links'>[] {
  return groupsOf(rule)
}

interface Group {
  atoms: readonly string[]
  /** The lists of its `link.x` atoms. */
  links: readonly string[]
  isAct: boolean
  isSecond: boolean
  /** Price, contact, place: what an offer names, and may name in a sentence of its own. */
  isTerms: boolean
}

type Needed = Pick<Group, 'isSecond' | 'isTerms'> & { spans: Span[] }

const groups = new WeakMap<TextRule, Group[]>()

/** What a rule asks for, patterns last: terms are found already. Kept for as long as the rule lives. */
function groupsOf(rule: TextRule): Group[] {
  const known = groups.get(rule)
  if (known) return known
  const asked = rule.any.length > 0 ? [...rule.all, { any: rule.any }] : rule.all
  const sorted = asked
    .map((group, i) => {
      const atoms = typeof group === 'string' ? [group] : group.any
      const links = atoms.flatMap((atom) => (atom.startsWith('link.') ? [atom.slice(5)] : []))
      return { atoms, links, isAct: i === 0, isSecond: i === 1, isTerms: i >= rule.all.length }
    })
    .sort((a, b) => Number(usesPattern(a.atoms)) - Number(usesPattern(b.atoms)))
  groups.set(rule, sorted)
  return sorted
}

/** False only where a group surely has no hit and no link stands for one. */
function mayBeMet({ atoms, links }: Group, hits: AtomHits): boolean {
  if (links.length > 0) return true
  for (const atom of atoms) if (hits.mayHave(atom)) return true
  return false
}

function usesPattern(atoms: readonly string[]): boolean {
  return atoms.some((atom) => atom.startsWith('re.'))
}

/** Takes from each group the hit that widens the span least; where a rule reads a statement, `all` that it asks for stands in the act's own. */
function gather(
  act: Span,
  needed: readonly Needed[],
  { window, ordered, within, grows }: TextRule,
  text: string,
): RuleMatch | null {
  const match: RuleMatch = { start: act.start, end: act.end, act, parts: [act] }
  // What is said of two sums stands between them, or right behind them.
  const isBeside = ({ start, end }: Span): boolean =>
    start > act.start && end <= act.end + NEXT_WORD && !/[,;:.|]/.test(text.slice(act.end, start))
  const isTaken = (span: Span): boolean =>
    match.parts.some(
      (part) => (part !== act || grows === undefined) && span.start < part.end && part.start < span.end,
    )
  const block = needed.length > 0 && text.length > LONGEST_PROFILE ? blockAround(text, act) : null
  const statement = within === 'statement' && needed.length > 0 ? statementAround(text, act) : null
  for (const { spans, isSecond, isTerms } of needed) {
    let best: Span | null = null
    let bestWidth = Number.POSITIVE_INFINITY
    const [first, last] = [match.end - window, match.start + window]
    for (const span of spans) {
      // Most lie far off.
      if (span.start < first || span.start > last) continue
      const width = Math.max(match.end, span.end) - Math.min(match.start, span.start)
      if (width > window || width >= bestWidth) continue
      if (ordered && span.start < act.end) continue
      if (statement && !isTerms && (span.start < statement.start || span.end > statement.end)) continue
      if (block && (span.start < block.start || span.end > block.end)) continue
      if (isTaken(span)) continue
      if (grows !== undefined && isSecond && !isBeside(span)) continue
      best = span
      bestWidth = width
    }
    if (best === null) return null
    match.parts.push(best)
    match.start = Math.min(match.start, best.start)
    match.end = Math.max(match.end, best.end)
  }
  return match
}

/** Of words that lie in one another a clause is made of the longest: "must", "must be". */
function longestOf(spans: readonly Span[]): Span[] {
  let end = 0
  return spans
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((span) => {
      const isLongest = span.end > end
      end = Math.max(end, span.end)
      return isLongest
    })
}

function fits(span: Span, match: Span, window: number): boolean {
  return Math.max(match.end, span.end) - Math.min(match.start, span.start) <= window
}
