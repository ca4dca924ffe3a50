import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { EmbedderFolders } from '../../embeddings/open-embedder.ts'
import { type OpenedSense, openSense } from '../../pipeline/judge/open-sense.ts'
import type { Sense, Separation } from '../../policy/learnt/sense.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { ROOT } from './start.ts'

/** Where the configured embedding model lies, and what runs it; null where none is configured. */
export function embedderOf({ embeddingsDir }: Config): EmbedderFolders | null {
  return embeddingsDir === undefined
    ? null
    : { model: embeddingsDir, extra: join(ROOT, 'extras', 'embeddings') }
}

/** For commands that judge in their own thread: what an `OpenedSense` does, and nothing where no embedding model is configured. */
export async function openConfiguredSense(
  config: Config,
  pack: PolicyPack,
): Promise<Pick<OpenedSense, 'close'> & { hear<T>(judge: (sense: Sense | null) => T): Promise<T> }> {
  const embedder = embedderOf(config)
  if (embedder !== null) return openSense(pack, embedder)
  return { hear: async (judge) => judge(null), close: async () => {} }
}

/** For the log: where the model counts for anything. */
export function factsOf({ codes, languages }: OpenedSense['measured']) {
  const heard = (of: Readonly<Record<string, Separation>>) =>
    Object.keys(of).filter((name) => (of[name]?.weight ?? 0) > 0)
  return { codes: heard(codes), languages: heard(languages) }
}
