import type { PolicyCode } from '../policy/pack/code-schema.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { platformPolicy } from '../policy/pack/platform-policy.ts'
import type { StructureRule } from '../policy/pack/rule-schema.ts'

/** What the shape of a creator's pages shows and no sentence does: where links lead, and ages that stand on two pages. */
export type StructureKind = 'directory_link' | 'adult_link' | 'cloaking' | 'stated_ages_differ'

const KINDS: readonly string[] = ['directory_link', 'adult_link', 'cloaking', 'stated_ages_differ']

/** The rule by which a code that only structure shows is told; null for codes that words show. */
export function structureOf(code: PolicyCode): (StructureRule & { structure: StructureKind }) | null {
  if (code.rules.some((rule) => 'all' in rule)) return null
  return code.rules.find(isAsked) ?? null
}

function isAsked(rule: PolicyCode['rules'][number]): rule is StructureRule & { structure: StructureKind } {
  return 'structure' in rule && KINDS.includes(rule.structure)
}

/** The code is shown by an address, so that its quote is one. */
export function isShownByAddress(code: PolicyCode): boolean {
  const kind = structureOf(code)?.structure
  return kind !== undefined && kind !== 'stated_ages_differ'
}

/** Ages have to be shown twice to differ. */
export function needsTwo(code: PolicyCode | undefined): boolean {
  return code !== undefined && structureOf(code)?.structure === 'stated_ages_differ'
}

/** Whether the platform bars what the code names; adult links are no matter elsewhere. */
export function isBarred(pack: PolicyPack, platform: string | null, code: string): boolean {
  const stance = platformPolicy(pack, platform).codes[code]?.stance
  return stance === 'prohibited' || stance === 'restricted'
}
