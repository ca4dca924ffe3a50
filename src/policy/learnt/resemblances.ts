import { type Channel, type Evidence, SHOWN } from '../../evidence/evidence.ts'
import { type Finding, MITIGATIONS } from '../finding.ts'
import type { CompiledPack, OwnedTextRule } from '../pack/compile-pack.ts'
import type { PolicyPack } from '../pack/pack-schema.ts'
import { hasMuchElse } from '../rules/ages/told-on-pages.ts'
import { FORBIDS_THEMES, namesAllowedThemes, rulesFor, type Surroundings } from '../rules/asked-rules.ts'
import { atomHits } from '../rules/atom-hits.ts'
import { evasions, isDisguised } from '../rules/disguised-hits.ts'
import { voiceOf } from '../rules/excuses/evidence-voice.ts'
import { mitigationOf } from '../rules/excuses/mitigate.ts'
import { isTied } from '../rules/links/ties.ts'
import { ADDRESSES_REVIEWER } from '../rules/text-findings.ts'
import { isTipped } from '../score/standing.ts'
import { severityWeight } from '../score/sum-codes.ts'
import { languageOf } from '../text/languages/language-of.ts'
import { madeOnce } from '../text/made-once.ts'
import { originalSpan, textViews } from '../text/text-views.ts'
import type { Classifier } from './classifier.ts'
import { isAgainstIt, isExcused, meansOtherwise } from './excuses.ts'
import { mostAlike, precisionOf, type Resemblance } from './most-alike.ts'
import { whatItResembles } from './nearest-wording.ts'
import { isUnderstood, type Opinions, opinionsIn } from './opinions.ts'
import { type Passage, passagesOf, sentencesIn } from './passages.ts'
import { saysEnough } from './says-enough.ts'
import { MOST_SHIFT, type Sense } from './sense.ts'

/** What the classifier was trained on and what is like it: not names, nothing that visitors cannot see, and no label of a link. */
const CHANNELS: readonly Channel[] = ['bio', 'post', 'snippet', 'picture', 'page']
const MAX_QUOTE = 300
/** What resembles this much more than it must is not excused by what a rule heeds. */
const BEYOND_EXCUSE = 5

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
    const surroundings = around(each)
    const isAskable = askableIn(compiled, each, surroundings)
    const among = sentencesOnPage(each, left)
    for (const [textIndex, { channel, text }] of each.texts.entries()) {
      if (!CHANNELS.includes(channel) || left <= 0) continue
      const read = text.slice(0, left)
      left -= read.length
      const known = fromRules.filter(
        (finding) => finding.evidenceRef === each.ref && finding.textIndex === textIndex,
      )
      const place = {
        evidence: each,
        channel,
        textIndex,
        text: read,
        whole: text,
        among,
        known,
        isAskable,
        surroundings,
      }
      found.push(...findingsIn({ compiled, classifier, sense, ...place }, judged))
    }
  }
  return strongestByFamily(found, pack).flatMap((finding) => [
    finding,
    ...(!isTipped(finding) && isHidden(compiled, finding, evidence)
      ? evasions(compiled, withoutWording(finding))
      : []),
  ])
}

/** How many sentences of a page with much on it are read, of whichever of its texts, each counted once; 0 for all else. */
function sentencesOnPage(evidence: Evidence, characters: number): number {
  if (!hasMuchElse(evidence)) return 0
  let left = characters
  const sentences = new Set<string>()
  for (const { channel, text } of evidence.texts) {
    if (!CHANNELS.includes(channel) || left <= 0) continue
    const read = text.slice(0, left)
    left -= read.length
    for (const sentence of sentencesIn(read, saysEnough)) sentences.add(sentence)
  }
  return sentences.size
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
  const applicable = codesOf(rulesFor(compiled, evidence, around))
  return (code: string): boolean => applicable.has(code)
}

const codesOf = madeOnce(
  (rules: readonly OwnedTextRule[]): ReadonlySet<string> => new Set(rules.map(({ code }) => code)),
)

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
    .filter((each) => SHOWN.has(each.outcome) && isTied(each))
    .toSorted((a, b) => a.hop - b.hop || Number(a.binding === 'search') - Number(b.binding === 'search'))
}

/** A text of some evidence, and who is asked about it. */
interface Judging {
  compiled: CompiledPack
  classifier: Classifier
  sense: Sense | null
  evidence: Evidence
  channel: Channel
  textIndex: number
  text: string
  whole: string
  among: number
  /** What rules found in it. */
  known: readonly Finding[]
  isAskable: (code: string) => boolean
  surroundings: Surroundings
}

function findingsIn(judging: Judging, judged: Set<string>): Finding[] {
  const { compiled, classifier, sense, channel, text, whole, among, known } = judging
  const shiftAtMost = sense === null ? 0 : MOST_SHIFT / classifier.slope
  const read = opinionsIn(compiled, classifier, { channel, text, whole, among, judged, known }, shiftAtMost)
  return read === null ? [] : read.opinions.flatMap((best) => findingOf(judging, read, best) ?? [])
}

/** An opinion as a finding; null where it is not certain enough, excused, or nothing that is asked about. */
function findingOf(judging: Judging, read: Opinions, best: Resemblance): Finding | null {
  const { compiled, classifier, evidence, channel, textIndex, text, known, isAskable } = judging
  const { spoken, views, hits, language, threshold } = read
  const precise = leastFor(compiled.pack, best.code)
  const isNamed = (value: number): boolean => value >= threshold && precisionOf(classifier, value) >= precise
  const sense = maySense(compiled.pack, best.code) ? judging.sense : null
  if (!isAskable(best.code)) return null
  if (best.code === FORBIDS_THEMES && namesAllowedThemes(compiled, hits, judging.surroundings)) return null
  if (!isNamed(best.value + (sense ? MOST_SHIFT / classifier.slope : 0))) return null
  if (known.some(({ code }) => code === best.code)) return null
  if (meansOtherwise(compiled, best, hits) || isAgainstIt(compiled, best, hits)) return null
  if (best.value < threshold + BEYOND_EXCUSE && isExcused(compiled, best, hits)) return null
  if (!isUnderstood(classifier, best.passage)) return null
  const shift = sense?.shiftOf(readable(spoken, views, best.passage), best.code, language) ?? 0
  const shifted = best.value + shift / classifier.slope
  const isTippedNow = !isNamed(best.value)
  if (isTippedNow && !isNamed(shifted)) return null
  const resembles = whatItResembles(compiled, classifier, best.code, best.passage)
  if (isTippedNow && resembles === null) return null
  const span = trimmedSpan(text, originalSpan(hits.view, best.quoted.start, best.quoted.end))
  const said = { ...best.quoted, act: best.quoted, parts: [] }
  return {
    code: best.code,
    rule: `resembles.${best.code}`,
    source: 'classifier',
    // What the classifier names by itself stays named: nothing would tell that a model had silenced it.
    p: Math.max(precisionOf(classifier, shifted), precise),
    evidenceRef: evidence.ref,
    channel,
    binding: evidence.binding,
    mitigation:
      mitigationOf(said, hits, compiled.pack.scoring, {
        isOwn: evidence.binding === 'own',
        asked: MITIGATIONS,
      }) ?? voiceOf(compiled, evidence),
    quote: text.slice(span.start, span.end),
    textIndex,
    ...span,
    view: 'native',
    ...(resembles && {
      resembles: shift === 0 ? resembles : { ...resembles, embedding: { shift, tipped: isTippedNow } },
    }),
  }
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

/** From which stated precision on a code is named: what it is proven from on human text, else a higher one; some are never named unproven. */
function leastFor({ scoring: { alone, classifier } }: PolicyPack, code: string): number {
  const unproven = classifier.silent.includes(code) ? Number.POSITIVE_INFINITY : classifier.unproven
  return alone.proven[code] ?? unproven
}

function trimmedSpan(text: string, { start, end }: { start: number; end: number }) {
  const quoted = text.slice(start, Math.min(end, start + MAX_QUOTE))
  return { start, end: start + quoted.trimEnd().length }
}
