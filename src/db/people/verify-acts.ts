import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ACTOR_KINDS, ActAction } from '../../../sdk/contract.ts'
import type { Db, Tx } from '../database.ts'

/** A row of the audit trail, each field as the text that is hashed. */
export interface SealedAct {
  act_id: string
  chain: string
  actor_kind: (typeof ACTOR_KINDS)[number]
  actor_id: string | null
  actor_name: string | null
  actor_address: string | null
  request_id: string | null
  action: ActAction
  subject: string | null
  /** JSON texts. */
  before: string | null
  after: string | null
  seq: number
  at: string
  prev_hash: string
  hash: string
}

/** Where a chain ends, as it says itself. */
export interface ChainTip {
  chain: string
  seq: number
  hash: string
}

export interface ChainFault {
  chain: string
  seq: number
  /** `removed`: the rows from `seq` to `to` are not there. `inserted`: it never took its place in the chain. */
  fault: 'removed' | 'changed' | 'inserted'
  act_id: string | null
  to?: number
}

export interface Verified {
  acts: number
  tips: ChainTip[]
  faults: ChainFault[]
}

interface ChainRow extends ChainTip {
  kept_from: number
  kept_after_hash: string
}

const AT_ONCE = 2000
const EXPIRED: ActAction = 'audit.expire'

/**
 * Reads every chain from end to end and hashes each row anew; all as it stood at one moment, for others go on writing.
 * @param known tips that were noted earlier: each has to stand in its chain still, or be past its time
 */
export function verifyActs(db: Db, known: readonly ChainTip[] = []): Promise<Verified> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => verifyAll(tx, known))
}

async function verifyAll(db: Tx, known: readonly ChainTip[]): Promise<Verified> {
  const chains = await chainsOf(db)
  const faults: ChainFault[] = []
  let acts = 0
  for (const chain of chains) {
    const noted = known.filter((tip) => tip.chain === chain.chain)
    const found = await verifyChain(db, chain, noted)
    acts += found.acts
    faults.push(...found.faults)
  }
  const names = new Set(chains.map(({ chain }) => chain))
  for (const { chain, seq } of known)
    if (!names.has(chain) && seq > 0) faults.push({ chain, seq: 1, to: seq, fault: 'removed', act_id: null })
  return { acts, tips: chains.map(({ chain, seq, hash }) => ({ chain, seq, hash })), faults }
}

async function verifyChain(db: Tx, tip: ChainRow, noted: readonly ChainTip[]) {
  const { chain } = tip
  const faults: ChainFault[] = []
  const removed = (from: number, to: number) =>
    faults.push({ chain, seq: from, to, fault: 'removed', act_id: null })
  const changed = (seq: number, actId: string | null) => {
    if (faults.at(-1)?.act_id !== actId || actId === null)
      faults.push({ chain, seq, fault: 'changed', act_id: actId })
  }
  const notedHashes = new Map(noted.map(({ seq, hash }) => [seq, hash]))
  let acts = 0
  let expected = tip.kept_from
  let before: { hash: string; act_id: string | null } | null = { hash: tip.kept_after_hash, act_id: null }
  /** A chain that begins later than with 1 says in a row of its own that the time of the others was over. */
  let isVouchedFor = tip.kept_from === 1
  for await (const act of actsOf(db, chain)) {
    acts++
    if (act.seq < expected || act.seq > tip.seq) {
      faults.push({ chain, seq: act.seq, fault: 'inserted', act_id: act.act_id })
      continue
    }
    if (act.seq > expected) {
      removed(expected, act.seq - 1)
      before = null
    }
    const isNoted = (notedHashes.get(act.seq) ?? act.hash) === act.hash
    // Each row vouches for the one before it: where they differ, that one was put in its place.
    if (before && act.prev_hash !== before.hash) changed(act.seq - 1, before.act_id)
    if (hashOfAct(act) !== act.hash || !isNoted) changed(act.seq, act.act_id)
    if (act.action === EXPIRED && vouchesFor(act, tip)) isVouchedFor = true
    before = act
    expected = act.seq + 1
  }
  if (expected <= tip.seq) removed(expected, tip.seq)
  else if (before?.hash !== tip.hash) changed(tip.seq, before?.act_id ?? null)
  if (!isVouchedFor) removed(1, tip.kept_from - 1)
  const last = Math.max(...noted.map(({ seq }) => seq), 0)
  if (last > tip.seq) removed(tip.seq + 1, last)
  for (const unsealed of await unsealedActs(db, chain))
    faults.push({ chain, seq: 0, fault: 'inserted', act_id: unsealed })
  return { acts, faults }
}

function vouchesFor({ after }: SealedAct, { kept_from, kept_after_hash }: ChainRow): boolean {
  const facts: unknown = JSON.parse(after ?? 'null')
  return (
    typeof facts === 'object' &&
    facts !== null &&
    Reflect.get(facts, 'through_seq') === kept_from - 1 &&
    Reflect.get(facts, 'through_hash') === kept_after_hash
  )
}

/** As `audit_hash` in the database has it; docs/audit.md says how. */
export function hashOfAct(act: SealedAct): string {
  const fields = [
    act.prev_hash,
    act.chain,
    String(act.seq),
    act.at,
    act.act_id,
    act.actor_kind,
    act.actor_id,
    act.actor_name,
    act.actor_address,
    act.request_id,
    act.action,
    act.subject,
    act.before,
    act.after,
  ]
  const text = fields
    .map((field) => (field === null ? '-,' : `${Buffer.byteLength(field)}:${field},`))
    .join('')
  return createHash('sha256').update(text).digest('hex')
}

async function chainsOf(db: Tx): Promise<ChainRow[]> {
  // A chain whose last row says where it ends was removed whole still has its rows.
  const { rows } = await sql<ChainRow>`
    select n.chain, coalesce(c.seq, 0) as seq, coalesce(c.hash, repeat('0', 64)) as hash,
           coalesce(c.kept_from, 1) as kept_from, coalesce(c.kept_after_hash, repeat('0', 64)) as kept_after_hash
      from (select chain from audit_chains union select distinct chain from audit_log) n (chain)
      left join audit_chains c using (chain) order by n.chain`.execute(db)
  return rows
}

/** In their order. */
async function* actsOf(db: Tx, chain: string): AsyncGenerator<SealedAct> {
  let [seq, actId] = [-1, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows } = await sql<SealedAct>`
      select act_id, chain, actor_kind, actor_id, actor_name, actor_address, request_id, action, subject, before, after,
             seq, at, coalesce(prev_hash, '') as prev_hash, coalesce(hash, '') as hash
        from audit_log where chain = ${chain} and (seq, act_id) > (${seq}, ${actId}::uuid)
       order by seq, act_id limit ${AT_ONCE}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    seq = last.seq
    actId = last.act_id
  }
}

/** Put there by somebody who kept the database from sealing them. */
async function unsealedActs(db: Tx, chain: string): Promise<string[]> {
  const { rows } = await sql<{ act_id: string }>`
    select act_id from audit_log where chain = ${chain} and seq is null`.execute(db)
  return rows.map((row) => row.act_id)
}
