import { z } from 'zod'
import type { SearchEngine } from './search-engine.ts'

const Answer = z.object({
  kind: z.literal('customsearch#search'),
  items: z
    .array(z.object({ link: z.string(), title: z.string().catch(''), snippet: z.string().catch('') }))
    // Left out when there are no hits.
    .optional(),
})

/** Google Programmable Search, `GET /customsearch/v1`; `engine` is the id ("cx") of a search engine over the whole web. */
export function google(key: string, engine: string): SearchEngine {
  return {
    id: 'google',
    request(query) {
      const url = new URL('https://www.googleapis.com/customsearch/v1')
      url.search = new URLSearchParams({ key, cx: engine, q: query, num: '10' }).toString()
      return { url: url.href, accept: 'json' }
    },
    read(response) {
      const answer = response.status === 200 ? Answer.safeParse(response.json) : null
      if (!answer?.success) return null
      return (answer.data.items ?? [])
        .filter((item) => /^https?:/.test(item.link))
        .map((item) => ({ url: item.link, title: item.title, snippet: item.snippet.replaceAll('\n', ' ') }))
    },
  }
}
