import type { CompiledPack } from '../pack/compile-pack.ts'
import { ANY, type Classifier, valuesOf } from './classifier.ts'
import type { Passage } from './passages.ts'
import { featuresOf, looseFeaturesOf } from './resemblance-features.ts'

/** The passage and code with the largest value; where that is the whole text, its most telling sentence stands for it. */
export function mostAlike(
  compiled: CompiledPack,
  classifier: Classifier,
  passages: readonly Passage[],
): Resemblance | null {
  return tellingOf(resemblancesOf(valuedPassages(compiled, classifier, passages)))
}

/** How much a passage resembles its best code. */
export interface Resemblance {
  code: string
  /** The sum of the columns `any` and `code`. */
  value: number
  passage: Passage
  /** What to quote of it: the passage, or its most telling sentence. */
  quoted: Passage
}

/** A passage with the largest of what it comes to under the codes that are asked about. */
export interface ValuedPassage {
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

export function valuedPassages(
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
export function roughly(compiled: CompiledPack, classifier: Classifier, least: number) {
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
export function resemblancesOf(valued: readonly ValuedPassage[]): Resemblance[] {
  return valued.flatMap(({ passage, values, asked }) =>
    asked.map(({ code, column }) => ({ code, value: sumOf(values, column), passage, quoted: passage })),
  )
}

export function strongestOf(all: readonly Resemblance[]): Resemblance | null {
  return all.reduce<Resemblance | null>((top, each) => (!top || each.value > top.value ? each : top), null)
}

function tellingOf(all: readonly Resemblance[]): Resemblance | null {
  const best = strongestOf(all)
  return best?.passage.isWhole ? inItsSentence(best, all) : best
}

/** What the whole text resembles, with the sentence that carries it. */
export function inItsSentence(best: Resemblance, all: readonly Resemblance[]): Resemblance {
  const telling = strongestOf(all.filter(({ code, passage }) => code === best.code && !passage.isWhole))
  return telling === null ? best : { ...best, quoted: telling.passage }
}

/** How often such a value is right. Rounded, so that a report does not hang on the last bit of a sum. */
export function precisionOf({ slope, offset }: Classifier, value: number): number {
  return Math.round(100 / (1 + Math.exp(-(slope * value + offset)))) / 100
}
