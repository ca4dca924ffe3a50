import type { Evidence, EvidenceText } from '../../evidence/evidence.ts'
import type { Finding, Mitigation } from '../finding.ts'
import { asksClause } from '../pack/clause-words.ts'
import type { CompiledPack, OwnedTextRule } from '../pack/compile-pack.ts'
import { hostOf, listHasHost } from '../pack/host-list.ts'
import type { TextRule } from '../pack/rule-schema.ts'
import { withoutPassages } from '../text/addressed-passages.ts'
import { maskQuote } from '../text/mask-quote.ts'
import { originalSpan, type Span, type TextView, textViews } from '../text/text-views.ts'
import { ageClauseAt } from './age-clause.ts'
import { agesRead } from './ages-read.ts'
import {
  type AskedRules,
  asked,
  mayFind,
  type RuleSet,
  ruleSetFor,
  rulesOf,
  type Surroundings,
} from './asked-rules.ts'
import { type AtomHits, atomHits } from './atom-hits.ts'
import { gatherTextRule, isExcluded, type RuleMatch } from './match-text-rule.ts'
import { isOneWord, mendedHits } from './mended-hits.ts'
import { isSaidByAnother, mitigationOf } from './mitigate.ts'
import { isOfSomebody, isOwnersAge } from './owners-age.ts'
import { sumsGrow } from './sums.ts'
import { isThenClause } from './then-clause.ts'
import { isWholeClause } from './whole-clause.ts'
import { isWholeStatement } from './whole-statement.ts'

/** Longer texts are read up to here; a bio or post never comes near. UTF-16 units. */
const MAX_TEXT = 50_000
const MAX_FINDINGS_PER_RULE = 2
const HIDDEN_INSIDE_WORD =
  /[\p{L}\p{N}][\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069]+[\p{L}\p{N}]/u
/** Letters in circles, squares and the alphabets of mathematics, which any search for the plain word would miss. */
const LETTER_LIKE = /[\u2460-\u24ff\u{1f110}-\u{1f189}\u{1d400}-\u{1d7cb}]{3}/u
/** Letters struck through, one by one. */
const STRUCK = /(?:\p{L}[\u0334-\u0338]\s?){3}/u
/** Latin letters as wide as Han: common in Japanese and Chinese, and nowhere else. */
const WIDE = /[\uff21-\uff3a\uff41-\uff5a]{3}/u
const WIDE_BY_CUSTOM = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** What the text rules find in one evidence, text by text. */
export function textFindings(
  compiled: CompiledPack,
  evidence: Evidence,
  surroundings: Surroundings,
): Finding[] {
  const reading = openReading(compiled, evidence)
  const rules = ruleSetFor(compiled, evidence, surroundings)
  return evidence.texts.flatMap((text, index) =>
    findingsInText(compiled, evidence, reading, rules, text, index),
  )
}

interface Reading {
  hasLink(list: string): boolean
  /** Set when every passage of this evidence is somebody else's voice or a rule text. */
  mitigation: Mitigation | null
  /** The creator's own page. */
  isOwn: boolean
  /** A page that the creator links to, and that says nothing of them. */
  isStrangers: boolean
  /** In which it was seen. */
  year: number
}

const TO_STRANGERS: ReadonlySet<Evidence['binding']> = new Set(['linked', 'second_hop'])

function openReading(compiled: CompiledPack, evidence: Evidence): Reading {
  let hosts: string[] | undefined
  const hasLink = (name: string): boolean => {
    const list = compiled.lists.get(name)
    if (list === undefined) return false
    // Most texts say nothing that a link would complete.
    hosts ??= evidence.links.map((link) => hostOf(link.url)).filter((host) => host !== null)
    return hosts.some((host) => listHasHost(list, host))
  }
  return {
    hasLink,
    mitigation: voiceOf(compiled, evidence),
    isOwn: evidence.binding === 'own',
    isStrangers: TO_STRANGERS.has(evidence.binding) && !evidence.mentionsCreator && !evidence.linksBack,
    year: Number(evidence.capturedAt.slice(0, 4)),
  }
}

const RULE_PATH =
  /\/(?:terms|tos|legal|privacy|guidelines|polic(?:y|ies)|community-guidelines|rules|acceptable-use)(?:[/?#.]|$)/i

/** Whose voice a whole evidence is, where that is not the creator's: a rule text's, or somebody's who writes about people. */
export function voiceOf(compiled: CompiledPack, evidence: Evidence): Mitigation | null {
  if (evidence.binding === 'own') return null
  const own = hostOf(evidence.finalUrl) ?? evidence.domain
  const isOn = (name: string): boolean => {
    const list = compiled.lists.get(name)
    return list !== undefined && listHasHost(list, own)
  }
  const { policy_hosts, third_person_hosts } = compiled.pack.scoring
  if (policy_hosts.some(isOn) || RULE_PATH.test(evidence.finalUrl)) return 'policy_text'
  return evidence.facts.publisher !== undefined || third_person_hosts.some(isOn) ? 'third_person' : null
}

function findingsInText(
  compiled: CompiledPack,
  evidence: Evidence,
  reading: Reading,
  rules: RuleSet,
  { channel, text }: EvidenceText,
  textIndex: number,
): Finding[] {
  const applicable = rulesOf(rules, channel)
  if (applicable.rules.length === 0 || text === '') return []
  const place = { evidence, channel, textIndex, reading }
  const original = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
  const found = readText(compiled, place, applicable, original)
  const addressed = found.filter(({ finding }) => finding.code === ADDRESSES_REVIEWER)
  if (addressed.length > 0) {
    const others = asked(applicable.rules.filter(({ code }) => code !== ADDRESSES_REVIEWER))
    const rest = withoutPassages(
      original,
      addressed.map(({ finding }) => finding),
    )
    found.push(
      ...readText(compiled, place, others, rest).map(({ finding, disguised, ...kept }) => {
        const slice = original.slice(finding.start, finding.end)
        const isMinor = compiled.pack.codes[finding.code]?.family === 'minor_safety'
        return { ...kept, disguised, finding: { ...finding, quote: isMinor ? maskQuote(slice) : slice } }
      }),
    )
  }
  const kept = strongestByPlace(found).filter(({ silent }) => !silent)
  const evasive = kept
    .filter(({ disguised }) => disguised)
    .flatMap(({ finding }) => evasions(compiled, finding))
  return [...kept.map(({ finding }) => finding), ...evasive]
}

/** The code whose passages speak to the reviewer and not to visitors. */
export const ADDRESSES_REVIEWER = 'prompt_injection_attempt'

interface Place {
  evidence: Evidence
  channel: EvidenceText['channel']
  textIndex: number
  reading: Reading
}

/** Every place in one text where a rule holds, as it stands or with disguises undone. */
function readText(
  compiled: CompiledPack,
  { evidence, channel, textIndex, reading }: Place,
  rules: AskedRules,
  original: string,
): Read[] {
  const views = textViews(original, compiled.vocabulary)
  const native = atomHits(compiled, views.native, 'native')
  const { folded } = views
  const foldedHits = folded === null ? null : atomHits(compiled, folded, 'folded')
  const found: Read[] = []
  const ages = agesRead(compiled, views.native)
  const mended = mendedHits(compiled, foldedHits ?? native, native)
  const all = [native, foldedHits, ...ages.map(({ hits }) => hits), mended?.hits ?? null].filter(
    (hits) => hits !== null,
  )
  for (const owned of mayFind(rules, all)) {
    let source = native
    let weighed = best(owned, native, original, compiled, reading)
    if (weighed.length === 0 && foldedHits !== null) {
      source = foldedHits
      weighed = best(owned, source, original, compiled, reading)
    }
    for (const { hits, isOwnWords } of owned.rule.subject === 'owner' ? ages : []) {
      if (weighed.length > 0) break
      source = hits
      weighed = best(owned, source, original, compiled, reading).filter(({ match }) => isOwnWords(match))
    }
    if (weighed.length === 0 && mended !== null && asksClause(owned.rule)) {
      source = mended.hits
      weighed = best(owned, source, original, compiled, reading).filter(
        ({ match }) => !isOneWord(match, mended),
      )
    }
    // Nearly all rules end here.
    if (weighed.length === 0) continue
    for (const { match, mitigation } of weighed) {
      const span = originalSpan(source.view, match.start, match.end)
      const slice = original.slice(span.start, span.end)
      const finding: Finding = {
        code: owned.code,
        rule: `${owned.code}/${owned.rule.id}`,
        source: 'rule',
        p: owned.rule.p,
        evidenceRef: evidence.ref,
        channel,
        binding: evidence.binding,
        mitigation,
        ...(owned.isBare && { bare: true as const }),
        quote: owned.family === 'minor_safety' ? maskQuote(slice) : slice,
        textIndex,
        ...span,
        view: source === foldedHits || source === mended?.hits ? 'folded' : 'native',
        ...(owned.rule.tag === undefined ? {} : { tag: owned.rule.tag }),
      }
      const isHidden = isInDisguise(span, source.view) || hidesLetters(match, source.view, original)
      found.push({ finding, disguised: isHidden, silent: owned.rule.silent })
    }
  }
  return found
}

interface Read {
  finding: Finding
  disguised: boolean
  silent: boolean
}

/** Several rules of one code may read the same words: the strongest stays. Findings with a tag of their own stay apart. */
function strongestByPlace(found: readonly Read[]): Read[] {
  // What accuses goes before what is only set aside.
  const weight = ({ finding, silent }: Read): number =>
    (silent ? -2 : 0) + (finding.mitigation === null ? 1 : 0) + finding.p / 2
  const kept: Read[] = []
  for (const read of found.toSorted((a, b) => weight(b) - weight(a) || a.finding.start - b.finding.start)) {
    const { code, tag, start, end } = read.finding
    const isCovered = kept.some(
      ({ finding }) =>
        finding.code === code && finding.tag === tag && finding.start < end && start < finding.end,
    )
    if (!isCovered) kept.push(read)
  }
  return kept
}

interface Weighed {
  match: RuleMatch
  mitigation: Mitigation | null
}

/** The matches worth showing: full weight first, then in reading order, none overlapping another. */
function best(
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
  const isOwners = (match: RuleMatch): boolean => {
    const clause = rule.clause === 'age' ? ageClauseAt(match.act, hits.view.text, compiled.pack.ages) : null
    if (rule.clause === 'age' && clause === null) return false
    if (rule.subject !== 'owner') return true
    if (reading.isStrangers && isOfSomebody(clause ?? match, hits.view.text)) return false
    return isOwnersAge(clause ?? match, clause ?? match.act, { hits, isCapital })
  }
  const isClause = ({ parts }: RuleMatch): boolean => {
    const { clauses } = compiled.pack
    if (rule.clause === 'then') return isThenClause(parts, hits.view.text, clauses)
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

/** Whether the year that a match names lies so many years after the one in which its page was seen. */
function isAhead(
  { start, end }: Span,
  text: string,
  [from, to]: readonly [number, number],
  seen: number,
): boolean {
  const year = Number(text.slice(start, end).match(/20\d\d/)?.[0])
  return year - seen >= from && year - seen <= to
}

const NONE: readonly Weighed[] = []

/** Nothing excuses what endangers a child but that somebody else is quoted, by name or as such. */
function mitigationFor(
  { rule, family }: OwnedTextRule,
  match: RuleMatch,
  hits: AtomHits,
  { pack }: CompiledPack,
  reading: Reading,
): Mitigation | null {
  if (family === 'minor_safety') return isSaidByAnother(match, hits, pack.scoring) ? 'quoted' : null
  const around = mitigationOf(match, hits, pack.scoring, {
    isOwn: reading.isOwn,
    asked: rule.mitigations,
  })
  return allowed(rule, around) ?? allowed(rule, reading.mitigation)
}

function allowed(rule: TextRule, mitigation: Mitigation | null): Mitigation | null {
  return mitigation !== null && rule.mitigations.includes(mitigation) ? mitigation : null
}

/** Whether something between `start` and `end` of the original was written so that a search finds nothing. */
function isInDisguise({ start, end }: Span, { changes }: TextView): boolean {
  return changes.some((change) => change.isDisguise && change.start < end && start < change.end)
}

/** Invisible characters between the letters of the words that matched, or letters that are none. */
function hidesLetters(match: RuleMatch, view: TextView, original: string): boolean {
  return match.parts.some((part) => {
    const span = originalSpan(view, part.start, part.end)
    return isDisguised(original.slice(span.start, span.end), original)
  })
}

/** Whether words are written so that a search for them finds nothing. Takes a mark behind the last letter along. */
export function isDisguised(written: string, original: string): boolean {
  return (
    HIDDEN_INSIDE_WORD.test(written) ||
    LETTER_LIKE.test(written) ||
    STRUCK.test(written) ||
    (WIDE.test(written) && !WIDE_BY_CUSTOM.test(original))
  )
}

/** What is said beside a hit whose words were disguised. */
export function evasions(compiled: CompiledPack, hit: Finding): Finding[] {
  return compiled.structureRules
    .filter(({ rule }) => rule.structure === 'disguised_hit')
    .map(({ code, rule }) => {
      const { tag: _tag, ...rest } = hit
      return { ...rest, code, rule: `${code}/${rule.id}`, p: rule.p }
    })
}
