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

/** So many rows take a tenth of a second, and as long is kept from the ends of as many chains. */
export const CHAINS_AT_ONCE = 500

const INSERT_PERSONAL = `
  with theirs as (
    select "organizationId" as chain, row_number() over (order by "organizationId") as n from auth_member where "userId" = $8
  ), first as (
    insert into audit_log (chain, actor_kind, actor_id, actor_name, actor_address, request_id, action, subject, before, after)
    select chain, $2, $3, $4, $5, $6, $7, $8, $9::json, $10::json from (
      select chain, n from theirs where n <= ${CHAINS_AT_ONCE}
      union all select $1, 0 where not exists (select from theirs)) c
     order by n
  )
  insert into acts_left (actor_kind, actor_id, actor_name, actor_address, request_id, action, subject, before, after, chains)
  select $2, $3, $4, $5, $6, $7, $8, $9::json, $10::json, array_agg(chain order by n) from theirs where n > ${CHAINS_AT_ONCE}
  having count(*) > 0`

/**
 * What somebody did about themselves stands with each organization that they belong to, else with the installation. Of very many organizations
 * the first have it with the act, the others when `writeActsLeft` has come to them.
 */
export async function recordPersonalAct(
  tx: Tx,
  by: Actor,
  { userId, ...act }: Omit<Act, 'orgId' | 'subject'> & { userId: string | null },
): Promise<void> {
  const values = valuesOf(by, { ...act, orgId: null, subject: userId })
  await tx.executeQuery(CompiledQuery.raw(INSERT_PERSONAL, values))
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
