import type { GuidePage } from './contents.ts'

/** A part of a page that a search may lead to. */
export interface SearchEntry {
  /** Address below the guide, with the part's anchor. */
  id: string
  page: string
  heading: string
  text: string
}

/** One entry for each heading of a built page, with the words below it. */
export function searchEntriesOf({ id, name }: GuidePage, html: string): SearchEntry[] {
  const article = html.slice(html.indexOf('<article'), html.indexOf('</article>'))
  return article.split(/(?=<h[1-4] id=)/).flatMap((part) => {
    const [, anchor, heading = ''] = part.match(/^<h[1-4] id="([^"]+)"[^>]*>(.*?)<\/h/s) ?? []
    if (anchor === undefined) return []
    const text = wordsOf(part.replace(/^<h.*?<\/h\d>/s, ''))
    return [{ id: `${id}/#${anchor}`, page: name, heading: wordsOf(heading), text }]
  })
}

function wordsOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}
