import type { Open } from '../../../../sdk/client.ts'
import type { CreatorAccount } from '../../../../sdk/contract.ts'
import type { DrawnEntry, LinkNode } from '../report/chain/link-tree.ts'

/** An account as the tree and its drawing have it; null: the profile itself, which is no account of its own. */
export interface AccountEntry extends DrawnEntry {
  account: Open<CreatorAccount> | null
}

/** Who led to whom, below the profile. What nobody led to hangs on the profile, and so does what would lead to itself. */
export function accountTree(
  accounts: readonly Open<CreatorAccount>[],
  profile: { domain: string },
): LinkNode<AccountEntry> {
  const root: LinkNode<AccountEntry> = {
    entry: {
      ref: 'P',
      domain: profile.domain,
      outcome: 'ok',
      codes: [],
      hop: 0,
      type: 'profile',
      account: null,
    },
    children: [],
  }
  const nodes = new Map(
    accounts.map((account, index): [string, LinkNode<AccountEntry>] => [
      account.url,
      { entry: entryOf(account, index), children: [] },
    ]),
  )
  for (const account of accounts) {
    const node = nodes.get(account.url)
    const parent = nodes.get(account.via ?? '')
    if (node) (parent && !leadsTo(account, account.via) ? parent : root).children.push(node)
  }
  return root

  /** Whether whoever led to the account was led to by it. */
  function leadsTo({ url }: Open<CreatorAccount>, via: string | null): boolean {
    const passed = new Set<string>()
    for (let at = via; at !== null && !passed.has(at); ) {
      if (at === url) return true
      passed.add(at)
      at = nodes.get(at)?.entry.account?.via ?? null
    }
    return false
  }
}

function entryOf(account: Open<CreatorAccount>, index: number): AccountEntry {
  const { domain, outcome, codes, kind } = account
  const type = kind === 'social_profile' ? 'social_profile' : 'page'
  return { ref: `A${index + 1}`, domain, outcome, codes, hop: 1, type, account }
}
