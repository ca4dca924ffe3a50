import { json, type Site } from './site.ts'

export interface Hit {
  url: string
  title: string
  content: string
}

export const SEARCH_URL = 'https://search.example'

/** Answers as a SearXNG instance does: the hits in which every quoted term of the query stands. */
export function searchSite(hits: Hit[]): Site {
  return {
    'search.example/search': ({ url }) => {
      const terms = [...(url.searchParams.get('q') ?? '').matchAll(/"([^"]+)"/g)].map((term) => term[1] ?? '')
      const results = hits.filter((hit) => terms.every((term) => says(hit, term)))
      return json({ query: url.searchParams.get('q'), number_of_results: results.length, results })
    },
  }
}

function says(hit: Hit, term: string): boolean {
  return `${hit.title} ${hit.content} ${hit.url}`.toLowerCase().includes(term.toLowerCase())
}
