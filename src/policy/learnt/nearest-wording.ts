import type { Resembled } from '../finding.ts'
import type { CompiledPack } from '../pack/compile-pack.ts'
import type { PolicyPack } from '../pack/pack-schema.ts'
import type { KnownWording } from '../pack/word-schemas.ts'
import { ANY, type Classifier, valuesOf } from './classifier.ts'
import { hitsIn, type Passage, passagesOf } from './passages.ts'
import { type Features, featuresOf } from './resemblance-features.ts'

const MAX_FAMILIES = 4

/**
 * What a reader can check a resemblance by: of the known wordings of the code the one most like the passage, in the classifier's
 * own features, and the names of those families of words without which the passage would resemble it less, the weightiest first.
 * Null where the pack knows no wording of the code.
 */
export function whatItResembles(
  compiled: CompiledPack,
  classifier: Classifier,
  code: string,
  passage: Passage,
): Resembled | null {
  const features = featuresOf(passage.text, passage.families, classifier.bits)
  const [nearest] = preparedFor(compiled, classifier, code)
    .map(({ wording, features: known }) => ({ wording, similarity: likeness(features, known) }))
    .sort((a, b) => b.similarity - a.similarity)
  if (!nearest) return null
  return {
    wording: nearest.wording.text,
    language: nearest.wording.language ?? null,
    similarity: nearest.similarity,
    families: carryingFamilies(compiled, classifier, code, passage),
  }
}

interface Prepared {
  wording: KnownWording
  features: Features
}

/** By the wordings themselves, which the packs of all organizations share. */
const prepared = new WeakMap<PolicyPack['wordings'], Map<string, Prepared[]>>()

function preparedFor(compiled: CompiledPack, { bits }: Classifier, code: string): Prepared[] {
  const { wordings } = compiled.pack
  const byCode = prepared.get(wordings) ?? new Map<string, Prepared[]>()
  prepared.set(wordings, byCode)
  const ready = byCode.get(code)
  if (ready) return ready
  const fresh = (wordings[code] ?? []).flatMap((wording) => {
    const [whole] = passagesOf(compiled, hitsIn(compiled, wording.text), {
      language: wording.language ?? null,
      wholeToo: true,
    })
    return whole ? [{ wording, features: featuresOf(whole.text, whole.families, bits) }] : []
  })
  byCode.set(code, fresh)
  return fresh
}

/** The cosine of the angle between them, 0 to 1. Rounded, so that a report does not hang on the last bit of a sum. */
export function likeness(a: Features, b: Features): number {
  let sum = 0
  for (let i = 0, k = 0; i < a.slots.length && k < b.slots.length; ) {
    const [left, right] = [a.slots[i] ?? 0, b.slots[k] ?? 0]
    if (left === right) sum += (a.values[i] ?? 0) * (b.values[k] ?? 0)
    if (left <= right) i++
    if (right <= left) k++
  }
  const length = Math.sqrt(squareOf(a) * squareOf(b))
  return length === 0 ? 0 : Math.round((100 * sum) / length) / 100
}

function squareOf({ values }: Features): number {
  return values.reduce((sum, value) => sum + value * value, 0)
}

/** Shapes that are met beside families of words; a number or a question tells a reader nothing. */
const SHAPE_NAMES: Record<string, string> = {
  'shape price': 'price',
  'shape phone': 'telephone numbers',
  'shape handle': 'handles',
}

function carryingFamilies(
  { pack }: CompiledPack,
  classifier: Classifier,
  code: string,
  { text, families }: Passage,
): string[] {
  const valueWith = (met: readonly string[]): number => {
    const values = valuesOf(classifier, featuresOf(text, met, classifier.bits))
    return classifier.columns.reduce(
      (sum, { name }, i) => (name === ANY || name === code ? sum + (values[i] ?? 0) : sum),
      0,
    )
  }
  const value = valueWith(families)
  const carrying = families
    .map((family) => ({ family, brings: value - valueWith(families.filter((other) => other !== family)) }))
    .filter(({ brings }) => brings > 0)
    .sort((a, b) => b.brings - a.brings)
    .flatMap(({ family }) => SHAPE_NAMES[family] ?? pack.familyNames[family.replace(/^word /, '')] ?? [])
  return [...new Set(carrying)].slice(0, MAX_FAMILIES)
}
