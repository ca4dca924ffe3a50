import type { Channel, Evidence } from '../../evidence/evidence.ts'
import type { Finding } from '../finding.ts'
import type { CompiledPack } from '../pack/compile-pack.ts'
import type { PolicyPack } from '../pack/pack-schema.ts'
import { type AtomHits, atomHits } from '../rules/atom-hits.ts'
import { matchTextRule } from '../rules/match-text-rule.ts'
import { mitigationOf } from '../rules/mitigate.ts'
import {
  ADDRESSES_REVIEWER,
  evasions,
  isDisguised,
  rulesFor,
  type Surroundings,
  voiceOf,
} from '../rules/text-findings.ts'
import { isTied } from '../rules/ties.ts'
import { isTipped } from '../score/standing.ts'
import { severityWeight } from '../score/sum-codes.ts'
import { withoutPassages } from '../text/addressed-passages.ts'
import { languageOf } from '../text/language-of.ts'
import { lineAround } from '../text/sentences.ts'
import { originalSpan, type Span, textViews } from '../text/text-views.ts'
import { ANY, type Classifier, isTaught, valuesOf } from './classifier.ts'
import { whatItResembles } from './nearest-wording.ts'
import { hitsOf, MAX_WHOLE, type Passage, passagesOf } from './passages.ts'
import { featuresOf, looseFeaturesOf, wordSlots } from './resemblance-features.ts'
import { MOST_SHIFT, type Sense } from './sense.ts'

/** What the classifier was trained on and what is like it: not names, nothing that visitors cannot see, and no label of a link. */
const CHANNELS: readonly Channel[] = ['bio', 'post', 'snippet', 'picture', 'page']
/** A label, a menu or a title says too little to resemble anything. */
const MIN_SAID = 4
/** A page, or a text as long as one, has more sentences to be wrong about: they must resemble more. */
const PAGE_MARGIN = 1
const MAX_QUOTE = 300
/** Of the words of a passage, more than this share must have been taught: other languages only look like something. */
const MIN_KNOWN = 0.5
/** One family of words is a coincidence, unless nearly every word was taught. */
const MIN_FAMILIES = 2
const WELL_KNOWN = 0.75
/** Of two long words nothing is known. */
const MIN_WORDS = 4
/** What resembles this much more than it must is not excused by what a rule heeds. */
const BEYOND_EXCUSE = 5

/** How much a passage resembles its best code. */
export interface Resemblance {
  code: string
  /** The sum of the columns `any` and `code`. */
  value: number
  passage: Passage
  /** What to quote of it: the passage, or its most telling sentence. */
  quoted: Passage
}

/**
 * The passages of a creator that most resemble what reason codes forbid, where no rule spoke of that code in the same text:
 * one of each family of codes and few of them, for weak opinions may open a case and never make one. Beside them one that resembles
 * words to the reviewer. Their rule is `resembles.<code>`. Of what the classifier names or nearly names an operator's embedding model is
 * asked as well, where there is one (`sense`).
 */
export function resemblances(
  compiled: CompiledPack,
  evidence: readonly Evidence[],
  fromRules: readonly Finding[],
  around: (evidence: Evidence) => Surroundings,
  sense: Sense | null = null,
): Finding[] {
  const { classifier, pack } = compiled
  if (classifier === null || !pack.scoring.classifier.enabled) return []
  let left = pack.scoring.classifier.characters
  const found: Finding[] = []
  const judged = new Set<string>()
  for (const each of nearestFirst(evidence)) {
    const isAskable = askableIn(compiled, each, around(each))
    for (const [textIndex, { channel, text }] of each.texts.entries()) {
      if (!CHANNELS.includes(channel) || left <= 0) continue
      const read = text.slice(0, left)
      left -= read.length
      const known = fromRules.filter(
        (finding) => finding.evidenceRef === each.ref && finding.textIndex === textIndex,
      )
      const place = { channel, textIndex, text: read, judged }
      found.push(...findingsIn(compiled, classifier, each, place, known, isAskable, sense))
    }
  }
  return strongestByFamily(found, pack).flatMap((finding) => [
    finding,
    ...(!isTipped(finding) && isHidden(compiled, finding, evidence)
      ? evasions(compiled, withoutWording(finding))
      : []),
  ])
}

/** What the words are like says nothing of how they are written. */
function withoutWording({ resembles: _, ...finding }: Finding): Finding {
  return finding
}

/** One of each family, the weightiest families only, and what is said to the reviewer beside them, for that is said to somebody else. */
function strongestByFamily(found: readonly Finding[], pack: PolicyPack): Finding[] {
  const weightOf = ({ code, p, binding, mitigation }: Finding): number =>
    severityWeight(pack, code) * p * pack.scoring.binding[binding] * (mitigation === null ? 1 : 0.1)
  // By what it would add, so that more evidence never takes from the score; nor does what an embedding model alone has tipped.
  const strongestFirst = found.toSorted(
    (a, b) => Number(isTipped(a)) - Number(isTipped(b)) || weightOf(b) - weightOf(a),
  )
  const kept = new Map<string, Finding>()
  for (const finding of strongestFirst) {
    const family = finding.code === ADDRESSES_REVIEWER ? ADDRESSES_REVIEWER : pack.codes[finding.code]?.family
    if (family === undefined || kept.has(family)) continue
    if (family === ADDRESSES_REVIEWER || kept.size < pack.scoring.classifier.families)
      kept.set(family, finding)
  }
  return [...kept.values()]
}

/** Codes whose rules about words are for such evidence: what links, numbers and structure tell resembles nothing. */
function askableIn(compiled: CompiledPack, evidence: Evidence, around: Surroundings) {
  const applicable = new Set(rulesFor(compiled, evidence, around).map(({ code }) => code))
  return (code: string): boolean => applicable.has(code)
}

/** Whether the passage says what it resembles only once its disguises are undone, or hides letters. */
function isHidden(
  compiled: CompiledPack,
  { evidenceRef, textIndex, start, end, mitigation }: Finding,
  evidence: readonly Evidence[],
): boolean {
  const text = evidence.find(({ ref }) => ref === evidenceRef)?.texts[textIndex]?.text ?? ''
  const written = text.slice(start, end)
  if (mitigation !== null) return false
  if (isDisguised(written, text)) return true
  const { native, folded } = textViews(written)
  if (folded === null || compiled.classifier === null) return false
  const plain = mostAlike(
    compiled,
    compiled.classifier,
    passagesOf(compiled, atomHits(compiled, native, 'native'), {
      language: languageOf(text),
      wholeToo: true,
    }),
  )
  return plain === null || plain.value < compiled.classifier.threshold
}

function nearestFirst(evidence: readonly Evidence[]): Evidence[] {
  return evidence
    .filter((each) => each.outcome === 'ok' && isTied(each))
    .toSorted((a, b) => a.hop - b.hop || Number(a.binding === 'search') - Number(b.binding === 'search'))
}

interface Place {
  channel: Channel
  textIndex: number
  text: string
  /** Passages of this scan that were judged before: menus and footers stand on every page. */
  judged: Set<string>
}

function findingsIn(
  compiled: CompiledPack,
  classifier: Classifier,
  evidence: Evidence,
  { channel, textIndex, text, judged }: Place,
  known: readonly Finding[],
  isAskable: (code: string) => boolean,
  sense: Sense | null,
): Finding[] {
  const addressed = known.filter(({ code }) => code === ADDRESSES_REVIEWER)
  // What is said to the reviewer is no part of what is offered to visitors.
  const spoken = addressed.length > 0 ? withoutPassages(text, addressed) : text
  const views = textViews(spoken)
  const hits = hitsOf(compiled, views)
  // A disguise hides the language too; undone it has lost its accents.
  let language = taughtLanguage(compiled, spoken)
  if (language === undefined && views.folded !== null) language = taughtLanguage(compiled, hits.view.text)
  if (language === undefined) return []
  const isPage = channel === 'page' || spoken.length > MAX_WHOLE
  const fresh = passagesOf(compiled, hits, {
    language,
    wholeToo: !isPage,
    known: judged,
    isWanted: saysEnough,
  })
  for (const passage of fresh) judged.add(passage.text)
  const threshold = classifier.threshold + (isPage ? PAGE_MARGIN : 0)
  // Of a page the passages are its sentences, none over another: what would not be named in the end stands in nobody's way.
  const asking = isPage ? fresh.filter((passage) => isUnderstood(classifier, passage)) : fresh
  const shiftAtMost = sense === null ? 0 : MOST_SHIFT / classifier.slope
  const mayBeNamed = ({ most }: ValuedPassage): boolean => most + shiftAtMost >= threshold
  const likely = isPage ? asking.filter(roughly(compiled, classifier, threshold - shiftAtMost)) : asking
  const valued = valuedPassages(compiled, classifier, likely)
  if (!valued.some(mayBeNamed)) return []
  const all = resemblancesOf(isPage ? valued.filter(mayBeNamed) : valued)
  const toReviewer = passagesWhere(all, (best, passage) => callsReviewer(passage, best))
  const opinions = opinionsOf(
    all.filter(({ code, passage }) => code === ADDRESSES_REVIEWER || !toReviewer.has(passage)),
  )
  return opinions.flatMap((best) => {
    const precise = leastFor(compiled.pack, best.code)
    const isNamed = (value: number): boolean =>
      value >= threshold && precisionOf(classifier, value) >= precise
    const asked = sense !== null && maySense(compiled.pack, best.code) ? sense : null
    if (!isAskable(best.code)) return []
    if (!isNamed(best.value + (asked ? MOST_SHIFT / classifier.slope : 0))) return []
    if (known.some(({ code }) => code === best.code)) return []
    if (meansOtherwise(compiled, best, hits)) return []
    if (best.value < threshold + BEYOND_EXCUSE && isExcused(compiled, best, hits)) return []
    if (!isUnderstood(classifier, best.passage)) return []
    const shift = asked?.shiftOf(readable(spoken, views, best.passage), best.code, language) ?? 0
    const shifted = best.value + shift / classifier.slope
    const isTippedNow = !isNamed(best.value)
    if (isTippedNow && !isNamed(shifted)) return []
    // What the classifier names by itself stays named: nothing would tell that a model had silenced it.
    const p = Math.max(precisionOf(classifier, shifted), precise)
    const span = trimmedSpan(text, originalSpan(hits.view, best.quoted.start, best.quoted.end))
    const mitigation =
      mitigationOf(
        { ...best.quoted, act: best.quoted, parts: [] },
        hits,
        compiled.pack.scoring,
        evidence.binding === 'own',
      ) ?? voiceOf(compiled, evidence)
    const resembles = whatItResembles(compiled, classifier, best.code, best.passage)
    if (isTippedNow && resembles === null) return []
    return {
      code: best.code,
      rule: `resembles.${best.code}`,
      source: 'classifier',
      p,
      evidenceRef: evidence.ref,
      channel,
      binding: evidence.binding,
      mitigation,
      quote: text.slice(span.start, span.end),
      textIndex,
      ...span,
      view: 'native',
      ...(resembles && {
        resembles: shift === 0 ? resembles : { ...resembles, embedding: { shift, tipped: isTippedNow } },
      }),
    }
  })
}

/** A passage as it was written, for whoever knows accents and capitals; where something was disguised, as it reads undone. */
function readable(
  spoken: string,
  { native, folded }: ReturnType<typeof textViews>,
  passage: Passage,
): string {
  if (folded !== null) return passage.text
  const { start, end } = originalSpan(native, passage.start, passage.end)
  return spoken.slice(start, end)
}

/** Whether an embedding model may be heard about a code: never about minors, and not where the classifier keeps silent unless proven. */
function maySense({ codes, scoring }: PolicyPack, code: string): boolean {
  return codes[code]?.family !== 'minor_safety' && !scoring.classifier.silent.includes(code)
}

/**
 * What each passage resembles most, the strongest first, none of the same words as one before. What most resembles a code that the
 * classifier is not asked about is not pressed into another.
 */
function opinionsOf(all: readonly Resemblance[]): Resemblance[] {
  const strongest = [...Map.groupBy(all, ({ passage }) => passage).values()]
    .flatMap((each) => strongestOf(each) ?? [])
    .sort((a, b) => b.value - a.value)
  const kept: Resemblance[] = []
  for (const each of strongest) {
    const best = each.passage.isWhole ? inItsSentence(each, all) : each
    const isFresh = kept.every(
      ({ quoted }) => quoted.end <= best.quoted.start || best.quoted.end <= quoted.start,
    )
    if (isFresh) kept.push(best)
  }
  return kept
}

/** From which stated precision on a code is named: what it is proven from on human text, else a higher one; some are never named unproven. */
function leastFor({ scoring: { alone, classifier } }: PolicyPack, code: string): number {
  const unproven = classifier.silent.includes(code) ? Number.POSITIVE_INFINITY : classifier.unproven
  return alone.proven[code] ?? unproven
}

function passagesWhere(
  all: readonly Resemblance[],
  holds: (best: Resemblance | null, passage: Passage) => boolean,
): Set<Passage> {
  const byPassage = [...Map.groupBy(all, ({ passage }) => passage)]
  return new Set(
    byPassage.filter(([passage, each]) => holds(strongestOf(each), passage)).map(([passage]) => passage),
  )
}

/** Letters after which every language that was taught can be told. */
const TELLS_LANGUAGE = 120

/** The language of a text, null where it is too short to tell; undefined where it is none that was taught: such a text only looks like one. */
function taughtLanguage({ families }: CompiledPack, text: string): string | null | undefined {
  const language = languageOf(text)
  if (language !== null) return families.some((family) => family.language === language) ? language : undefined
  return (text.match(/\p{L}/gu)?.length ?? 0) < TELLS_LANGUAGE ? null : undefined
}

const SEGMENT = /[\n|•·]/u
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu

/** With a scheme: it may be cut off where a sentence seems to end. */
const ADDRESS = /https?:\S*/gu

/**
 * Whether one line of a passage has four words: a column of labels is no text, and an address is no words. Han and kana write a word in two
 * signs.
 */
function saysEnough(text: string): boolean {
  return saysEnoughPlainly(text) ?? saysEnoughAnyhow(text)
}

const APOSTROPHE = 0x27
const LETTER_H = 0x68
/** What the loop below reads: ASCII on one line. */
const PLAIN_END = 0x7b

/** The same of most passages, by a walk that ends at the fourth word; null where it meets what may part lines or words otherwise, or begin an address. */
function saysEnoughPlainly(text: string): boolean | null {
  let words = 0
  let isInWord = false
  /** Behind an apostrophe a word has letters alone. */
  let isBehind = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= PLAIN_END || unit < 0x20 || (unit === LETTER_H && text.startsWith('http', i))) return null
    const isDigit = unit >= 0x30 && unit <= 0x39
    const lower = unit | 0x20
    if ((lower >= 0x61 && lower <= 0x7a) || isDigit) {
      if (!isInWord || (isBehind && isDigit)) {
        if (++words >= MIN_SAID) return true
        isBehind = false
      }
      isInWord = true
    } else {
      const next = text.charCodeAt(i + 1) | 0x20
      isBehind = isInWord && unit === APOSTROPHE && next >= 0x61 && next <= 0x7a
      isInWord = isBehind
    }
  }
  return false
}

function saysEnoughAnyhow(text: string): boolean {
  return text
    .replace(ADDRESS, ' ')
    .split(SEGMENT)
    .some((segment) => (segment.match(WORDS)?.length ?? 0) >= MIN_SAID)
}

/** A rule of the code knows this wording, and did not accuse: something in the text or about the account speaks for it. */
function isExcused(compiled: CompiledPack, { code, quoted }: Resemblance, hits: AtomHits): boolean {
  const isInside = (match: Span): boolean => match.start < quoted.end && quoted.start < match.end
  return compiled.textRules.some(
    (owned) =>
      owned.code === code &&
      !owned.rule.silent &&
      matchTextRule({ ...owned.rule, none: [] }, hits, () => false).some(isInside),
  )
}

/**
 * What rules ask of a text where the act of a code has two meanings stands on the line of the passage: however much a coach's private
 * sessions resemble others, they are a coach's.
 */
function meansOtherwise(compiled: CompiledPack, { code, quoted }: Resemblance, hits: AtomHits): boolean {
  const line = lineAround(hits.view.text, quoted)
  return compiled.textRules.some(
    ({ code: owner, rule }) =>
      owner === code &&
      rule.none_in === 'text' &&
      rule.none.some((atom) =>
        hits.of(atom).some(({ start, end }) => start >= line.start && end <= line.end),
      ),
  )
}

/** Whether the passage is in a language that it was taught, and speaks of several things. */
function isUnderstood(classifier: Classifier, { text, families }: Passage): boolean {
  const ideas = families.filter((family) => family.startsWith('word ')).length
  if (ideas === 0) return false
  const slots = wordSlots(text, classifier.bits)
  const known = slots.filter((slot) => isTaught(classifier, slot)).length
  const share = known / Math.max(1, slots.length)
  const isWellKnown = share >= WELL_KNOWN && slots.length >= MIN_WORDS
  return share > MIN_KNOWN && ideas >= (isWellKnown ? 1 : MIN_FAMILIES)
}

function trimmedSpan(text: string, { start, end }: { start: number; end: number }) {
  const quoted = text.slice(start, Math.min(end, start + MAX_QUOTE))
  return { start, end: start + quoted.trimEnd().length }
}

/** What calls upon a reviewer by name, or resembles that more than anything else, is spoken to no visitor. */
function callsReviewer({ families }: Passage, best: Resemblance | null): boolean {
  return families.includes('reviewer_named') || best?.code === ADDRESSES_REVIEWER
}

/** The passage and code with the largest value; where that is the whole text, its most telling sentence stands for it. */
export function mostAlike(
  compiled: CompiledPack,
  classifier: Classifier,
  passages: readonly Passage[],
): Resemblance | null {
  return tellingOf(resemblancesOf(valuedPassages(compiled, classifier, passages)))
}

/** A passage with the largest of what it comes to under the codes that are asked about. */
interface ValuedPassage {
  passage: Passage
  /** Of every column. */
  values: Float64Array
  /** The codes, and the column of each. */
  asked: readonly AskedColumn[]
  most: number
}

interface AskedColumn {
  code: string
  column: number
}

function valuedPassages(
  compiled: CompiledPack,
  classifier: Classifier,
  passages: readonly Passage[],
): ValuedPassage[] {
  const asked = askedColumns(compiled, classifier)
  return passages.map((passage) => {
    const values = valuesOf(classifier, featuresOf(passage.text, passage.families, classifier.bits))
    return { passage, values, asked, most: mostOf(values, asked) }
  })
}

/** Far more than adding in another order can change. */
const ROUGHLY = 0.01

/** Whether a passage comes to `least` under one of the codes, or nearly: most sentences of a page are far from it. */
function roughly(compiled: CompiledPack, classifier: Classifier, least: number) {
  const asked = askedColumns(compiled, classifier)
  return ({ text, families }: Passage): boolean =>
    mostOf(valuesOf(classifier, looseFeaturesOf(text, families, classifier.bits)), asked) > least - ROUGHLY
}

function askedColumns({ pack }: CompiledPack, { columns }: Classifier): AskedColumn[] {
  return columns.flatMap(({ name }, column) =>
    name !== ANY && pack.codes[name] ? [{ code: name, column }] : [],
  )
}

function mostOf(values: Float64Array, asked: readonly AskedColumn[]): number {
  let most = Number.NEGATIVE_INFINITY
  for (const { column } of asked) most = Math.max(most, sumOf(values, column))
  return most
}

/** What a passage comes to under a code: the columns `any` and the code's. */
function sumOf(values: Float64Array, column: number): number {
  return (values[0] ?? 0) + (values[column] ?? 0)
}

/** Every passage under every code. */
function resemblancesOf(valued: readonly ValuedPassage[]): Resemblance[] {
  return valued.flatMap(({ passage, values, asked }) =>
    asked.map(({ code, column }) => ({ code, value: sumOf(values, column), passage, quoted: passage })),
  )
}

function strongestOf(all: readonly Resemblance[]): Resemblance | null {
  return all.reduce<Resemblance | null>((top, each) => (!top || each.value > top.value ? each : top), null)
}

function tellingOf(all: readonly Resemblance[]): Resemblance | null {
  const best = strongestOf(all)
  return best?.passage.isWhole ? inItsSentence(best, all) : best
}

/** What the whole text resembles, with the sentence that carries it. */
function inItsSentence(best: Resemblance, all: readonly Resemblance[]): Resemblance {
  const telling = strongestOf(all.filter(({ code, passage }) => code === best.code && !passage.isWhole))
  return telling === null ? best : { ...best, quoted: telling.passage }
}

/** How often such a value is right. Rounded, so that a report does not hang on the last bit of a sum. */
export function precisionOf({ slope, offset }: Classifier, value: number): number {
  return Math.round(100 / (1 + Math.exp(-(slope * value + offset)))) / 100
}
