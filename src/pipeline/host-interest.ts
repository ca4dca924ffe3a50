import { compileHostList, listHasHost } from '../policy/host-list.ts'
import type { PolicyPack } from '../policy/pack-schema.ts'
import type { HostInterest } from './frontier.ts'

/** Hosts on the policy pack's lists are looked at before others; being listed is no judgement here. */
export function hostInterest(policies: PolicyPack): HostInterest {
  const lists = Object.values(policies.lists).map(compileHostList)
  return (host) => Number(lists.some((list) => listHasHost(list, host)))
}
