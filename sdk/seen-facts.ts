import type {
  EvidenceEntry,
  ProfileState,
  Recommendation,
  ReportFinding,
  ScanMode,
  ScannedProfile,
  TriageReport,
} from './contract.ts'
import { profileStateOf } from './profile-state.ts'

/** A completed scan, as the record has it. */
export interface ComparedScan {
  profile?: ScannedProfile | undefined
  triage_report: TriageReport
}

/** What is known of a profile: by the last scan that could tell, thing by thing. Plain JSON. */
export interface SeenFacts {
  /** How it was last found; null where no scan could tell. */
  state: Exclude<ProfileState, 'unread'> | null
  /** Null where it was never read. */
  seen: Seen | null
}

export interface Seen {
  recommendation: Recommendation
  name: string | null
  bio: string | null
  /** Words that endanger a child are masked, so that texts cannot be compared with those of a scan without. */
  isMasked: boolean
  codes: KnownCode[]
  links: KnownLink[]
  /** Of the newest scan. */
  sight: Sight
  policyVersion: string
}

export interface KnownCode {
  code: string
  title: string
  /** A model alone says so. */
  ofModel: boolean
  ref: string | null
  places: Place[]
}

export interface KnownLink {
  url: string
  kind: string
  ref: string
  place: Place
}

/** Where something stands. */
export interface Place {
  step: 'profile' | 'links' | 'search' | 'images'
  /** The page, the page that led there, and so on to the profile. */
  way: string[]
}

/** What a scan looked at. */
export interface Sight {
  isRead: boolean
  mode: ScanMode
  hadModel: boolean
  steps: Record<string, string>
  /** No link was left for want of budget, and no page was cut. */
  isWhole: boolean
  /** By address, whether it could be read. */
  pages: Record<string, boolean>
}

const PROFILE = 'profile'
/** As many as a report lists: of pages beyond these nothing is known. */
const MOST_ENTRIES = 200

export function stateOf({ triage_report }: ComparedScan): ProfileState {
  const own = triage_report.evidence_index.find(({ hop }) => hop === 0)
  return own ? profileStateOf(own.outcome) : 'unread'
}

/** The rules got through what was seen. */
export function wasJudged({ triage_report }: ComparedScan): boolean {
  const { steps = [] } = triage_report.coverage ?? {}
  return !steps.some(({ step, status }) => step === 'analysis' && status !== 'completed')
}

export function seenBy({ profile, triage_report: report }: ComparedScan, state: ProfileState): Seen {
  const byRef = new Map(report.evidence_index.map((entry) => [entry.ref, entry]))
  const findings = report.findings.filter(({ family }) => family !== 'status')
  const { coverage } = report
  return {
    recommendation: report.recommendation,
    name: profile?.name ?? null,
    bio: profile?.bio ?? null,
    isMasked: findings.some(({ family }) => family === 'minor_safety'),
    codes: findings.map((finding) => knownCode(finding, byRef)),
    links: knownLinks(report, byRef),
    policyVersion: report.policy_version,
    sight: {
      isRead: state === 'read',
      mode: coverage?.mode ?? 'deep',
      hadModel: report.model?.outcome === 'used',
      steps: Object.fromEntries(coverage?.steps.map(({ step, status }) => [step, status]) ?? []),
      isWhole:
        (coverage?.left_out?.links ?? 0) === 0 &&
        coverage?.pages_truncated !== true &&
        report.evidence_index.length < MOST_ENTRIES,
      pages: Object.fromEntries(
        report.evidence_index.map((entry) => [nameOf(entry), READABLE.has(entry.outcome)]),
      ),
    },
  }
}

/** Nothing more was to be seen there. */
const READABLE = new Set(['ok', 'gone', 'banned'])

export function knownCode(
  { code, title, evidence }: ReportFinding,
  byRef: Map<string, EvidenceEntry>,
): KnownCode {
  return {
    code,
    title,
    ofModel: evidence.length > 0 && evidence.every(({ rule }) => rule === 'model'),
    ref: evidence[0]?.ref ?? null,
    places: evidence.map(({ ref }) => placeOf(byRef.get(ref), byRef)),
  }
}

/** The kinds of sites, as the report calls them, that a new link to is news. */
export const SITES: Readonly<Record<string, string>> = {
  paid_profile: 'a paid site',
  adult_site: 'an adult site',
  directory: 'a directory',
}
const LINK_CODES: Readonly<Record<string, string>> = {
  escort_directory_link: 'directory',
  adult_link_restricted: 'adult_site',
}

/** Of pages that were asked for, and of links that a finding names. */
function knownLinks(report: TriageReport, byRef: Map<string, EvidenceEntry>): KnownLink[] {
  const pages = report.evidence_index
    .filter(({ kind, hop, binding }) => kind && SITES[kind] && hop > 0 && !STRANGE.has(binding))
    .map((entry) => ({
      url: entry.url,
      kind: entry.kind ?? '',
      ref: entry.ref,
      place: placeOf(entry, byRef),
    }))
  const named = report.findings.flatMap(({ code, evidence }) =>
    evidence.flatMap(({ url, ref, mitigation }) => {
      const kind = LINK_CODES[code]
      if (!kind || url === null || mitigation !== null) return []
      const holder = placeOf(byRef.get(ref), byRef)
      return [{ url, kind, ref, place: { step: holder.step, way: [addressOf(url), ...holder.way] } }]
    }),
  )
  const links = [...pages, ...named]
  return links.filter((link, index) => links.findIndex((each) => isSameLink(each, link)) === index)
}

/** Nobody has said that these are the creator's. */
const STRANGE = new Set(['same_handle', 'search'])

export function isSameLink(one: KnownLink, other: KnownLink): boolean {
  return plainAddress(one.url) === plainAddress(other.url)
}

export function placeOf(entry: EvidenceEntry | undefined, byRef: Map<string, EvidenceEntry>): Place {
  const way: string[] = []
  for (let at = entry; at && way.length < 10; at = at.via ? byRef.get(at.via) : undefined)
    way.push(nameOf(at))
  return { step: entry ? stepOf(entry) : 'links', way }
}

function stepOf({ hop, type }: EvidenceEntry): Place['step'] {
  if (hop === 0) return 'profile'
  if (type === 'search_result') return 'search'
  return type === 'image' ? 'images' : 'links'
}

/** The profile has one name, however it is spelled. */
function nameOf({ hop, url }: EvidenceEntry): string {
  return hop === 0 ? PROFILE : addressOf(url)
}

/** An address without scheme, `www.`, last slash and fragment. */
export function addressOf(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}${url.search}`
}

/** Without what counts whoever follows it. */
function plainAddress(text: string): string {
  return addressOf(text).replace(/\?.*$/, '').toLowerCase()
}

/**
 * Whether a scan would have seen what stands, or stood, there: it read the page, or read whole what would have led there. What a search
 * brings differs from day to day, so that a page or picture which it did not bring this time tells nothing.
 */
export function couldSee({ isRead, mode, steps, isWhole, pages }: Sight, { step, way }: Place): boolean {
  if (!isRead || way.length === 0) return false
  if (step === 'profile') return steps.profile === 'completed'
  const nearest = way.findIndex((name) => name in pages)
  if (nearest < 0 || pages[way[nearest] ?? ''] !== true) return false
  return nearest === 0 || (step === 'links' && mode === 'deep' && isWhole)
}
