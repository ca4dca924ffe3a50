import { type EmbedderFolders, openEmbedder } from '../../embeddings/open-embedder.ts'
import { evaluate } from '../../policy/evaluate.ts'
import { type KnownText, type MeasuredSense, measureSense, type Sense } from '../../policy/learnt/sense.ts'
import { exampleEvidence } from '../../policy/pack/example-evidence.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { languageOf } from '../../policy/text/languages/language-of.ts'
import { textViews } from '../../policy/text/text-views.ts'

/** An operator's embedding model, opened and measured on the known texts of a pack. */
export interface OpenedSense {
  measured: Pick<MeasuredSense, 'codes' | 'languages'>
  /**
   * What `judge` gives with the model heard: it is called once to learn which passages it asks about, and again with what the model
   * says of these. It must ask about the same ones each time.
   */
  hear<T>(judge: (sense: Sense) => T): Promise<T>
  close(): Promise<void>
}

/** Passages of one scan that the model reads, in the order in which they are asked about: within the time that judging may take. */
const MOST_ASKED = 24
/** Shorter harmless texts say nothing. */
const LEAST_WORDS = 4

/**
 * Opens the model and has it read all known texts: about 1,500, ten to twenty seconds for a small model of sentences.
 * @throws InvalidInput when there is no such model, or nothing to run it with
 */
export async function openSense(pack: PolicyPack, folders: EmbedderFolders): Promise<OpenedSense> {
  const embedder = await openEmbedder(folders)
  const known = knownTexts(pack)
  const points: Float32Array[] = []
  for (const { text } of known) points.push(await embedder.embed(asAsked(text)))
  const measured = measureSense(known, points)
  return {
    measured,
    async hear(judge) {
      const asked = new Set<string>()
      const unheard = judge({
        shiftOf(text) {
          if (asked.size < MOST_ASKED) asked.add(text)
          return 0
        },
      })
      if (asked.size === 0) return unheard
      const said = new Map<string, Float32Array>()
      for (const text of asked) said.set(text, await embedder.embed(text))
      return judge({
        shiftOf(text, code, language) {
          const point = said.get(text)
          return point ? measured.shiftOf(point, code, language) : 0
        },
      })
    },
    close: embedder.close,
  }
}

/**
 * The known wordings of every code that a model may be heard about, and harmless texts: examples of what a code is not, in which the
 * pack finds nothing.
 */
export function knownTexts(pack: PolicyPack): KnownText[] {
  const { silent } = pack.scoring.classifier
  const codes = Object.values(pack.codes).filter(({ family }) => family !== 'minor_safety')
  const wordings = codes
    .filter(({ id }) => !silent.includes(id))
    .flatMap(({ id }) =>
      (pack.wordings[id] ?? []).map(({ text, language }) => ({ text, code: id, language: language ?? null })),
    )
  const harmless = codes
    .flatMap(({ examples }) => examples.miss.filter((each) => typeof each === 'string'))
    .filter((text) => (text.match(/[\p{L}\p{M}]+/gu)?.length ?? 0) >= LEAST_WORDS)
    .filter((text) => evaluate(pack, exampleEvidence(text)).length === 0)
  return [
    ...wordings,
    ...[...new Set(harmless)].map((text) => ({ text, code: null, language: languageOf(text) })),
  ]
}

/** As passages are asked about: as they were written, or undone where something was disguised. */
function asAsked(text: string): string {
  return textViews(text).folded?.text ?? text
}
