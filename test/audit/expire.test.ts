import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordAct, SERVICE } from '../../src/db/people/acts.ts'
import { expireActs } from '../../src/db/people/expire-acts.ts'
import { verifyActs } from '../../src/db/people/verify-acts.ts'
import { ownDatabase } from '../support/own-database.ts'

const opened = ownDatabase()

const act = (orgId: string, subject: number) =>
  recordAct(opened.db, SERVICE, { action: 'key.create', orgId, subject: String(subject) })

/** As if these rows had been written 40 days ago, the hashes as they would have been. */
async function age(chain: string, through: number) {
  const client = await opened.pool.connect()
  await client.query('begin; set local session_replication_role = replica')
  for (let seq = 1; seq <= through; seq++) {
    await client.query(
      `update audit_log a set at = at - interval '40 days',
              prev_hash = coalesce((select hash from audit_log b where b.chain = a.chain and b.seq = a.seq - 1), a.prev_hash)
        where chain = $1 and seq = $2`,
      [chain, seq],
    )
    await client.query('update audit_log a set hash = audit_hash(a) where chain = $1 and seq = $2', [
      chain,
      seq,
    ])
  }
  await client.query(
    `update audit_log a set prev_hash = (select hash from audit_log b where b.chain = a.chain and b.seq = a.seq - 1)
      where chain = $1 and seq = $2`,
    [chain, through + 1],
  )
  await client.query('update audit_log a set hash = audit_hash(a) where chain = $1 and seq = $2', [
    chain,
    through + 1,
  ])
  await client.query(
    `update audit_chains c set hash = (select hash from audit_log a where a.chain = c.chain and a.seq = c.seq) where chain = $1`,
    [chain],
  )
  await client.query('commit')
  client.release()
}

async function rowsOf(chain: string) {
  const { rows } = await opened.pool.query(
    'select seq, action from audit_log where chain = $1 order by seq',
    [chain],
  )
  return rows.map(({ seq, action }) => [seq, action])
}

describe('acts past their time', () => {
  it('go from the beginning of their chain, which says so and stays whole', async () => {
    for (let subject = 1; subject <= 4; subject++) await act('org_a', subject)
    await act('org_b', 1)
    await age('org_a', 3)
    assert.equal(await expireActs(opened.db, 30), 3)
    assert.deepEqual(await rowsOf('org_a'), [
      [4, 'key.create'],
      [5, 'audit.expire'],
    ])
    assert.deepEqual(await rowsOf('org_b'), [[1, 'key.create']])
    assert.deepEqual((await verifyActs(opened.db)).faults, [])
    assert.equal(await expireActs(opened.db, 30), 0)
  })

  it('are told from a beginning that somebody removed', async () => {
    await opened.pool.query('alter table audit_log disable trigger user')
    await opened.pool.query(`delete from audit_log where chain = 'org_a' and seq = 4`)
    await opened.pool.query(
      `update audit_chains set kept_from = 5, kept_after_hash = (select prev_hash from audit_log where chain = 'org_a' and seq = 5)
        where chain = 'org_a'`,
    )
    await opened.pool.query('alter table audit_log enable trigger user')
    const { faults } = await verifyActs(opened.db)
    assert.deepEqual(
      faults.map(({ fault, seq, to }) => [fault, seq, to]),
      [['removed', 1, 4]],
    )
  })
})
