import { plainAddress } from '../../src/pipeline/collect/address.ts'
import type { WorldPage } from './plan.ts'
import type { Scanned, Seen } from './scan-world.ts'
import { addTo, type Share, share } from './share.ts'

/** Why a sentence of the owner's was not there to be judged. */
export type Loss = 'not found' | 'not read'

export interface CollectionFigures {
  creators: number
  linksFound: Share
  pagesRead: Share
  statements: Share
  /** Of pages that a scan came to: what is lost there, and not on the way. */
  statementsByStructure: Map<string, Share>
  statementsByField: Map<string, Share>
  linksByStructure: Map<string, Share>
  /** Words of visitors and sites that came as the owner's. */
  strangersTaken: Share
  strangersTakenByStructure: Map<string, Share>
  /** Of pages that a scan came to and that cannot be read, those that the report names. */
  gapsSaid: Share
  /** Creators of whom something was lost, and the report says nothing of it. */
  gapsHidden: string[]
  /** Of walls that a scan came to. */
  wallsRight: Share
  chainsRight: Share
  /** The same, where what it leads to was reported. */
  chainsRightWhereReported: Share
}

/** What was found and read of what there was to find and to read, and what the reports say of the rest. */
export function measureCollection(scanned: readonly Scanned[]): CollectionFigures {
  const figures: CollectionFigures = {
    creators: scanned.length,
    linksFound: share(),
    pagesRead: share(),
    statements: share(),
    statementsByStructure: new Map(),
    statementsByField: new Map(),
    linksByStructure: new Map(),
    strangersTaken: share(),
    strangersTakenByStructure: new Map(),
    gapsSaid: share(),
    gapsHidden: [],
    wallsRight: share(),
    chainsRight: share(),
    chainsRightWhereReported: share(),
  }
  for (const each of scanned) {
    for (const page of each.creator.pages) addPage(figures, each, page)
    const { chain, codes } = each.creator.truth
    const isReported = codes.every((code) => each.codes.includes(code))
    if (chain !== null) figures.chainsRight = add(figures.chainsRight, each.chain === chain)
    if (chain !== null && isReported)
      figures.chainsRightWhereReported = add(figures.chainsRightWhereReported, each.chain === chain)
    if (hidesGap(each)) figures.gapsHidden.push(each.creator.id)
  }
  return figures
}

function addPage(figures: CollectionFigures, scanned: Scanned, page: WorldPage): void {
  const sights = sightsOf(scanned, page.url)
  const isMet = sights.length > 0
  if (page.barrier !== null) {
    if (isMet) figures.gapsSaid = add(figures.gapsSaid, saysUnread(scanned, page))
    if (isMet && isWall(page)) figures.wallsRight = add(figures.wallsRight, isTold(sights, page))
    return
  }
  figures.pagesRead = add(
    figures.pagesRead,
    sights.some(({ outcome }) => outcome === 'ok'),
  )
  for (const url of page.links) {
    const isFound = lossOfLink(scanned, page.url, url) === null
    figures.linksFound = add(figures.linksFound, isFound)
    if (isMet) addTo(figures.linksByStructure, page.structure, isFound)
  }
  for (const { text, field, isOwners } of page.said) {
    if (isOwners) {
      const isRead = isHeard(sights, text)
      figures.statements = add(figures.statements, isRead)
      if (isMet) addTo(figures.statementsByStructure, page.structure, isRead)
      if (isMet) addTo(figures.statementsByField, field, isRead)
    } else {
      const isTaken = isHeard(sights, text)
      figures.strangersTaken = add(figures.strangersTaken, isTaken)
      addTo(figures.strangersTakenByStructure, `${page.structure} ${field}`, isTaken)
    }
  }
}

/** Where a sentence of the owner's went, null when it was there to be judged. */
export function lossOf(scanned: Scanned, url: string, text: string): Loss | null {
  const sights = sightsOf(scanned, url)
  if (sights.length === 0) return 'not found'
  return isHeard(sights, text) ? null : 'not read'
}

/** Where a link of the owner's went, null when it was there to be followed. */
export function lossOfLink(scanned: Scanned, on: string, url: string): Loss | null {
  const sights = sightsOf(scanned, on)
  if (sights.length === 0) return 'not found'
  return sights.some(({ links }) => links.some((link) => isSame(link.url, url))) ? null : 'not read'
}

function sightsOf({ seen }: Scanned, url: string): Seen[] {
  return seen.filter((each) => isSame(each.url, url) || isSame(each.finalUrl, url))
}

function isSame(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other)
}

/** The text stands among what counts as shown to visitors. */
function isHeard(sights: Seen[], text: string): boolean {
  const wanted = squeezed(text)
  return sights.some(({ texts }) =>
    texts.some((each) => each.channel !== 'hidden' && squeezed(each.text).includes(wanted)),
  )
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}

function add({ hit, of }: Share, isHit: boolean): Share {
  return { hit: hit + Number(isHit), of: of + 1 }
}

function isTold(sights: Seen[], { outcome }: WorldPage): boolean {
  return sights.some((sight) => sight.outcome === outcome)
}

function isWall({ outcome }: WorldPage): boolean {
  return outcome === 'login_wall' || outcome === 'age_gate' || outcome === 'bot_challenge'
}

/** The report names the page among what was not read, or the scan says that it failed; of one that is gone, that it is. */
function saysUnread(scanned: Scanned, page: WorldPage): boolean {
  const { result, coverage, seen } = scanned
  if (result === 'failed') return true
  if (page.outcome === 'gone' || page.outcome === 'banned')
    return seen.some((each) => isSame(each.url, page.url) && each.outcome === page.outcome)
  const named = [
    ...coverage.login_blocked_urls,
    ...coverage.bot_blocked_urls,
    ...coverage.failed_urls.map(({ url }) => url),
  ]
  return named.some((url) => isSame(url, page.url))
}

/** Something of the owner's was not read, and the report looks as if all of it had been. */
function hidesGap(scanned: Scanned): boolean {
  return scanned.result !== 'failed' && !saysThatSomethingIsMissing(scanned) && isSomethingLost(scanned)
}

function isSomethingLost(scanned: Scanned): boolean {
  const { creator } = scanned
  return creator.pages.some((page) => {
    if (page.barrier !== null) return page.outcome !== 'gone' && page.outcome !== 'banned'
    return page.said.some(({ text, isOwners }) => isOwners && lossOf(scanned, page.url, text) !== null)
  })
}

const LOOKING = new Set(['profile', 'links', 'social'])

function saysThatSomethingIsMissing({ coverage }: Scanned): boolean {
  const { left_out: left } = coverage
  return (
    coverage.login_blocked_urls.length + coverage.bot_blocked_urls.length + coverage.failed_urls.length > 0 ||
    coverage.pages_truncated ||
    (left !== undefined && left.letters + left.links + left.pages_cut > 0) ||
    coverage.steps.some(
      ({ step, status }) => LOOKING.has(step) && (status === 'partial' || status === 'failed'),
    )
  )
}
