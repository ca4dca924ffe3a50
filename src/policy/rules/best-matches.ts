import type { Mitigation } from '../finding.ts'
import { asksClause } from '../pack/clause-words.ts'
import type { CompiledPack, OwnedTextRule } from '../pack/compile-pack.ts'
import { ownClauseOf, type TextRule } from '../pack/rule-schema.ts'
import { LONGEST_PROFILE } from '../text/sentences.ts'
import type { Span } from '../text/text-views.ts'
import { asksReaders, ownClauseAt } from './ages/own-clauses.ts'
import { isOwnersAge } from './ages/owners-age.ts'
import { isToldOnPage } from './ages/told-on-pages.ts'
import { yearNamed } from './ages/year-named.ts'
import type { AtomHits } from './atom-hits.ts'
import { isSaidByAnother, mitigationOf } from './excuses/mitigate.ts'
import { isReportedHere } from './excuses/reported-here.ts'
import { isThenClause } from './excuses/then-clause.ts'
import { isBegunClause, isConditional, isWholeClause } from './excuses/whole-clause.ts'
import { isWholeStatement } from './excuses/whole-statement.ts'
import { gatherTextRule, isExcluded, type RuleMatch } from './match-text-rule.ts'
import { sumsGrow } from './sums.ts'

const MAX_FINDINGS_PER_RULE = 2

/** What is known of the evidence whose texts are read. */
export interface Reading {
  hasLink(list: string): boolean
  /** Set when every passage of this evidence is somebody else's voice or a rule text. */
  mitigation: Mitigation | null
  /** The creator's own page. */
  isOwn: boolean
  /** A page that the creator links to, and that says nothing of them. */
  isStrangers: boolean
  /** In which it was seen. */
  year: number
  /** A page of some site with more on it than a profile says. */
  isPage: boolean
  /** What its owner is called, as views write it. */
  names: readonly string[]
  /** Set for the label of a link that an age gate offers beside another choice: nobody says it. */
  isChoice?: boolean
}

interface Weighed {
  match: RuleMatch
  mitigation: Mitigation | null
}

/** The matches worth showing: full weight first, then in reading order, none overlapping another. */
export function best(
  owned: OwnedTextRule,
  hits: AtomHits,
  original: string,
  compiled: CompiledPack,
  reading: Reading,
): readonly Weighed[] {
  const matches = gatherTextRule(owned.rule, hits, reading.hasLink)
  return matches.length === 0 ? NONE : bestOf(matches, owned, hits, original, compiled, reading)
}

function bestOf(
  matches: RuleMatch[],
  owned: OwnedTextRule,
  hits: AtomHits,
  original: string,
  compiled: CompiledPack,
  reading: Reading,
): readonly Weighed[] {
  const { rule } = owned
  const isCapital = (at: number): boolean =>
    /^\p{Lu}/u.test(original.slice(hits.view.starts[at] ?? original.length))
  const ownClause = ownClauseOf(rule)
  const read = { view: hits.view, original }
  const { text } = hits.view
  const isAmongMuch = reading.isPage || (reading.isStrangers && text.length > LONGEST_PROFILE)
  const told = { names: reading.names, ages: compiled.pack.ages }
  const isOwners = (match: RuleMatch): boolean => {
    const clause = ownClause && ownClauseAt(ownClause, match.act, read, compiled.pack.ages)
    if (ownClause && clause === null) return false
    if (rule.subject !== 'owner') return true
    if (reading.isChoice === true || asksReaders(match, read)) return false
    if (isAmongMuch && isToldOnPage(clause ? { ...match, ...clause } : match, text, told)) return false
    return isOwnersAge(clause ?? match, clause ?? match.act, { hits, isCapital, names: reading.names })
  }
  const isClause = ({ parts }: RuleMatch): boolean => {
    const { clauses } = compiled.pack
    if (rule.clause === 'then') return isThenClause(parts, hits.view.text, clauses)
    if (rule.clause === 'begun') return isBegunClause(parts, hits.view.text, clauses)
    if (rule.clause === 'conditional') return isConditional(parts, hits.view.text, clauses)
    return (
      !asksClause(rule) ||
      isWholeClause(parts, hits.view.text, { words: clauses, isSaid: rule.clause === 'said' })
    )
  }
  const holds = (match: RuleMatch): boolean =>
    !isExcluded(match, rule, hits) &&
    isClause(match) &&
    (rule.grows === undefined || sumsGrow(match.act, hits.view.text, rule.grows)) &&
    (rule.years_ahead === undefined || isAhead(match.act, hits.view.text, rule.years_ahead, reading.year)) &&
    (!owned.asksStatement || isWholeStatement(match, hits.view.text)) &&
    isOwners(match)
  const kept: Weighed[] = []
  const keep = (each: Weighed): void => {
    if (!kept.some(({ match }) => match.start < each.match.end && each.match.start < match.end))
      kept.push(each)
  }
  const lesser: Weighed[] = []
  // A page says the same often, and once enough of it counts fully, nothing is asked of the rest.
  for (const match of matches.sort((a, b) => a.start - b.start)) {
    if (kept.length >= MAX_FINDINGS_PER_RULE) return kept
    if (!holds(match)) continue
    const mitigation = mitigationFor(owned, match, hits, compiled, reading)
    if (mitigation === null) keep({ match, mitigation })
    else lesser.push({ match, mitigation })
  }
  for (const each of lesser) if (kept.length < MAX_FINDINGS_PER_RULE) keep(each)
  return kept
}

/** Whether the year that a match names lies so many years after the one in which its page was seen, or before it where they are negative. */
function isAhead(
  { start, end }: Span,
  text: string,
  [from, to]: readonly [number, number],
  seen: number,
): boolean {
  const year = yearNamed(text.slice(start, end))
  return year !== null && year - seen >= from && year - seen <= to
}

const NONE: readonly Weighed[] = []

/** Nothing excuses what endangers a child but that somebody else is quoted, by name or as such, or reported to those who share a place with them. */
function mitigationFor(
  { rule, family }: OwnedTextRule,
  match: RuleMatch,
  hits: AtomHits,
  { pack }: CompiledPack,
  reading: Reading,
): Mitigation | null {
  if (family === 'minor_safety') {
    if (isSaidByAnother(match, hits, pack.scoring)) return 'quoted'
    return isReportedHere(match, hits.view.text) ? 'third_person' : null
  }
  const around = mitigationOf(match, hits, pack.scoring, {
    isOwn: reading.isOwn,
    asked: rule.mitigations,
  })
  return allowed(rule, around) ?? allowed(rule, reading.mitigation)
}

function allowed(rule: TextRule, mitigation: Mitigation | null): Mitigation | null {
  return mitigation !== null && rule.mitigations.includes(mitigation) ? mitigation : null
}
