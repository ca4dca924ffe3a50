import { InvalidInput } from '../errors.ts'
import { brave } from './brave.ts'
import { google } from './google.ts'
import type { SearchEngine } from './search-engine.ts'
import { searxng } from './searxng.ts'

/** How `TOSCAN_SEARCH` names each engine. */
const ENGINES: Record<string, (value: string) => SearchEngine | null> = {
  searxng: (url) => (/^https?:\/\//.test(url) ? searxng(url) : null),
  brave: (key) => brave(key),
  google: (value) => {
    const [key, engine] = value.split('@')
    return key && engine ? google(key, engine) : null
  },
}

/**
 * The engine that `TOSCAN_SEARCH` names, or null when there is none.
 * @throws InvalidInput when it cannot be read.
 */
export function searchEngineOf(setting: string | undefined): SearchEngine | null {
  if (setting === undefined) return null
  const [, kind = '', value = ''] = /^(\w+):(.+)$/.exec(setting) ?? []
  const engine = ENGINES[kind]?.(value)
  if (!engine)
    throw new InvalidInput(
      'TOSCAN_SEARCH must look like searxng:https://search.example, brave:<key> or google:<key>@<engine id>',
    )
  return engine
}
