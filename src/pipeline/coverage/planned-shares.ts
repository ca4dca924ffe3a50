import type { Evidence } from '../../evidence/evidence.ts'
import type { CoverageStep } from '../../policy/score/coverage-score.ts'
import { WORDS_TOO } from '../collect/read-images.ts'
import { type SearchFindings, seenIn } from '../collect/search-web.ts'
import type { Traversal } from '../collect/traverse-links.ts'
import type { Gathered } from './gathered.ts'
import { shareOfPage } from './share-of-page.ts'

export interface Share {
  step: CoverageStep
  /** 0 to 1: what was read of what was found there; 0 too where nobody could look. */
  share: number
  /** Addresses of what was read there. */
  urls: string[]
}

/** Share of each planned part that was really seen, for the coverage score. */
export function plannedShares({ mode, profile, links, social, search, images }: Gathered): Share[] {
  const own = shareOfPage(profile.evidence)
  const absent = profile.evidence.outcome === 'gone' || profile.evidence.outcome === 'banned'
  const urls = addressesOf([profile.evidence])
  const read: Share[] = [
    { step: 'profile', share: own, urls },
    { step: 'bio', share: absent ? 1 : own, urls },
  ]
  if (mode === 'quick') return read
  const behindLinks = links ? shareSeen(links, own) : 0
  return [
    ...read,
    { step: 'links', share: behindLinks, urls: addressesOf(links?.evidence) },
    // Where no profile was met, one may be named wherever nobody has looked.
    {
      step: 'social',
      share: social ? shareSeen(social, behindLinks) : 0,
      urls: addressesOf(social?.evidence),
    },
    {
      step: 'search',
      share: absent ? 1 : shareOfSearch(search),
      urls: search ? addressesOf(seenIn(search)) : [],
    },
    { step: 'images', share: absent ? 1 : shareOfPictures(images, own), urls: addressesOf(images?.evidence) },
  ]
}

function addressesOf(evidence: readonly Evidence[] = []): string[] {
  return evidence.map(({ url }) => url)
}

/** Of the pages that were found. @param ofNone where none was found: how much of what could have named one was read */
function shareSeen({ evidence, left }: Pick<Traversal, 'evidence' | 'left'>, ofNone: number): number {
  const found = evidence.length + (left?.total ?? 0)
  if (found === 0) return ofNone
  return evidence.reduce((sum, each) => sum + shareOfPage(each), 0) / found
}

function shareOfSearch(search: SearchFindings | null): number {
  if (search?.status !== 'completed' && search?.status !== 'partial') return 0
  const { answered, queries, evidence, left = 0 } = search
  const asked = answered === undefined ? (search.status === 'completed' ? 1 : 0.5) : answered / queries.length
  return left === 0 ? asked : (asked * evidence.length) / (evidence.length + left)
}

/** Where only codes are read, words in pictures stay unseen. @param ofNone how much of the page that would show some was read */
function shareOfPictures(images: Gathered['images'], ofNone: number): number {
  if (images?.detail === 'nothing_to_look_at') return ofNone
  if (images?.status !== 'completed' && images?.status !== 'partial') return 0
  const { found = 1, read = found } = images
  return (images.detail?.startsWith(WORDS_TOO) ? 1 : 0.5) * (read / Math.max(1, found))
}
