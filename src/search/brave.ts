import { z } from 'zod'
import { plainText } from './plain-text.ts'
import type { SearchEngine } from './search-engine.ts'

const Answer = z.object({
  type: z.literal('search'),
  web: z
    .object({
      results: z.array(
        z.object({ url: z.string(), title: z.string().catch(''), description: z.string().catch('') }),
      ),
    })
    // Left out when there are no hits.
    .optional(),
})

/** Brave Search API, `GET /res/v1/web/search`. */
export function brave(key: string): SearchEngine {
  return {
    id: 'brave',
    request(query) {
      const url = new URL('https://api.search.brave.com/res/v1/web/search')
      url.search = new URLSearchParams({ q: query, count: '20', safesearch: 'off' }).toString()
      return { url: url.href, accept: 'json', headers: { 'x-subscription-token': key } }
    },
    read(response) {
      const answer = response.status === 200 ? Answer.safeParse(response.json) : null
      if (!answer?.success) return null
      return (answer.data.web?.results ?? [])
        .filter((result) => /^https?:/.test(result.url))
        .map(({ url, title, description }) => ({
          url,
          title: plainText(title),
          snippet: plainText(description),
        }))
    },
  }
}
