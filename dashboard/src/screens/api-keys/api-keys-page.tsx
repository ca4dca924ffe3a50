import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKey } from '../../../../sdk/contract.ts'
import { allApiKeysQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Folded } from '../../ui/lists/folded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ChangeLimitDialog } from './change-limit-dialog.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { isStale } from './key-age.ts'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

export function ApiKeysPage() {
  const { toscan, orgId, isAdmin } = useOrg()
  const { include_revoked } = useSearch({ from: '/o/$orgId/api-keys' })
  const withRevoked = include_revoked === 'true'
  const navigate = useNavigate()
  const keys = useQuery(allApiKeysQuery(toscan, orgId, withRevoked))
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const [limiting, setLimiting] = useState<ApiKey | null>(null)
  const create = (
    <Button variant="primary" icon="plus" onPress={() => setIsCreating(true)}>
      Create key
    </Button>
  )
  return (
    <>
      <PageHeader
        title="API keys"
        lead="For programs. A key sees every scan of the organization and can submit; it cannot make, list or revoke keys."
        actions={create}
      />
      <Card
        title="Keys"
        flush
        actions={
          <CheckBox
            isSelected={withRevoked}
            onChange={(isOn) =>
              void navigate({
                to: '/o/$orgId/api-keys',
                params: { orgId },
                search: { include_revoked: isOn ? 'true' : undefined },
                replace: true,
              })
            }
          >
            Show revoked
          </CheckBox>
        }
      >
        <QueryView query={keys} what="The keys">
          {({ api_keys }) =>
            api_keys.length === 0 ? (
              <NoKeys />
            ) : (
              <Folded items={api_keys} first={50} what="keys" isFlush>
                {(shown) => (
                  <Keys keys={shown} onRevoke={setRevoking} onLimit={isAdmin ? setLimiting : null} />
                )}
              </Folded>
            )
          }
        </QueryView>
      </Card>
      <Card title="To replace a key">
        <ol className="list-decimal pl-5 text-muted">
          <li>Create a new one and put it where the old one is.</li>
          <li>Watch “last used” of the old one: it stops moving when nothing needs it any more.</li>
          <li>Revoke the old one. It is refused from the next request on.</li>
        </ol>
      </Card>
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
      {limiting && <ChangeLimitDialog apiKey={limiting} onClose={() => setLimiting(null)} />}
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function Keys({
  keys,
  onRevoke,
  onLimit,
}: {
  keys: readonly ApiKey[]
  onRevoke(key: ApiKey): void
  /** Null for who may not. */
  onLimit: ((key: ApiKey) => void) | null
}) {
  return (
    <DataTable
      label="API keys"
      isStacked
      rows={keys}
      rowId={(key) => key.key_id}
      columns={[
        {
          id: 'name',
          header: 'Name',
          isHeader: true,
          cell: (key) => (
            <bdi className="block max-w-52 font-medium break-words">{showPlainly(key.name)}</bdi>
          ),
        },
        {
          id: 'key',
          header: 'Key',
          cell: (key) => (
            <span className="font-mono text-xs">
              {key.key_prefix}…{key.key_last4}
            </span>
          ),
        },
        {
          id: 'by',
          header: 'Created',
          isMinor: true,
          cell: (key) => (
            <div className="max-w-56">
              <bdi className="block [overflow-wrap:anywhere]">
                {key.created_by_email ?? 'On the command line'}
              </bdi>
              <span className="text-xs text-muted">
                <Moment at={key.created_at} />
              </span>
            </div>
          ),
        },
        {
          id: 'limit',
          header: 'Requests a minute',
          isMinor: true,
          cell: (key) => <LimitCell apiKey={key} onLimit={onLimit} />,
        },
        { id: 'used', header: 'Last used', cell: (key) => <LastUse apiKey={key} /> },
        {
          id: 'revoke',
          header: 'Revoke',
          isAction: true,
          cell: (key) => <RevokeCell apiKey={key} onRevoke={onRevoke} />,
        },
      ]}
    />
  )
}

function LimitCell({ apiKey, onLimit }: { apiKey: ApiKey; onLimit: ((key: ApiKey) => void) | null }) {
  const { requests_per_minute: limit, revoked_at } = apiKey
  return (
    <div className="flex items-center gap-2">
      {limit === undefined ? (
        <span className="text-muted">No limit</span>
      ) : (
        <span className="tabular-nums">{limit.toLocaleString('en')}</span>
      )}
      {onLimit && revoked_at === null && (
        <Button
          size="small"
          variant="quiet"
          onPress={() => onLimit(apiKey)}
          aria-label={`Change the limit of ${showPlainly(apiKey.name)}`}
        >
          Change
        </Button>
      )}
    </div>
  )
}

function LastUse({ apiKey }: { apiKey: ApiKey }) {
  const stale = apiKey.revoked_at === null && isStale(apiKey, Date.now())
  return (
    <div>
      {apiKey.last_used_at ? (
        <Moment at={apiKey.last_used_at} ago />
      ) : (
        <span className="text-muted">Never</span>
      )}
      {stale && <span className="block text-xs font-medium text-low">Unused for 90 days</span>}
    </div>
  )
}

function RevokeCell({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(key: ApiKey): void }) {
  if (apiKey.revoked_at)
    return (
      <span className="text-xs text-muted">
        Revoked <Moment at={apiKey.revoked_at} />
      </span>
    )
  if (!apiKey.can_revoke)
    return <span className="text-xs text-muted">Its creator or an administrator can</span>
  return (
    <Button
      size="small"
      variant="danger"
      onPress={() => onRevoke(apiKey)}
      aria-label={`Revoke ${showPlainly(apiKey.name)}`}
    >
      Revoke
    </Button>
  )
}

function NoKeys() {
  const sample = `curl -s ${window.location.origin}/api/v2/org/scans -H "Authorization: Bearer $TOSCAN_API_KEY"`
  return (
    <Empty title="No keys yet" action={<CopyButton size="small" label="Copy the request" text={sample} />}>
      <p>With a key, a program asks as this organization:</p>
      <code className="mt-2 block rounded-md bg-sunken px-3 py-2 text-left font-mono text-xs break-all text-ink">
        {sample}
      </code>
    </Empty>
  )
}
