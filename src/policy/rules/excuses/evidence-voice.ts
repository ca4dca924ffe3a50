import type { Evidence } from '../../../evidence/evidence.ts'
import type { Mitigation } from '../../finding.ts'
import type { CompiledPack } from '../../pack/compile-pack.ts'
import { hostOf, listHasHost } from '../../pack/host-list.ts'

const RULE_PATH =
  /\/(?:terms|tos|legal|privacy|guidelines|polic(?:y|ies)|community-guidelines|rules|acceptable-use)(?:[/?#.]|$)/i

/** Whose voice a whole evidence is, where that is not the creator's: a rule text's, or somebody's who writes about people. */
export function voiceOf(compiled: CompiledPack, evidence: Evidence): Mitigation | null {
  if (evidence.binding === 'own') return null
  const own = hostOf(evidence.finalUrl) ?? evidence.domain
  const isOn = (name: string): boolean => {
    const list = compiled.lists.get(name)
    return list !== undefined && listHasHost(list, own)
  }
  const { policy_hosts, third_person_hosts } = compiled.pack.scoring
  if (policy_hosts.some(isOn) || RULE_PATH.test(evidence.finalUrl)) return 'policy_text'
  return evidence.facts.publisher !== undefined || third_person_hosts.some(isOn) ? 'third_person' : null
}
