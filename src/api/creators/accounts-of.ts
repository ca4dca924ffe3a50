import { addressOf } from '../../../sdk/client.ts'
import type { CreatorAccount, EvidenceEntry } from '../../../sdk/contract.ts'
import type { ReportOfCreator } from '../../db/scans/creators.ts'

/** Pages that are neither an account nor a way to one are left out, unless they say themselves whose they are. */
const PAGES = new Set(['page', 'linked_page', 'link', 'picture', 'search_result'])

/**
 * What the scans of one creator were led to, each address once: as the newest that saw it has it, and since when. In the order in which
 * the newest scans found it. Pure.
 * @param reports newest first
 */
export function accountsOf(reports: ReportOfCreator[]): CreatorAccount[] {
  const accounts = new Map<string, CreatorAccount>()
  const newestDeep = reports.find(({ scan_mode }) => scan_mode !== 'quick')
  for (const scan of reports) {
    const { evidence_index: entries } = scan.report
    const byRef = new Map(entries.map((entry) => [entry.ref, entry]))
    for (const entry of entries.filter(isAccount)) {
      const key = addressOf(entry.url)
      const known = accounts.get(key)
      accounts.set(
        key,
        known
          ? { ...known, first_seen_at: scan.created_at }
          : accountOf(entry, { scan, via: leadingTo(entry, byRef), isInNewest: scan === newestDeep }),
      )
    }
  }
  return [...accounts.values()]
}

function isAccount({ hop, type, kind, binding }: EvidenceEntry): boolean {
  if (hop === 0 || type === 'screenshot' || type === 'image' || binding === 'search') return false
  return type === 'social_profile' || binding === 'links_back' || (kind !== undefined && !PAGES.has(kind))
}

/** The nearest account on the way there; null: there is none but the profile. */
function leadingTo(entry: EvidenceEntry, byRef: Map<string, EvidenceEntry>): string | null {
  const passed = new Set<EvidenceEntry>()
  let at = byRef.get(entry.via ?? '')
  while (at && !isAccount(at) && !passed.has(at)) {
    passed.add(at)
    at = byRef.get(at.via ?? '')
  }
  return at && isAccount(at) ? at.url : null
}

function accountOf(
  entry: EvidenceEntry,
  { scan, via, isInNewest }: { scan: ReportOfCreator; via: string | null; isInNewest: boolean },
): CreatorAccount {
  const { url, domain, type, kind, binding, outcome, codes, ref } = entry
  return {
    url,
    domain,
    kind: kind ?? type,
    binding,
    outcome,
    codes,
    via,
    scan_id: scan.scan_id,
    ref,
    first_seen_at: scan.created_at,
    last_seen_at: scan.created_at,
    in_newest: isInNewest,
  }
}
