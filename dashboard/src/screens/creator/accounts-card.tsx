import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { CreatorAccount, CreatorRecord } from '../../../../sdk/contract.ts'
import { words } from '../../../../sdk/words.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName, hostOf } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Card } from '../../ui/card.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { ForeignUrl } from '../../ui/foreign/foreign-url.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { Tree } from '../../ui/lists/tree.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { ChainDrawing, MARKS } from '../report/chain/chain-drawing.tsx'
import { flatten, kindOf, type LinkNode } from '../report/chain/link-tree.ts'
import { type AccountEntry, accountTree } from './account-tree.ts'
import { CreatorLink } from './creator-link.tsx'

/** What the profile is linked with, as a tree that works by keyboard and as a drawing of the same; of the chosen one, all that is known. */
export function AccountsCard({ creator }: { creator: Open<CreatorRecord> }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const root = accountTree(creator.accounts, { domain: hostOf(creator.profile_url) })
  const nodes = flatten([root])
  if (creator.accounts.length === 0)
    return (
      <Card title="Linked accounts">
        <Empty title="No linked accounts">
          The newest scans were led to no other account. A quick scan follows no links.
        </Empty>
      </Card>
    )
  const account = nodes.find(({ node }) => node.entry.ref === chosen)?.node.entry.account
  return (
    <Card title="Linked accounts">
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          By the newest ten scans. Only what links back shows that an account is the creator’s.
        </p>
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <Tree
            label="Linked accounts, by who led to whom"
            roots={[root]}
            idOf={({ entry }) => entry.ref}
            childrenOf={({ children }) => children}
            open={nodes.map(({ node }) => node.entry.ref)}
            onAction={setChosen}
          >
            {(node) => <AccountLine node={node} />}
          </Tree>
          <ChainDrawing nodes={nodes} />
        </div>
        <div role="status">{account && <ChosenAccount account={account} />}</div>
      </div>
    </Card>
  )
}

function AccountLine({ node: { entry } }: { node: LinkNode<AccountEntry> }) {
  const { mark, ink, word } = MARKS[kindOf(entry)]
  const { account } = entry
  return (
    <>
      <span aria-hidden="true" className={`w-4 text-center ${ink}`}>
        {mark}
      </span>
      <span className="font-mono text-xs font-semibold text-accent">{entry.ref}</span>
      <span className="min-w-0">
        <ForeignText>{entry.domain}</ForeignText>{' '}
        {account && <ForeignText>{accountName(account.url)}</ForeignText>}
        <span className="text-xs text-muted"> {account ? tieWords(account) : word}</span>
      </span>
    </>
  )
}

/** What it is, how it is tied, and what is odd about it. */
function tieWords({ kind, binding, outcome, codes, in_newest }: Open<CreatorAccount>): string {
  return [
    words(kind),
    words(binding),
    outcome === 'ok' ? null : words(outcome),
    codes.length > 0 ? 'counts' : null,
    in_newest ? null : 'not in the newest deep scan',
  ]
    .filter(Boolean)
    .join(' · ')
}

function ChosenAccount({ account }: { account: Open<CreatorAccount> }) {
  const { orgId } = useOrg()
  return (
    <section
      aria-label={showPlainly(accountName(account.url)).slice(0, 100)}
      className="rounded-lg border border-line p-3"
    >
      <Facts
        facts={[
          ['Address', <ForeignUrl key="url" url={account.url} />],
          ['What it is', tieWords(account)],
          ['Led there', account.via === null ? 'The profile' : <ForeignUrl key="via" url={account.via} />],
          ['First seen', <Moment key="first" at={account.first_seen_at} />],
          ['Last seen', <Moment key="last" at={account.last_seen_at} />],
          ['Codes', account.codes.length > 0 ? account.codes.map(words).join(', ') : 'None'],
          [
            'More',
            <span key="more" className="flex flex-wrap gap-x-4">
              <Link
                to={scanAddress(orgId, account.scan_id)}
                className="inline-flex min-h-6 items-center text-xs"
              >
                Report that saw it, as {account.ref}
              </Link>
              <CreatorLink url={account.url} words="Own scans" />
            </span>,
          ],
        ]}
      />
    </section>
  )
}
