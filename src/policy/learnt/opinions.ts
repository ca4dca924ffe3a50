import type { Channel } from '../../evidence/evidence.ts'
import type { Finding } from '../finding.ts'
import type { CompiledPack } from '../pack/compile-pack.ts'
import type { AtomHits } from '../rules/atom-hits.ts'
import { ADDRESSES_REVIEWER } from '../rules/text-findings.ts'
import { withoutPassages } from '../text/addressed-passages.ts'
import { languageOf } from '../text/languages/language-of.ts'
import { LONGEST_PROFILE } from '../text/sentences.ts'
import { languageOfView, textViews } from '../text/text-views.ts'
import { type Classifier, isTaught } from './classifier.ts'
import {
  inItsSentence,
  type Resemblance,
  resemblancesOf,
  roughly,
  strongestOf,
  type ValuedPassage,
  valuedPassages,
} from './most-alike.ts'
import { hitsOf, type Passage, passagesOf } from './passages.ts'
import { wordSlots } from './resemblance-features.ts'
import { saysEnough } from './says-enough.ts'

/**
 * Who asks of n sentences is wrong n times as often: on a page, of however many texts it is made, or in a text as long as one, their odds must be n times as high, which are logarithms
 * here (Bonferroni's correction). Of more than some fifty no more is asked, or words would be hidden by the number of others.
 */
const LEAST_PAGE_MARGIN = 1
const MOST_PAGE_MARGIN = 4

function pageMargin(sentences: number): number {
  return Math.min(MOST_PAGE_MARGIN, Math.max(LEAST_PAGE_MARGIN, Math.log(sentences)))
}

/** Of the words of a passage, more than this share must have been taught: other languages only look like something. */
const MIN_KNOWN = 0.5
/** One family of words is a coincidence, unless nearly every word was taught. */
const MIN_FAMILIES = 2
const WELL_KNOWN = 0.75
/** Of two long words nothing is known. */
const MIN_WORDS = 4

/** A text to have opinions of. */
export interface Place {
  channel: Channel
  text: string
  /** The text that it begins, of which no more is judged. */
  whole: string
  /** How many sentences the page has that it stands on; 0 for a profile, which says little besides. */
  among: number
  /** Passages of this scan that were judged before: menus and footers stand on every page. Those of this text are added. */
  judged: Set<string>
  /** What rules found in it. */
  known: readonly Finding[]
}

/** What the passages of a text resemble, and what is needed to say so. */
export interface Opinions {
  /** What was judged: the text without what is said to the reviewer. */
  spoken: string
  views: ReturnType<typeof textViews>
  hits: AtomHits
  /** Null where the text is too short to tell. */
  language: string | null
  /** What a value must reach. */
  threshold: number
  /** The strongest first, none of the same words as one before. */
  opinions: Resemblance[]
}

/**
 * What the passages of a text resemble most, where that may reach the threshold once `shiftAtMost` is added; null for a text of which
 * nothing can be said, as in a language that was not taught.
 */
export function opinionsIn(
  compiled: CompiledPack,
  classifier: Classifier,
  { channel, text, whole, among, judged, known }: Place,
  shiftAtMost: number,
): Opinions | null {
  const addressed = known.filter(({ code }) => code === ADDRESSES_REVIEWER)
  // What is said to the reviewer is no part of what is offered to visitors.
  const spoken = addressed.length > 0 ? withoutPassages(text, addressed) : text
  const views = textViews(spoken, null, spoken === text ? whole : spoken)
  const hits = hitsOf(compiled, views)
  // A disguise hides the language too; undone it has lost its accents.
  let language = taughtLanguage(compiled, spoken, languageOfView(views.native))
  if (language === undefined && views.folded !== null)
    language = taughtLanguage(compiled, hits.view.text, languageOf(hits.view.text))
  if (language === undefined) return null
  const isPage = channel === 'page' || spoken.length > LONGEST_PROFILE
  const fresh = passagesOf(compiled, hits, {
    language,
    wholeToo: !isPage,
    known: judged,
    isWanted: saysEnough,
  })
  for (const passage of fresh) judged.add(passage.text)
  const asked = Math.max(among, isPage ? fresh.length : 0)
  const threshold = classifier.threshold + (isPage || among > 0 ? pageMargin(asked) : 0)
  const mayBeNamed = ({ most }: ValuedPassage): boolean => most + shiftAtMost >= threshold
  // Of a page the passages are its sentences, none over another: what would not be named in the end stands in nobody's way.
  const likely = isPage ? likelyOf(compiled, classifier, fresh, threshold - shiftAtMost) : fresh
  const valued = valuedPassages(compiled, classifier, likely)
  if (!valued.some(mayBeNamed)) return null
  const opinions = toVisitors(resemblancesOf(isPage ? valued.filter(mayBeNamed) : valued))
  return { spoken, views, hits, language, threshold, opinions }
}

/** Those that are understood and come near `least`. */
function likelyOf(
  compiled: CompiledPack,
  classifier: Classifier,
  passages: readonly Passage[],
  least: number,
): Passage[] {
  return passages
    .filter((passage) => isUnderstood(classifier, passage))
    .filter(roughly(compiled, classifier, least))
}

/** Of what is spoken to the reviewer no other opinion is had. */
function toVisitors(all: readonly Resemblance[]): Resemblance[] {
  const toReviewer = passagesWhere(all, (best, passage) => callsReviewer(passage, best))
  return opinionsOf(
    all.filter(({ code, passage }) => code === ADDRESSES_REVIEWER || !toReviewer.has(passage)),
  )
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

function passagesWhere(
  all: readonly Resemblance[],
  holds: (best: Resemblance | null, passage: Passage) => boolean,
): Set<Passage> {
  const byPassage = [...Map.groupBy(all, ({ passage }) => passage)]
  return new Set(
    byPassage.filter(([passage, each]) => holds(strongestOf(each), passage)).map(([passage]) => passage),
  )
}

/** What calls upon a reviewer by name, or resembles that more than anything else, is spoken to no visitor. */
function callsReviewer({ families }: Passage, best: Resemblance | null): boolean {
  return families.includes('reviewer_named') || best?.code === ADDRESSES_REVIEWER
}

/** Letters after which every language that was taught can be told. */
const TELLS_LANGUAGE = 120

/** The language of a text, null where it is too short to tell; undefined where it is none that was taught: such a text only looks like one. */
function taughtLanguage(
  { families }: CompiledPack,
  text: string,
  language: string | null,
): string | null | undefined {
  if (language !== null) return families.some((family) => family.language === language) ? language : undefined
  return (text.match(/\p{L}/gu)?.length ?? 0) < TELLS_LANGUAGE ? null : undefined
}

/** Whether the passage is in a language that it was taught, and speaks of several things. */
export function isUnderstood(classifier: Classifier, { text, families }: Passage): boolean {
  const ideas = families.filter((family) => family.startsWith('word ')).length
  if (ideas === 0) return false
  const slots = wordSlots(text, classifier.bits)
  const known = slots.filter((slot) => isTaught(classifier, slot)).length
  const share = known / Math.max(1, slots.length)
  const isWellKnown = share >= WELL_KNOWN && slots.length >= MIN_WORDS
  return share > MIN_KNOWN && ideas >= (isWellKnown ? 1 : MIN_FAMILIES)
}
