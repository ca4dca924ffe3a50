import { createHash } from 'node:crypto'
import type { FetchPage, PageResponse, ParsedPage } from '../../evidence/page.ts'
import { outwardLinks } from '../../platforms/reading/page-facts.ts'
import { decodePart } from '../../platforms/reading/site-address.ts'
import { isBare } from '../../platforms/reading/walls.ts'

/**
 * Whether a site answers an address that nobody can have just as it answered this one: "not found" with status 200, a notice that it is being
 * rebuilt, a parked name. Such a page tells nothing of the profile, in whatever language it says so. Asked only of pages with little on them, for
 * whole pages tell of themselves. After Bar-Yossef and others, "Sic transit gloria telae" (2004), which found dead pages so.
 *
 * False where that other address gave no answer, and of the front of a site: every address below it may lead there.
 */
export async function isAnybodysPage(
  { fetchPage, signal }: { fetchPage: FetchPage; signal: AbortSignal },
  response: PageResponse,
): Promise<boolean> {
  const { page, finalUrl, status, via } = response
  // What scripts drew of an address cannot be set against a page without them.
  if (page === null || status !== 200 || via === 'browser' || !saysLittle(page, finalUrl)) return false
  const other = addressOfNobody(finalUrl)
  if (other === null) return false
  const asked = await fetchPage({ url: other.url }, { signal })
  if (!asked.ok || asked.response.status !== 200 || asked.response.page === null) return false
  return wordsOf(page) === wordsOf(asked.response.page).replaceAll(other.nobody, other.somebody)
}

function saysLittle(page: ParsedPage, finalUrl: string): boolean {
  return isBare(page) && outwardLinks(page, [new URL(finalUrl).hostname]).length < FEW_LINKS
}

const FEW_LINKS = 4

/** The last part of its path made into one that no one has; the same for the same address, so that a scan done again asks the same. */
function addressOfNobody(address: string): { url: string; nobody: string; somebody: string } | null {
  const url = new URL(address)
  const parts = url.pathname.split('/')
  const at = parts.findLastIndex((part) => part !== '')
  // Whom `profile.php?id=17` shows stands behind the path.
  if (at < 0 || url.search !== '') return null
  const [, sign = '', name = ''] = /^([@~]?)(.*)$/.exec(decodePart(parts[at] ?? '')) ?? []
  const nobody = `nobody${createHash('sha256').update(address).digest('hex').slice(0, 12)}`
  const other = new URL(parts.with(at, `${sign}${nobody}`).join('/'), url)
  return { url: other.href, nobody: withoutNumbers(nobody), somebody: withoutNumbers(name.toLowerCase()) }
}

/** All that a page says of itself but numbers, which are times and counts of requests. */
function wordsOf(page: ParsedPage): string {
  const said = [page.title, ...DESCRIBED.flatMap((key) => page.meta[key] ?? []), page.text]
  return withoutNumbers(said.join('\n').toLowerCase())
}

const DESCRIBED = ['og:title', 'og:description', 'description']

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '')
}
