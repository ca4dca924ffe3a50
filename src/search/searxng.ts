import { z } from 'zod'
import type { SearchEngine } from './search-engine.ts'

const Answer = z.object({
  results: z.array(
    z.object({ url: z.string(), title: z.string().catch(''), content: z.string().nullish().catch('') }),
  ),
})

/** A SearXNG instance with the JSON format enabled (`search.formats` in its settings). */
export function searxng(baseUrl: string): SearchEngine {
  return {
    id: 'searxng',
    request(query) {
      const url = new URL('search', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)
      url.search = new URLSearchParams({ q: query, format: 'json', safesearch: '0' }).toString()
      return { url: url.href, accept: 'json' }
    },
    read(response) {
      const answer = response.status === 200 ? Answer.safeParse(response.json) : null
      if (!answer?.success) return null
      return answer.data.results
        .filter((result) => /^https?:/.test(result.url))
        .map((result) => ({ url: result.url, title: result.title, snippet: result.content ?? '' }))
    },
  }
}
