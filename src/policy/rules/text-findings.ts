import type { Evidence, EvidenceText } from '../../evidence/evidence.ts'
import type { Finding } from '../finding.ts'
import { asksClause } from '../pack/clause-words.ts'
import type { CompiledPack } from '../pack/compile-pack.ts'
import { hostOf, listHasHost } from '../pack/host-list.ts'
import { withoutPassages } from '../text/addressed-passages.ts'
import { maskQuote } from '../text/mask-quote.ts'
import { normaliseText, originalSpan, textViews } from '../text/text-views.ts'
import { agesRead } from './ages/ages-read.ts'
import { isLabelOfGate } from './ages/gate-choices.ts'
import { hasMuchElse } from './ages/told-on-pages.ts'
import {
  type AskedRules,
  mayFind,
  type RuleSet,
  ruleSetFor,
  rulesOf,
  type Surroundings,
  withoutCode,
} from './asked-rules.ts'
import { atomHits } from './atom-hits.ts'
import { best, type Reading } from './best-matches.ts'
import { evasions, hidesLetters, isInDisguise } from './disguised-hits.ts'
import { voiceOf } from './excuses/evidence-voice.ts'
import { isOneWord, mendedHits } from './mended-hits.ts'

/** Longer texts are read up to here; a bio or post never comes near. UTF-16 units. */
const MAX_TEXT = 50_000

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
    isPage: hasMuchElse(evidence),
    year: Number(evidence.capturedAt.slice(0, 4)),
    names: evidence.binding === 'own' ? namesOf(evidence) : [],
  }
}

/** Whole, and the first word: "Sofia Lumen" is Sofia. */
function namesOf({ title, handle }: Evidence): string[] {
  const whole = [title, handle ?? ''].map((name) => normaliseText(name).trim())
  const first = whole.flatMap((name) => /^[\p{L}\p{M}]{2,}/u.exec(name)?.[0] ?? [])
  return [...whole, ...first].filter((name) => name !== '')
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
  const isChoice = channel === 'link_label' && isLabelOfGate(text, evidence)
  const place = { evidence, channel, textIndex, reading: isChoice ? { ...reading, isChoice } : reading }
  const original = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
  const found = readText(compiled, place, applicable, original)
  const addressed = found.filter(({ finding }) => finding.code === ADDRESSES_REVIEWER)
  if (addressed.length > 0) {
    const others = withoutCode(applicable, ADDRESSES_REVIEWER)
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
  // "qu1nc3 años": who hides an age in words is asked as who writes it.
  const ages = [...agesRead(compiled, views.native), ...(folded === null ? [] : agesRead(compiled, folded))]
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
        view: source.view.changes.length > 0 || source === mended?.hits ? 'folded' : 'native',
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
