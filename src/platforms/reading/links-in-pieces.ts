import type { PageResponse } from '../../evidence/page.ts'
import type { Platform, ProfileLink } from '../platform.ts'
import { type OwnPiece, recordOf } from './own-piece.ts'
import { BOILERPLATE_HOSTS, outwardLinks } from './page-facts.ts'
import { linkTo } from './profile-of.ts'
import { isOnHost } from './site-address.ts'

/** Links that leave the site; those for machines stand alone in settings, while one that is shown has words beside it. */
export function linksIn(
  mine: OwnPiece[],
  response: PageResponse,
  platform: Platform | null,
): { shown: ProfileLink[]; alone: string[] } {
  const host = URL.parse(response.finalUrl)?.hostname.replace(/^www\./, '') ?? ''
  const own = [host, ...(platform?.hosts ?? []), ...BOILERPLATE_HOSTS, ...VOCABULARIES]
  const spoken = new Set(mine.flatMap(({ kind, path }) => (kind === 'text' ? [recordOf(path)] : [])))
  const shown: ProfileLink[] = []
  const alone: string[] = []
  for (const { kind, value, label, role, path } of mine) {
    const found = kind === 'link' ? linkTo(value, label) : null
    if (found === null || isOnHost(found.host, own)) continue
    const { link } = found
    if (role === 'owner' || response.page === null || label !== '' || spoken.has(recordOf(path)))
      shown.push(link)
    else alone.push(link.url)
  }
  if (platform === null) return { shown, alone }
  const ofOthers = [...shown, ...anchors(response, own)].filter(({ url }) => !isOfPlatform(url, platform))
  return { shown: ofOthers, alone }
}

/** The site's other domains and its accounts elsewhere bear its name: `telegram.org`, `x.com/linktree_`. */
function isOfPlatform(link: string, { id, label, hosts }: Platform): boolean {
  const url = URL.parse(link)
  const names = [id, label, hosts[0]?.split('.')[0] ?? ''].map(bareName).filter((name) => name.length > 3)
  const domain = bareName(url?.hostname.split('.').at(-2) ?? '')
  const account = bareName(url?.pathname.split('/').filter(Boolean).at(-1) ?? '')
  return names.some((name) => domain === name || account === name)
}

/** Small letters alone: `Ko-fi` and `kofi` are one name. */
function bareName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(?:hq|official|app|support|team)$/, '')
}

/** Links of a platform's page that leave the site and stand neither in its frame nor among what visitors wrote. */
function anchors({ page }: PageResponse, own: readonly string[]): ProfileLink[] {
  if (page === null) return []
  return outwardLinks({ links: page.links.filter(({ furniture }) => !furniture) }, own)
}

/** Names of things that look like addresses. */
const VOCABULARIES = ['schema.org', 'w3.org', 'ogp.me', 'purl.org', 'xmlns.com']
