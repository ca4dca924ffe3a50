import type { Recommendation, ScanChange } from './contract.ts'
import {
  type ComparedScan,
  couldSee,
  isSameLink,
  type KnownCode,
  type KnownLink,
  type Place,
  type Seen,
  type SeenFacts,
  SITES,
  type Sight,
  seenBy,
  stateOf,
  wasJudged,
} from './seen-facts.ts'
import { words } from './words.ts'

/**
 * How the later of two scans of one profile differs from the earlier one, the gravest first. What the later one could not see has not
 * changed: no code, link or lower recommendation is said to have gone because a page was not read. Pure.
 */
export function compareScans(before: ComparedScan, after: ComparedScan): ScanChange[] {
  return learn(factsOf(before), after).changes
}

const NOTHING_KNOWN: SeenFacts = { state: null, seen: null }
/** Not by the contract's list: this file is for browsers too. */
const RANK: Record<Recommendation, number> = { no_flags: 0, review_low: 1, review_medium: 2, review_high: 3 }

/** What one scan tells. */
export function factsOf(scan: ComparedScan): SeenFacts {
  return learn(NOTHING_KNOWN, scan).facts
}

/**
 * What a further scan changes in what is known. A scan that did not read the profile, or was not judged, tells nothing; what it could not
 * see stays known as it was, so that it is no news when it is seen again.
 */
export function learn(known: SeenFacts, scan: ComparedScan): { changes: ScanChange[]; facts: SeenFacts } {
  const state = stateOf(scan)
  if (state === 'unread' || !wasJudged(scan)) return { changes: [], facts: known }
  if (isAway(state)) {
    const isNews = known.state !== null && !isAway(known.state)
    const change = { kind: 'profile_gone', from: known.state, to: state, text: GONE[state] } as const
    return { changes: isNews ? [changeOf(change)] : [], facts: { ...known, state } }
  }
  const now = seenBy(scan, state)
  const back = { kind: 'profile_back', from: known.state, to: state, text: 'The profile is back' } as const
  const returned = known.state !== null && isAway(known.state) ? [changeOf(back)] : []
  if (known.seen === null) return { changes: returned, facts: { state, seen: now } }
  const codes = compareCodes(known.seen, now)
  const links = compareLinks(known.seen, now)
  const verdict = compareRecommendations(known.seen, now, codes.kept.length > 0)
  const words = compareWords(known.seen, now)
  return {
    changes: [...verdict.changes, ...returned, ...codes.changes, ...links.changes, ...words.changes],
    facts: {
      state,
      seen: {
        ...now,
        recommendation: verdict.recommendation,
        codes: [...now.codes, ...codes.kept],
        links: [...now.links, ...links.kept],
        ...words.texts,
      },
    },
  }
}

const GONE = {
  gone: 'The profile is gone',
  suspended: 'The profile was taken down by its site',
}

function isAway(state: SeenFacts['state']): state is 'gone' | 'suspended' {
  return state === 'gone' || state === 'suspended'
}

function compareCodes(known: Seen, now: Seen): { changes: ScanChange[]; kept: KnownCode[] } {
  const caveats = policyCaveat(known, now)
  const has = (seen: Seen, code: string) => seen.codes.some((each) => each.code === code)
  const added = now.codes
    .filter(({ code }) => !has(known, code))
    .map(({ code, title, ref, places }) =>
      changeOf({
        kind: 'code_added',
        to: code,
        code,
        ref,
        text: `New: ${title}`,
        caveats: [...lookCaveat(known, places), ...caveats],
      }),
    )
  const missing = known.codes.filter(({ code }) => !has(now, code))
  const isGone = ({ places, ofModel }: KnownCode) =>
    places.every((place) => couldSee(now.sight, place)) && (!ofModel || now.sight.hadModel)
  const removed = missing
    .filter(isGone)
    .map(({ code, title }) =>
      changeOf({ kind: 'code_removed', from: code, code, text: `No longer: ${title}`, caveats }),
    )
  return { changes: [...added, ...removed], kept: missing.filter((each) => !isGone(each)) }
}

function compareLinks(known: Seen, now: Seen): { changes: ScanChange[]; kept: KnownLink[] } {
  const has = (seen: Seen, link: KnownLink) => seen.links.some((each) => isSameLink(each, link))
  const added = now.links
    .filter((link) => !has(known, link))
    .map(({ url, kind, ref, place }) =>
      changeOf({
        kind: 'link_added',
        to: url,
        url,
        ref,
        text: `New link to ${SITES[kind]}: ${hostOf(url)}`,
        caveats: lookCaveat(known, [place]),
      }),
    )
  const missing = known.links.filter((link) => !has(now, link))
  const isGone = ({ place }: KnownLink) => couldSee(now.sight, place)
  const removed = missing.filter(isGone).map(({ url, kind }) =>
    changeOf({
      kind: 'link_removed',
      from: url,
      url,
      text: `No longer links to ${SITES[kind]}: ${hostOf(url)}`,
    }),
  )
  return { changes: [...added, ...removed], kept: missing.filter((each) => !isGone(each)) }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
}

/** Up is told as it is; down only by a scan that saw as much as the one before. */
function compareRecommendations(known: Seen, now: Seen, isCodeUnseen: boolean) {
  const [from, to] = [known.recommendation, now.recommendation]
  const step = RANK[to] - RANK[from]
  if (step === 0 || (step < 0 && (isCodeUnseen || !sawAsMuch(now.sight, known.sight))))
    return { changes: [], recommendation: from }
  const text = `${words(from)} before, ${words(to).toLowerCase()} now`
  const kind = step > 0 ? ('recommendation_up' as const) : ('recommendation_down' as const)
  return {
    changes: [changeOf({ kind, from, to, text, caveats: policyCaveat(known, now) })],
    recommendation: to,
  }
}

const SHARE: Readonly<Record<string, number>> = { completed: 2, partial: 1 }

function sawAsMuch(now: Sight, before: Sight): boolean {
  return (
    now.isRead &&
    (now.hadModel || !before.hadModel) &&
    Object.entries(before.steps).every(
      ([step, status]) => (SHARE[now.steps[step] ?? ''] ?? 0) >= (SHARE[status] ?? 0),
    )
  )
}

function compareWords(known: Seen, now: Seen) {
  const texts = { name: now.name ?? known.name, bio: now.bio ?? known.bio }
  if (known.isMasked !== now.isMasked) return { changes: [], texts }
  const differ = (from: string | null, to: string | null) =>
    from !== null && to !== null && oneLine(from) !== oneLine(to)
  const changes = [
    ...(differ(known.name, now.name)
      ? [changeOf({ kind: 'name_changed', from: known.name, to: now.name, text: 'The name has changed' })]
      : []),
    ...(differ(known.bio, now.bio)
      ? [changeOf({ kind: 'bio_changed', from: known.bio, to: now.bio, text: 'The bio has changed' })]
      : []),
  ]
  return { changes, texts }
}

function oneLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

function lookCaveat(known: Seen, places: Place[]): string[] {
  return places.some((place) => couldSee(known.sight, place)) ? [] : ['not_looked_before']
}

function policyCaveat(known: Seen, now: Seen): string[] {
  return known.policyVersion === now.policyVersion ? [] : ['other_policy']
}

function changeOf({
  kind,
  text,
  from = null,
  to = null,
  code = null,
  url = null,
  ref = null,
  caveats = [],
}: Pick<ScanChange, 'kind' | 'text'> & Partial<ScanChange>): ScanChange {
  return { kind, text, from, to, code, url, ref, caveats }
}
