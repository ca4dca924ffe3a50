import { compileHostList, type HostList, listHasHost } from '../../policy/pack/host-list.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { HostInterest } from './frontier.ts'

/** Lists of the pack whose hosts come before those of any other list. */
const FIRST: Readonly<Record<string, number>> = { escort_directory: 3, malicious_hosts: 3, adult_hosts: 2 }

/** Hosts on the policy pack's lists are looked at before others; being listed is no judgement here. */
export function hostInterest(policies: PolicyPack): HostInterest {
  return (host) =>
    compiled(policies.lists).reduce(
      (most, { hosts, interest }) => (interest > most && listHasHost(hosts, host) ? interest : most),
      0,
    )
}

interface Ranked {
  hosts: HostList
  interest: number
}

const known = new WeakMap<PolicyPack['lists'], Ranked[]>()

/** Once for all scans of a pack: a quick one asks about no host. */
function compiled(lists: PolicyPack['lists']): Ranked[] {
  const ready =
    known.get(lists) ??
    Object.entries(lists).map(([name, list]) => ({
      hosts: compileHostList(list),
      interest: FIRST[name] ?? 1,
    }))
  known.set(lists, ready)
  return ready
}
