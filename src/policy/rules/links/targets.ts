import type { Binding, Evidence } from '../../../evidence/evidence.ts'
import type { Subject } from '../../finding.ts'
import type { CompiledPack } from '../../pack/compile-pack.ts'
import { hostOf } from '../../pack/host-list.ts'
import type { StructureRule } from '../../pack/rule-schema.ts'
import { bindingOfTarget, isTied, ownsItsLinks } from './ties.ts'

/** An address that the creator's pages lead to, and where that was seen. */
export interface Target {
  url: string
  host: string
  /** The evidence that shows it: the page that holds the link, or the fetched page itself. */
  evidence: Evidence
  binding: Binding
  /** Hops from the submitted profile to the target. */
  hop: number
  /** The page behind the address, when it was fetched. */
  page: Evidence | null
}

/** What a structural rule may look at. */
export interface StructureInput {
  compiled: CompiledPack
  code: string
  rule: StructureRule
  evidence: readonly Evidence[]
  targets: readonly Target[]
  subject: Subject
}

/** Every address reached from the creator's pages: links on them, fetched pages, and what redirects passed. First seen first. */
export function targetsOf(evidence: readonly Evidence[]): Target[] {
  const pages = new Map<string, Evidence>()
  for (const page of evidence) {
    for (const url of [page.url, page.finalUrl]) if (!pages.has(url)) pages.set(url, page)
  }
  const targets = new Map<string, Target>()
  const add = (target: Omit<Target, 'host' | 'page'>): void => {
    const known = targets.get(target.url)
    if (known !== undefined && target.hop >= known.hop) return
    const host = known?.host ?? hostOf(target.url)
    const page = pages.get(target.url) ?? null
    if (host === null || page?.binding === 'same_handle') return
    targets.set(target.url, { ...target, host, page })
  }
  for (const page of evidence) {
    if (ownsItsLinks(page)) {
      for (const { url } of page.links)
        add({ url, evidence: page, binding: bindingOfTarget(page), hop: page.hop + 1 })
    }
    if (page.hop > 0 && isTied(page) && (page.binding !== 'search' || page.linksBack)) {
      for (const url of [page.url, ...page.redirects, page.finalUrl]) {
        add({ url, evidence: page, binding: page.binding, hop: page.hop })
      }
    }
  }
  return [...targets.values()]
}

/** Hop of the page on which the link stands: 0 is the profile itself. */
export function hopOfHolder(target: Target): number {
  return Math.max(0, target.hop - 1)
}
