import type { Finding } from '../../finding.ts'
import { platformPolicy } from '../../pack/platform-policy.ts'
import { linkFinding } from './link-finding.ts'
import { isListed } from './link-findings.ts'
import { hopOfHolder, type StructureInput } from './targets.ts'

/** Adult destinations reached from a platform whose file bars them. Tag `hop0`: the link stands on the profile itself; else `hop1`. */
export function adultLinks({ compiled, code, rule, targets, subject }: StructureInput): Finding[] {
  const stance = platformPolicy(compiled.pack, subject.platform).codes[code]?.stance
  if (stance !== 'prohibited' && stance !== 'restricted') return []
  return targets
    .filter((target) => target.hop <= rule.max_hop && isListed(compiled, rule.host_in, target.host))
    .map((target) => {
      const onProfile = hopOfHolder(target) === 0
      const finding = linkFinding(code, { ...rule, tag: onProfile ? 'hop0' : 'hop1' }, target)
      return onProfile ? { ...finding, binding: 'own' } : finding
    })
}
