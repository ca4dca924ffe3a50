import { type Entry, type Finding, isSeen } from '../scan.ts'

/** No more than these are shown one below the other, as they were found. */
const FEW = 12
/** Shown whole before all others. */
const MOST_LEADING = 20
/** A site with fewer pieces has no fold of its own. */
const OWN_FOLD_FROM = 3

export interface Source {
  /** Null: the sites with a piece or two each. */
  domain: string | null
  entries: Entry[]
  cited: number
  unseen: number
}

export interface EvidenceGroups {
  /** The profile, then what the findings cite, the weightiest first. */
  leading: Entry[]
  /** All others, by site: those with cited pieces first, then as they were found. */
  sources: Source[]
}

/** In what order evidence is shown, and what of it is folded. A screenshot stands with the page that it shows, if that is listed. */
export function groupEvidence(entries: readonly Entry[], findings: readonly Finding[]): EvidenceGroups {
  const refs = new Set(entries.map(({ ref }) => ref))
  const items = entries.filter((entry) => entry.type !== 'screenshot' || !refs.has(entry.shows ?? ''))
  if (items.length <= FEW) return { leading: items, sources: [] }
  const cited = new Set(findings.flatMap(({ evidence }) => evidence.map(({ ref }) => ref)))
  const byRef = new Map(items.map((entry) => [entry.ref, entry]))
  const first = [items[0], ...[...cited].map((ref) => byRef.get(ref))]
  const leading = [...new Set(first)].filter((entry) => entry !== undefined).slice(0, MOST_LEADING)
  const rest = items.filter((entry) => !leading.includes(entry))
  const bySite = Map.groupBy(rest, ({ domain }) => domain)
  const isLarge = (entry: Entry) => (bySite.get(entry.domain)?.length ?? 0) >= OWN_FOLD_FROM
  const folds = Map.groupBy(rest, (entry) => (isLarge(entry) ? entry.domain : null))
  const sources = [...folds].map(([domain, of]) => ({
    domain,
    entries: of,
    cited: of.filter(({ ref }) => cited.has(ref)).length,
    unseen: of.filter((entry) => !isSeen(entry)).length,
  }))
  const place = ({ domain, cited: count }: Source) => (count > 0 ? 0 : domain === null ? 2 : 1)
  return { leading, sources: sources.sort((a, b) => place(a) - place(b)) }
}

/** All of them in the order in which keys go through them. */
export function inOrder(entries: readonly Entry[], findings: readonly Finding[]): readonly Entry[] {
  const { leading, sources } = groupEvidence(entries, findings)
  if (sources.length === 0) return entries
  const shown = Map.groupBy(entries, ({ type, shows }) => (type === 'screenshot' && shows) || null)
  const items = [...leading, ...sources.flatMap((source) => source.entries)]
  return items.flatMap((entry) => [entry, ...(shown.get(entry.ref) ?? [])])
}
