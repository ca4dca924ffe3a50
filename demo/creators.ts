import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DemoCreator } from './creator.ts'
import { SEARCH_URL, searchSite } from './web/search.ts'
import type { Site } from './web/site.ts'

export type NamedCreator = DemoCreator & { name: string }

/** Every file in `creators/` is one creator; there is no list to keep. */
export async function loadCreators(): Promise<NamedCreator[]> {
  const folder = join(import.meta.dirname, 'creators')
  const files = (await readdir(folder)).filter((file) => /\.[jt]s$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const module: { creator: DemoCreator } = await import(pathToFileURL(join(folder, file)).href)
      return { ...module.creator, name: file.slice(0, -3) }
    }),
  )
}

/** Everything that the creators show, and the search engine that knows what is said of them. */
export function sitesOf(creators: DemoCreator[]): Site[] {
  return [...creators.map((creator) => creator.site), searchSite(creators.flatMap(({ hits }) => hits ?? []))]
}

export const SEARCH_SETTING = `searxng:${SEARCH_URL}`
