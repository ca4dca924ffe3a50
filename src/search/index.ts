import { InvalidInput } from '../errors.ts'
import type { SearchEngine } from './search-engine.ts'
import { searxng } from './searxng.ts'

/** The engine that `TOSCAN_SEARCH` names, or null when there is none. */
export function searchEngineOf(setting: string | undefined): SearchEngine | null {
  if (setting === undefined) return null
  const [, kind, value] = /^(\w+):(.+)$/.exec(setting) ?? []
  if (kind === 'searxng' && value) return searxng(value)
  throw new InvalidInput('TOSCAN_SEARCH must look like searxng:https://search.example')
}
