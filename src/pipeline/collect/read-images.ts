import type { StepStatus } from '../../../sdk/contract.ts'
import type { Evidence, LeftLinks } from '../../evidence/evidence.ts'
import type { PageResponse } from '../../evidence/page.ts'
import type { PictureReading, ReadPicture } from '../../evidence/picture.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import { findLinks } from '../../platforms/links/find-links.ts'
import { unwrapRedirect } from '../../platforms/links/unwrap-redirect.ts'
import { domainOf, leadsTo, plainAddress } from './address.ts'
import type { FetchedProfile } from './fetch-profile.ts'
import { inParallel } from './in-parallel.ts'
import { leftLinks } from './left-links.ts'
import { type LookContext, look } from './look.ts'
import { isSamePicture } from './same-picture.ts'

export interface Images {
  status: StepStatus
  detail: string | null
  /** Pictures of the creator's pages, and how many of them were read. Absent in what an earlier version stored. */
  found?: number
  read?: number
  /** Pages behind codes that nobody looked at. */
  left?: LeftLinks
  /** What the first picture of the submitted profile looks like; absent when it was not read, or shows nothing to tell it by. */
  ownHash?: string
  /** Pictures that say something, and the pages that their codes lead to. */
  evidence: Evidence[]
  startedAt: string
  durationMs: number
}

export interface ImagesContext extends LookContext {
  readPicture?: ReadPicture | null
}

/** How the detail of the step begins where words were looked for as well as codes. */
export const WORDS_TOO = 'codes and words'
const MAX_PICTURES = 12
const MAX_PER_PAGE = 2
const MAX_FOLLOWED = 5
const PARALLEL = 4
const PICTURE_TIMEOUT_MS = 8000
const PAGE_TIMEOUT_MS = 10_000

/**
 * Reads the codes (and words, where that is installed) in the pictures of the creator's own pages (avatars, banners), looks at where they lead, and says which
 * other accounts show the profile's own picture. A picture with neither leaves no evidence. `seen` is what the scan has
 * looked at already.
 */
export async function readImages(
  ctx: ImagesContext,
  profile: FetchedProfile,
  seen: Evidence[],
): Promise<Images> {
  const startedAt = sharedNow()
  const started = performance.now()
  const end = (
    status: StepStatus,
    detail: string | null,
    evidence: Evidence[],
    more: Pick<Images, 'found' | 'read' | 'left' | 'ownHash'> = {},
  ): Images => ({
    ...more,
    status,
    detail,
    evidence,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - started),
  })
  const { readPicture } = ctx
  if (!readPicture) return end('skipped', 'not_configured', [])
  const all = picturesOf(seen)
  const pictures = all.slice(0, MAX_PICTURES)
  if (pictures.length === 0) return end('skipped', 'nothing_to_look_at', [])

  const sights = await inParallel(pictures, PARALLEL, (picture) => lookAtPicture(ctx, readPicture, picture))
  const own = sights.filter(({ picture, read }) => picture.page.binding === 'own' && read?.reading.hash)
  const images = sights.flatMap((sight) => evidenceOf(sight, own) ?? [])
  const { pages, left } = await followCodes(ctx, profile, images, seen)
  const unread = sights.flatMap((sight) => sight.failure ?? [])
  const hasWords = sights.some(({ read }) => read && read.reading.words !== null)
  const read = pictures.length - unread.length
  const unasked = all.length - pictures.length + unkept(seen)
  const detail = [
    `${hasWords ? WORDS_TOO : 'codes'} in ${read} of ${pictures.length} pictures`,
    ...counted(unread),
    ...(unasked > 0 ? [`${unasked} pictures beyond the budget`] : []),
    ...(left.total > 0 ? [`${left.total} codes beyond the budget`] : []),
  ]
  const isWhole = unread.length + unasked + left.total === 0
  const status = isWhole ? 'completed' : read > 0 ? 'partial' : 'failed'
  const found = pictures.length + unasked
  const ownHash = own.find(({ picture: { page, index } }) => page.hop === 0 && index === 0)?.read?.reading
    .hash
  return end(status, detail.join(', '), [...images, ...pages], {
    found,
    read,
    left,
    ...(ownHash && { ownHash }),
  })
}

interface Picture {
  url: string
  page: Evidence
  index: number
}

/** Each picture once; the profile's own first, those of namesakes last. Of strangers' there are never too many: they are only compared. */
function picturesOf(seen: Evidence[]): Picture[] {
  const known = new Set<string>()
  return seen
    .toSorted((a, b) => Number(isStrangers(a)) - Number(isStrangers(b)))
    .flatMap((page) =>
      (page.pictures ?? []).slice(0, MAX_PER_PAGE).map((url, index) => ({ url, page, index })),
    )
    .filter(({ url }) => /^https?:/.test(url) && !known.has(url) && known.add(url))
    .filter(({ page }, index) => index < MAX_PICTURES || !isStrangers(page))
}

/** Pictures of the creator's pages that are not even among those to choose from. */
function unkept(seen: Evidence[]): number {
  return seen
    .filter((page) => !isStrangers(page))
    .reduce(
      (sum, { pictures = [], left }) =>
        sum + Math.max(0, pictures.length - MAX_PER_PAGE) + (left?.pictures ?? 0),
      0,
    )
}

/** Found by name only. Its pictures are compared and not read. */
function isStrangers({ binding }: Evidence): boolean {
  return binding === 'same_handle' || binding === 'search'
}

interface PictureSight {
  picture: Picture
  read?: { response: PageResponse; reading: PictureReading & { ok: true } }
  /** Why it could not be read. */
  failure?: string
}

async function lookAtPicture(
  ctx: ImagesContext,
  readPicture: ReadPicture,
  picture: Picture,
): Promise<PictureSight> {
  const options = { robots: true, timeoutMs: PICTURE_TIMEOUT_MS, signal: ctx.signal, body: true }
  const result = await ctx.fetchPage({ url: picture.url }, options)
  if (!result.ok) return { picture, failure: result.reason }
  const { body, ...response } = result.response
  if (response.status !== 200) return { picture, failure: `http_${response.status}` }
  if (body === undefined || response.truncated) return { picture, failure: 'too_large' }
  const reading = await readPicture(body)
  return reading.ok ? { picture, read: { response, reading } } : { picture, failure: reading.reason }
}

/** Of a picture that says something: by a code, or by being one of `own` again elsewhere. */
function evidenceOf({ picture, read }: PictureSight, own: PictureSight[]): Evidence | null {
  if (!read) return null
  const { url, page, index } = picture
  const { response, reading } = read
  const again =
    page.binding !== 'own' &&
    own.find(
      ({ read: known }) =>
        known?.reading.hash && reading.hash && isSamePicture(known.reading.hash, reading.hash),
    )
  const codes = isStrangers(page) ? [] : reading.codes
  const words = isStrangers(page) || !saysSomething(reading.words) ? [] : [reading.words]
  if (codes.length + words.length === 0 && !again) return null
  const fromCodes = codes.flatMap((code) =>
    /^https?:\/\//i.test(code) ? [code] : findLinks(code).map((link) => link.url),
  )
  const links = [
    ...fromCodes.map((url) => ({ url, label: 'QR code' })),
    ...words.flatMap(findLinks).map(({ url }) => ({ url, label: 'words in the picture' })),
  ]
  return {
    ref: `picture/${page.ref}/${index}`,
    type: 'image',
    url,
    finalUrl: response.finalUrl,
    domain: domainOf(response.finalUrl),
    // It speaks as the page that shows it does.
    platform: page.platform,
    handle: page.handle,
    title: again ? 'Shows the same picture as the profile' : '',
    outcome: 'ok',
    outcomeSignal: codes.length > 0 ? 'code_read' : words.length > 0 ? 'words_read' : 'same_picture',
    httpStatus: response.status,
    capturedAt: response.fetchedAt,
    sha256: response.sha256,
    hop: page.hop + 1,
    // The same picture is a hint for a person: it ties nobody's account to the creator.
    binding: isStrangers(page) ? 'search' : 'picture',
    via: page.ref,
    mentionsCreator: page.binding === 'own' || (page.mentionsCreator && !isStrangers(page)),
    linksBack: false,
    redirects: response.hops.map((hop) => hop.url),
    texts: [...codes, ...words].map((text) => ({ channel: 'picture', text })),
    links: onceEach(links),
    facts: { ...(codes.length > 0 && { codes }), ...(again && { samePictureAs: again.picture.url }) },
  }
}

/** A few letters are what a reader of words sees in stripes and leaves. */
function saysSomething(words: string | null): words is string {
  return words !== null && (words.match(/\p{L}{3,}/gu)?.length ?? 0) >= 2
}

function onceEach(links: { url: string; label: string }[]): Evidence['links'] {
  const known = new Set<string>()
  return links
    .map(({ url, label }) => ({ url: unwrapRedirect(url), label }))
    .filter(({ url }) => URL.canParse(url) && !known.has(url) && known.add(url))
    .map(({ url, label }) => ({ url, domain: domainOf(url), label }))
}

/** Looks at what the codes lead to, once each, unless the scan has been there; says what it leaves. */
async function followCodes(
  ctx: ImagesContext,
  profile: FetchedProfile,
  images: Evidence[],
  seen: Evidence[],
): Promise<{ pages: Evidence[]; left: LeftLinks }> {
  const looked = seen.filter((page) => !isStrangers(page))
  const known = new Set(looked.flatMap((page) => [plainAddress(page.url), plainAddress(page.finalUrl)]))
  const addresses = images
    .flatMap((image) =>
      image.links.map(({ url }, index) => ({
        url,
        ref: `${image.ref}/${index}`,
        via: image.ref,
        hop: image.hop + 1,
        binding: 'picture' as const,
      })),
    )
    .filter(({ url }) => !leadsTo(ctx.platforms, url, profile.evidence.url))
    .filter(({ url }) => !known.has(plainAddress(url)) && known.add(plainAddress(url)))
  const options = { robots: true, timeoutMs: PAGE_TIMEOUT_MS }
  const sights = await inParallel(addresses.slice(0, MAX_FOLLOWED), PARALLEL, (address) =>
    look(ctx, address, profile.creator, options),
  )
  const left = leftLinks(addresses.slice(MAX_FOLLOWED).map(({ url }) => url))
  return { pages: sights.map(({ evidence }) => evidence), left }
}

function counted(failures: string[]): string[] {
  const counts = new Map<string, number>()
  for (const failure of [...failures].sort()) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  return [...counts].map(([failure, count]) => `${count} ${failure}`)
}
