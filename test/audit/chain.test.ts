import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Actor, recordAct } from '../../src/db/people/acts.ts'
import { type ChainTip, verifyActs } from '../../src/db/people/verify-acts.ts'
import { ownDatabase } from '../support/own-database.ts'

const BY: Actor = { kind: 'person', id: 'user_1', name: 'é@example.org', address: '::1', requestId: null }

const opened = ownDatabase()

let chains = 0
/** A chain of its own with so many acts, each with something before and after. */
async function makeChain(acts: number): Promise<string> {
  const orgId = `org_${++chains}`
  for (let made = 0; made < acts; made++)
    await recordAct(opened.db, BY, {
      action: 'settings.change',
      orgId,
      subject: made % 2 === 0 ? null : '😀 \\ "',
      before: { value: made, text: '"\n' },
      after: { value: made + 1, "o'clock": null },
    })
  return orgId
}

/** As whoever owns the database can. */
async function tamper(statement: string, values: unknown[] = []) {
  const client = await opened.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(statement, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function faultsOf(chain: string, known: ChainTip[] = []) {
  const { faults } = await verifyActs(opened.db, known)
  return faults.filter((fault) => fault.chain === chain).map(({ seq, to, fault }) => [fault, seq, to])
}

describe('the chain of acts', () => {
  it('is whole after acts that came one by one and at the same time, some of which were taken back', async () => {
    const orgId = await makeChain(3)
    const act = { action: 'key.create', orgId, subject: null } as const
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        opened.db
          .transaction()
          .execute(async (tx) => {
            await recordAct(tx, BY, act)
            await recordAct(tx, BY, { ...act, orgId: null })
            if (index % 4 === 0) throw new Error('taken back')
          })
          .catch((error) => assert.equal(error.message, 'taken back')),
      ),
    )
    assert.deepEqual(await faultsOf(orgId), [])
    const { tips, acts } = await verifyActs(opened.db)
    assert.equal(tips.find(({ chain }) => chain === orgId)?.seq, 33)
    assert.equal(tips.find(({ chain }) => chain === 'instance')?.seq, 30)
    assert.equal(acts, 63)
    const { rows } = await sql<{ ordered: boolean }>`
      select bool_and(at >= before_it) as ordered
        from (select at, lag(at, 1, at) over (order by seq) as before_it from audit_log where chain = ${orgId}) o`.execute(
      opened.db,
    )
    assert.equal(rows[0]?.ordered, true)
  })

  it('keeps nobody waiting while a transaction goes on that has written an act already', async () => {
    const orgId = await makeChain(1)
    const act = { action: 'key.create', orgId, subject: null } as const
    await opened.db.transaction().execute(async (tx) => {
      await recordAct(tx, BY, { ...act, subject: 'first written' })
      await opened.db
        .transaction()
        .execute((other) => recordAct(other, BY, { ...act, subject: 'first done' }))
    })
    const { rows } = await sql<{ subject: string }>`
      select subject from audit_log where chain = ${orgId} order by seq offset 1`.execute(opened.db)
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      ['first done', 'first written'],
    )
    assert.deepEqual(await faultsOf(orgId), [])
  })

  it('cannot be changed by the service', async () => {
    const orgId = await makeChain(2)
    for (const statement of [
      `update audit_log set subject = 'x' where chain = '${orgId}'`,
      `delete from audit_log where chain = '${orgId}'`,
      'truncate audit_log',
    ])
      await assert.rejects(opened.pool.query(statement), /neither changed nor removed/)
    assert.deepEqual(await faultsOf(orgId), [])
  })

  it('names a row that was removed: in the middle, at the beginning, at the end', async () => {
    const remove = 'delete from audit_log where chain = $1 and seq = any($2)'
    for (const [gone, faults] of [
      [[3], [['removed', 3, 3]]],
      [[2, 3], [['removed', 2, 3]]],
      [[1], [['removed', 1, 1]]],
      [[5], [['removed', 5, 5]]],
      [[1, 2, 3, 4, 5], [['removed', 1, 5]]],
    ] as const) {
      const orgId = await makeChain(5)
      await tamper(remove, [orgId, gone])
      assert.deepEqual(await faultsOf(orgId), faults)
    }
  })

  it('names a row in which any one field was changed', async () => {
    const changes: Record<string, string> = {
      actor_kind: `'stranger'`,
      actor_id: `'user_2'`,
      actor_name: 'null',
      actor_address: `'::2'`,
      request_id: `''`,
      action: `'key.create'`,
      subject: `'else'`,
      before: `'{}'`,
      after: 'null',
      at: `at - interval '1 microsecond'`,
      act_id: 'gen_random_uuid()',
      prev_hash: `repeat('1', 64)`,
    }
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'audit_log'`.execute(
      opened.db,
    )
    const known = [...Object.keys(changes), 'chain', 'seq', 'hash'].toSorted()
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), known)
    for (const [column, value] of Object.entries(changes)) {
      const orgId = await makeChain(4)
      await tamper(`update audit_log set ${column} = ${value} where chain = $1 and seq = 2`, [orgId])
      const faults = await faultsOf(orgId)
      assert.deepEqual(faults.at(-1), ['changed', 2, undefined], column)
    }
  })

  it('names a row that was changed with a hash to match, at the end too', async () => {
    for (const seq of [2, 4]) {
      const orgId = await makeChain(4)
      await tamper(
        `update audit_log a set subject = 'else',
                hash = audit_hash(row(a.act_id, a.chain, a.actor_kind, a.actor_id, a.actor_name, a.actor_address, a.request_id,
                                      a.action, 'else', a.before, a.after, a.seq, a.at, a.prev_hash, null)::audit_log)
          where chain = $1 and seq = $2`,
        [orgId, seq],
      )
      assert.deepEqual(await faultsOf(orgId), [['changed', seq, undefined]])
    }
  })

  it('names a row that was put in', async () => {
    const orgId = await makeChain(3)
    const insert = `insert into audit_log (chain, actor_kind, action, seq, at, prev_hash, hash)
      values ($1, 'person', 'key.create', $2, now(), repeat('0', 64), repeat('0', 64))`
    await tamper(insert, [orgId, 4])
    assert.deepEqual(await faultsOf(orgId), [['inserted', 4, undefined]])
    await tamper(insert, [orgId, null])
    assert.deepEqual((await faultsOf(orgId)).at(-1), ['inserted', 0, undefined])
    const other = await makeChain(3)
    await tamper('update audit_log set seq = seq + 10 where chain = $1 and seq > 1', [other])
    await tamper('update audit_log set seq = seq - 9 where chain = $1 and seq > 1', [other])
    await tamper(insert, [other, 2])
    assert.ok((await faultsOf(other)).some(([fault, seq]) => fault === 'inserted' && seq === 4))
  })

  it('names a chain that was made anew, or cut with its end, beside a tip that was noted before', async () => {
    const cut = await makeChain(4)
    const { tips } = await verifyActs(opened.db)
    await tamper('delete from audit_log where chain = $1 and seq = 4', [cut])
    await tamper(
      `update audit_chains c set seq = 3, hash = (select hash from audit_log a where a.chain = c.chain and seq = 3) where chain = $1`,
      [cut],
    )
    assert.deepEqual(await faultsOf(cut), [])
    assert.deepEqual(await faultsOf(cut, tips), [['removed', 4, 4]])
    const anew = await makeChain(2)
    const noted = (await verifyActs(opened.db)).tips
    await tamper('delete from audit_log where chain = $1', [anew])
    await tamper('delete from audit_chains where chain = $1', [anew])
    assert.deepEqual(await faultsOf(anew), [])
    assert.deepEqual(await faultsOf(anew, noted), [['removed', 1, 2]])
  })
})
