import type { EvidenceEntry, ReportFinding } from './contract.ts'
import {
  addressOf,
  type ComparedScan,
  couldSee,
  knownCode,
  placeOf,
  type Seen,
  seenBy,
  stateOf,
  wasJudged,
} from './seen-facts.ts'
import { lowerFirst, words } from './words.ts'

/** One thing as the earlier and as the later of two scans saw it. */
export interface SideBySideRow {
  group: 'result' | 'profile' | 'finding' | 'link'
  /** What it is; of a link its address. */
  name: string
  /** Null where the scan did not see it: `how` tells whether it looked. */
  before: string | null
  after: string | null
  /** `unknown`: one of the two did not look there, so that nobody knows. */
  how: 'same' | 'changed' | 'added' | 'removed' | 'unknown'
}

/** Two scans of one profile, thing by thing: what came, what went, what stayed, and what one of them could not see. Pure. */
export function sideBySide(before: ComparedScan, after: ComparedScan): SideBySideRow[] {
  const [left, right] = [sideOf(before), sideOf(after)]
  return [
    ...resultRows(left, right),
    ...profileRows(left, right),
    ...findingRows(left, right),
    ...linkRows(left, right),
  ]
}

interface Side {
  scan: ComparedScan
  seen: Seen
  isJudged: boolean
  byRef: Map<string, EvidenceEntry>
}

function sideOf(scan: ComparedScan): Side {
  return {
    scan,
    seen: seenBy(scan, stateOf(scan)),
    isJudged: wasJudged(scan),
    byRef: new Map(scan.triage_report.evidence_index.map((entry) => [entry.ref, entry])),
  }
}

function resultRows({ scan: before }: Side, { scan: after }: Side): SideBySideRow[] {
  const row = (name: string, read: (scan: ComparedScan) => string): SideBySideRow =>
    valueRow('result', name, read(before), read(after))
  return [
    row('Profile', (scan) => words(STATES[stateOf(scan)])),
    row('Recommendation', ({ triage_report }) => words(triage_report.recommendation)),
    row('Risk score', ({ triage_report }) => String(triage_report.risk_score)),
    row('Confidence', ({ triage_report }) => words(triage_report.confidence)),
    row('Coverage', ({ triage_report: { coverage } }) =>
      coverage ? `${words(coverage.mode)}, ${Math.round(coverage.score * 100)} %` : words('unknown'),
    ),
    row('Policy', ({ triage_report }) => triage_report.policy_version),
  ]
}

const STATES = { read: 'ok', front_only: 'front_only', gone: 'gone', suspended: 'banned', unread: 'not_read' }

type ProfileFact = 'name' | 'handle' | 'bio' | 'followers' | 'verified'
const FACTS: [fact: ProfileFact, name: string][] = [
  ['name', 'Name'],
  ['handle', 'Handle'],
  ['bio', 'Bio'],
  ['followers', 'Followers'],
  ['verified', 'Verified'],
]

/** Words that endanger a child are masked, so that they cannot be compared with those of a scan without. */
function profileRows(before: Side, after: Side): SideBySideRow[] {
  const isComparable = before.seen.isMasked === after.seen.isMasked
  const rows = FACTS.map(([fact, name]) => {
    const row = valueRow('profile', name, factOf(before, fact), factOf(after, fact))
    const isText = fact === 'name' || fact === 'bio'
    return isText && !isComparable && row.how === 'changed' ? { ...row, how: 'unknown' as const } : row
  })
  return [...rows, pictureRow(before, after)]
}

function factOf({ scan: { profile } }: Side, fact: ProfileFact): string | null {
  const value = profile?.[fact] ?? null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? value.toLocaleString('en') : value
}

/** Of 256 bits those of the same picture differ in some 20. */
const SAME_PICTURE_BITS = 32

function pictureRow(before: Side, after: Side): SideBySideRow {
  const hashes = [before, after].map(({ scan }) => scan.profile?.picture_hash)
  const [left, right] = hashes
  const shown = hashes.map((hash) => (hash ? 'Seen' : null))
  const how = !left || !right ? 'unknown' : bitsApart(left, right) <= SAME_PICTURE_BITS ? 'same' : 'changed'
  return { group: 'profile', name: 'Picture', before: shown[0] ?? null, after: shown[1] ?? null, how }
}

function bitsApart(a: string, b: string): number {
  return [...a].reduce((sum, digit, at) => {
    const differing = Number.parseInt(digit, 16) ^ Number.parseInt(b[at] ?? '0', 16)
    return sum + [...differing.toString(2)].filter((bit) => bit === '1').length
  }, 0)
}

function findingRows(before: Side, after: Side): SideBySideRow[] {
  return pairsOf(findingsOf(before), findingsOf(after), ({ code }) => code).map(({ left, right }) => {
    const { title } = right ?? left ?? { title: '' }
    const values = { before: pointsOf(left), after: pointsOf(right) }
    const row = { group: 'finding' as const, name: title, ...values }
    if (left && right) return { ...row, how: values.before === values.after ? 'same' : 'changed' }
    const [there, other] = left ? [before, after] : [after, before]
    const finding = left ?? right
    const known = finding && knownCode(finding, there.byRef)
    const looked =
      other.isJudged &&
      known?.places.every((place) => couldSee(other.seen.sight, place)) === true &&
      (!known.ofModel || other.seen.sight.hadModel)
    return { ...row, how: looked ? (left ? 'removed' : 'added') : 'unknown' }
  })
}

/** What only says that a profile could not be seen stands in its row above. */
function findingsOf({ scan }: Side): ReportFinding[] {
  return scan.triage_report.findings.filter(({ family }) => family !== 'status')
}

function pointsOf(finding: ReportFinding | undefined): string | null {
  return finding ? `${words(finding.severity)}, ${finding.contribution} points` : null
}

function linkRows(before: Side, after: Side): SideBySideRow[] {
  return pairsOf(linksOf(before), linksOf(after), ({ url }) => addressOf(url)).map(({ left, right }) => {
    const row = {
      group: 'link' as const,
      name: right?.url ?? left?.url ?? '',
      before: tieOf(left),
      after: tieOf(right),
    }
    if (left && right) return { ...row, how: row.before === row.after ? 'same' : 'changed' }
    const place = left ? placeOf(left, before.byRef) : placeOf(right, after.byRef)
    const looked = couldSee((left ? after : before).seen.sight, place)
    return { ...row, how: looked ? (left ? 'removed' : 'added') : 'unknown' }
  })
}

const NO_LINKS = new Set(['screenshot', 'image', 'search_result'])

function linksOf({ scan }: Side): EvidenceEntry[] {
  return scan.triage_report.evidence_index.filter(({ hop, type }) => hop > 0 && !NO_LINKS.has(type))
}

function tieOf(entry: EvidenceEntry | undefined): string | null {
  if (!entry) return null
  return entry.outcome === 'ok'
    ? words(entry.binding)
    : `${words(entry.binding)}, ${lowerFirst(words(entry.outcome))}`
}

function valueRow(
  group: SideBySideRow['group'],
  name: string,
  before: string | null,
  after: string | null,
): SideBySideRow {
  if (before === after) return { group, name, before, after, how: before === null ? 'unknown' : 'same' }
  return { group, name, before, after, how: before === null || after === null ? 'unknown' : 'changed' }
}

/** In the order of the later one; what only the earlier one has stands behind. */
function pairsOf<Item>(before: Item[], after: Item[], keyOf: (item: Item) => string) {
  const left = new Map(before.map((item) => [keyOf(item), item]))
  const right = new Map(after.map((item) => [keyOf(item), item]))
  return [...new Set([...right.keys(), ...left.keys()])].map((key) => ({
    left: left.get(key),
    right: right.get(key),
  }))
}
