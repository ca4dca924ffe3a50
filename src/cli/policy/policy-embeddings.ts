import type { Config } from '../../config.ts'
import { InvalidInput } from '../../errors.ts'
import { openSense } from '../../pipeline/judge/open-sense.ts'
import type { Separation } from '../../policy/learnt/sense.ts'
import { embedderOf } from '../start/sense.ts'
import { printRows } from '../terminal/output.ts'
import { policiesFor } from './replay.ts'

/**
 * `toscan policy embeddings`: what the embedding model of `TOSCAN_EMBEDDINGS_DIR` is worth on the known texts of the pack, by code and by
 * language, and what its word counts for there. Throws `InvalidInput` when there is none or it cannot be run.
 */
export async function measureEmbeddings(config: Config, options: { policy?: string; json?: boolean }) {
  const embedder = embedderOf(config)
  if (embedder === null)
    throw new InvalidInput('TOSCAN_EMBEDDINGS_DIR is not set: there is no embedding model.')
  const pack = policiesFor(config, options.policy)
  const started = performance.now()
  const sense = await openSense(pack, embedder)
  const seconds = Math.round((performance.now() - started) / 100) / 10
  await sense.close()
  const { codes, languages } = sense.measured
  if (options.json) console.log(JSON.stringify({ policy_version: pack.version, seconds, codes, languages }))
  else {
    printRows([['', 'texts', 'right', 'counts'], ...rowsOf(codes), ...rowsOf(languages)])
    console.log(sentenceOf(codes, languages, seconds))
  }
}

function rowsOf(measured: Readonly<Record<string, Separation>>): string[][] {
  return Object.entries(measured).map(([name, { texts, right, weight }]) => [
    name,
    String(texts),
    right.toFixed(2),
    weight.toFixed(2),
  ])
}

function sentenceOf(
  codes: Readonly<Record<string, Separation>>,
  languages: Readonly<Record<string, Separation>>,
  seconds: number,
): string {
  const counting = (of: Readonly<Record<string, Separation>>) =>
    Object.values(of).filter(({ weight }) => weight > 0).length
  const [some, all] = [counting(codes), Object.keys(codes).length]
  const heard =
    some === 0 || counting(languages) === 0
      ? 'It tells nothing apart better than chance, and is not heard.'
      : `It is heard on ${some} of ${all} codes, in ${counting(languages)} of ${Object.keys(languages).length} languages.`
  return `${heard} Read in ${seconds} s, which every start takes.`
}
