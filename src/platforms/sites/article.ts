import type { ParsedPage } from '../../evidence/page.ts'
import { metaOf } from '../reading/page-facts.ts'
import { at, listAt, textAt } from '../reading/read-path.ts'

/**
 * Who publishes an article, when the page is one: a newspaper's words are not those of whom it writes about. Null for
 * other pages, and for an article that names one of `own` as its author or publisher.
 */
export function publisherOf(page: ParsedPage, own: (string | null)[]): string | null {
  const block = page.jsonLd.find((candidate) => typesOf(candidate).some((type) => ARTICLE.test(type)))
  const isArticle = block !== undefined || metaOf(page, 'og:type')?.toLowerCase() === 'article'
  if (!isArticle) return null
  const publisher = nameOf(at(block, 'publisher')) ?? metaOf(page, 'og:site_name')
  const authors = [
    ...listAt(block, 'author').map(nameOf),
    nameOf(at(block, 'author')),
    metaOf(page, 'author'),
  ]
  const names = own.filter((name) => name !== null).map(plain)
  const isOwn = [publisher, ...authors].some(
    (name) => name && names.some((known) => isSame(plain(name), known)),
  )
  return publisher && !isOwn ? publisher.slice(0, 200) : null
}

const ARTICLE = /^(News|Reportage|Analysis|Opinion|Background|Review|Tech)?(News)?Article$/

function typesOf(block: unknown): string[] {
  return [at(block, '@type'), ...listAt(block, '@type')].filter((type) => typeof type === 'string')
}

function nameOf(party: unknown): string | undefined {
  return typeof party === 'string' ? party : textAt(party, 'name')
}

/** `Perla's Garden` is Perla's, and so is `perla_garden`. */
function isSame(name: string, known: string): boolean {
  return known.length >= 4 && (name.includes(known) || (name.length >= 4 && known.includes(name)))
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
