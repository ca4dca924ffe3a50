import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import type { StructureKind } from './card.ts'
import type { PlannedPage, Truth } from './plan.ts'

/** Nothing to say of this creator. */
export const NOTHING: Truth = { codes: [], may: [], recommendations: ['no_flags'], chain: null }

/**
 * What is right for the gravest of these codes, standing `hop` links away. By the contract's weights a sentence two links away counts six
 * tenths, so that there a lower recommendation is right as well.
 */
export function acceptable(pack: PolicyPack, codes: string[], hop: number): Truth['recommendations'] {
  const severities = codes.map((code) => pack.codes[code]?.severity)
  const isFar = hop >= 2
  if (codes.some((code) => pack.codes[code]?.family === 'minor_safety')) return ['review_high']
  if (severities.includes('critical') || severities.includes('high'))
    return isFar ? ['review_low', 'review_medium', 'review_high'] : ['review_medium', 'review_high']
  if (severities.includes('medium'))
    return isFar ? ['no_flags', 'review_low', 'review_medium'] : ['review_low', 'review_medium']
  if (severities.includes('low')) return ['no_flags', 'review_low']
  return ['no_flags']
}

/** The chain to this page, as the report words it. */
export function chainTo(root: PlannedPage, page: PlannedPage): string {
  const words = (pathTo(root, page) ?? []).map((each) =>
    each.hop === 0 ? 'profile' : chainWord(each.structure.kind, each.hop),
  )
  return (words.length > 1 ? words : [...words, 'bio']).join(' -> ')
}

function pathTo(from: PlannedPage, page: PlannedPage): PlannedPage[] | null {
  if (from === page) return [from]
  for (const child of from.children) {
    const path = pathTo(child, page)
    if (path) return [from, ...path]
  }
  return null
}

function chainWord(kind: StructureKind, hop: number): string {
  if (kind === 'hub') return 'link_hub'
  if (kind === 'social' || kind === 'media') return 'social_profile'
  if (kind === 'paid') return 'paid_profile'
  if (kind === 'site') return hop === 1 ? 'page' : 'linked_page'
  return kind
}
