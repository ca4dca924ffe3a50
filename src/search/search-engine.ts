import type { HttpRequest, PageResponse } from '../evidence/page.ts'

export interface SearchHit {
  url: string
  title: string
  snippet: string
}

/** One search engine. Pure: it says what to ask and reads the answer. */
export interface SearchEngine {
  id: string
  request(query: string): HttpRequest
  /** Null when the answer is not one that the engine gives: unknown is not "no hits". */
  read(response: PageResponse): SearchHit[] | null
}
