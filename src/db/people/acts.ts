import { CompiledQuery } from 'kysely'
import type { Client } from 'pg'
import type { ACTOR_KINDS, ActAction } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'

/** Who acts, and from where. */
export interface Actor {
  kind: (typeof ACTOR_KINDS)[number]
  /** Of the person or the key; of a command the account on its machine. */
  id: string | null
  /** An e-mail address, where there is one. */
  name: string | null
  /** An IP address; of a command the name of its machine. */
  address: string | null
  requestId: string | null
}

/** What the service does of itself. */
export const SERVICE: Actor = { kind: 'service', id: null, name: null, address: null, requestId: null }

type Facts = Record<string, unknown> | null

export interface Act {
  action: ActAction
  /** Null: the installation as a whole. */
  orgId: string | null
  /** The id of what it was done to. */
  subject: string | null
  /** What changed, as it was; never a secret, and no words of creators or reviewers, which go when a scan goes. */
  before?: Facts
  after?: Facts
}

export const INSTANCE_CHAIN = 'instance'

const INSERT = `
  insert into audit_log (chain, actor_kind, actor_id, actor_name, actor_address, request_id, action, subject, before, after)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::json, $10::json)`

/**
 * Writes down what is done, in the transaction that does it: both or neither. The row takes its place in the chain of its organization
 * when the transaction ends.
 */
export async function recordAct(tx: Tx, by: Actor, act: Act): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(INSERT, valuesOf(by, act)))
}

/** The same on a connection of one's own. */
export async function recordActOn(client: Client, by: Actor, act: Act): Promise<void> {
  await client.query(INSERT, valuesOf(by, act))
}

/** What somebody did about themselves stands with each organization that they belong to, else with the installation. */
export async function recordPersonalAct(
  tx: Tx,
  by: Actor,
  { userId, ...act }: Omit<Act, 'orgId' | 'subject'> & { userId: string | null },
): Promise<void> {
  const { rows } = await tx.executeQuery<{ org_id: string }>(
    CompiledQuery.raw(
      'select "organizationId" as org_id from auth_member where "userId" = $1 order by org_id',
      [userId],
    ),
  )
  const orgIds = rows.length === 0 ? [null] : rows.map((row) => row.org_id)
  for (const orgId of orgIds) await recordAct(tx, by, { ...act, orgId, subject: userId })
}

function valuesOf(by: Actor, { action, orgId, subject, before, after }: Act): unknown[] {
  const json = (facts: Facts | undefined) => (facts ? JSON.stringify(facts) : null)
  return [
    orgId ?? INSTANCE_CHAIN,
    by.kind,
    by.id,
    by.name,
    by.address,
    by.requestId,
    action,
    subject,
    json(before),
    json(after),
  ]
}
