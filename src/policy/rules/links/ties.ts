import type { Binding, Evidence } from '../../../evidence/evidence.ts'

/**
 * Whether what an evidence says may count against the creator. An account that merely shares the handle never does; a
 * search result only when it links back to the profile or names the creator.
 */
export function isTied(evidence: Evidence): boolean {
  if (evidence.binding === 'same_handle') return false
  return evidence.binding !== 'search' || evidence.linksBack || evidence.mentionsCreator
}

/** Whether the links on a page are the creator's own choice: the profile, its hub, a page that speaks about the creator; no newspaper's. */
export function ownsItsLinks(evidence: Evidence): boolean {
  if (evidence.binding === 'same_handle' || evidence.facts.publisher !== undefined) return false
  if (evidence.binding === 'search') return evidence.linksBack
  return (
    evidence.binding === 'own' || evidence.platform !== null || evidence.linksBack || evidence.mentionsCreator
  )
}

/** How far away the target of a link on this page is. */
export function bindingOfTarget(holder: Evidence): Binding {
  if (holder.binding === 'search') return 'search'
  return holder.hop === 0 ? 'linked' : 'second_hop'
}
