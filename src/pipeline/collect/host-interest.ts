import { compileHostList, listHasHost } from '../../policy/pack/host-list.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { HostInterest } from './frontier.ts'

/** Lists of the pack whose hosts come before those of any other list. */
const FIRST: Readonly<Record<string, number>> = { escort_directory: 3, malicious_hosts: 3, adult_hosts: 2 }

/** Hosts on the policy pack's lists are looked at before others; being listed is no judgement here. */
export function hostInterest(policies: PolicyPack): HostInterest {
  const lists = Object.entries(policies.lists).map(([name, list]) => ({
    hosts: compileHostList(list),
    interest: FIRST[name] ?? 1,
  }))
  return (host) =>
    lists.reduce(
      (most, { hosts, interest }) => (interest > most && listHasHost(hosts, host) ? interest : most),
      0,
    )
}
