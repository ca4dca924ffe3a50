import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface Guess {
  /** ISO 639-1. */
  language: string
  /** How far it stands before the second best, 0 to 1. */
  lead: number
}

interface Identifier {
  detect(text: string): { language: string; getScores(): Record<string, number>; isReliable(): boolean }
}

let identifier: Identifier | null = null

/**
 * What the identifier takes a text for, by its first 1,000 letters; null where it does not trust itself. Loaded when it is first asked, for it takes .2 s
 * and 30 MB, and most processes never ask.
 */
export function guessLanguage(text: string): Guess | null {
  identifier ??= load()
  const result = identifier.detect(text)
  if (!result.isReliable()) return null
  const [best = 0, second = 0] = Object.values(result.getScores()).sort((a, b) => b - a)
  return { language: result.language, lead: best - second }
}

/** By its path: the package names its files for `import` alone, which would have to be waited for. */
function load(): Identifier {
  const path = fileURLToPath(import.meta.resolve('eld/extrasmall'))
  return identifierOf(createRequire(import.meta.url)(path))
}

/** The package is pinned, and `eld` is what its module exports. */
function identifierOf(module: unknown): Identifier {
  return (module as { eld: Identifier }).eld
}
