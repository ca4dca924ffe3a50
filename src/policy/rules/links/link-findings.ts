import type { Finding } from '../../finding.ts'
import type { CompiledPack } from '../../pack/compile-pack.ts'
import { listHasHost } from '../../pack/host-list.ts'
import { linkFinding } from './link-finding.ts'
import { linkKinds } from './link-kinds.ts'
import type { Target } from './targets.ts'

/** What the link rules find in the addresses that the creator's pages lead to. */
export function linkFindings(compiled: CompiledPack, targets: readonly Target[]): Finding[] {
  const brands = compiled.pack.lists.brand_hosts ?? []
  return targets.flatMap((target) => {
    const kinds = linkKinds(target.url, brands)
    return compiled.linkRules
      .filter(({ rule }) => target.hop <= rule.max_hop)
      .filter(
        ({ rule }) =>
          rule.link_kind.some((kind) => kinds.has(kind)) || isListed(compiled, rule.host_in, target.host),
      )
      .map(({ code, rule }) => linkFinding(code, rule, target))
  })
}

export function isListed(compiled: CompiledPack, names: readonly string[], host: string): boolean {
  return names.some((name) => {
    const list = compiled.lists.get(name)
    return list !== undefined && listHasHost(list, host)
  })
}
