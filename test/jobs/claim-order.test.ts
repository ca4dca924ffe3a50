import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, it } from 'node:test'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import { addNaiveClaim } from '../support/naive-claim.ts'
import { ownDatabase } from '../support/own-database.ts'
import { flowsWithoutHead, queueChanges } from '../support/queue-changes.ts'
import { seeded } from '../support/seeded.ts'

/** A few steps; `TOSCAN_CASES` asks for more, `TOSCAN_SEED` for others. */
const STEPS = Number(process.env.TOSCAN_CASES ?? 200)
const SEED = Number(process.env.TOSCAN_SEED ?? 1)
const ORGS = 12

// One connection: a transaction that is taken back goes over the same one as all else.
const opened = ownDatabase({ max: 1 })
before(async () => {
  await addNaiveClaim(opened.pool)
})

it('a claim takes those whose turn it is among all flows, whatever became of scans that waited', async () => {
  const { db, pool } = opened
  const random = seeded(SEED)
  const secretKey = randomBytes(32).toString('hex')
  const orgs: string[] = []
  for (let org = 0; org < ORGS; org++)
    orgs.push(await makeOrg(db, { name: `Org ${org}`, dailyLimit: null, secretKey }))
  const changes = queueChanges(opened, orgs, random)
  const kinds = Object.values(changes)
  let claimed = 0
  for (let step = 0; step < STEPS; step++) {
    await kinds[Math.floor(random() * kinds.length)]?.('worker')
    await claimAsNaively(1 + Math.floor(random() * 9), step)
  }
  assert.ok(claimed > STEPS / 2, `${claimed} scans claimed in ${STEPS} steps`)

  await pool.query('update deployment set scan_concurrency = 100000')
  await claimAsNaively(100_000, STEPS)
  await claimAsNaively(100_000, STEPS)
  const { rows } = await pool.query('select org_id, scan_mode from flow_heads')
  assert.deepEqual(rows, [], 'nothing waits, and no head is left')

  async function claimAsNaively(free: number, step: number) {
    const say = `seed ${SEED}, step ${step}`
    assert.deepEqual(await flowsWithoutHead(opened), [], say)
    await pool.query('begin')
    const naive = await claim('claim_scans_naive', free)
    await pool.query('rollback')
    const ours = await claim('claim_scans', free)
    assert.deepEqual(ours, naive, say)
    // They hold until `lapse` comes.
    await pool.query(`update scans set lease_until = 'infinity' where scan_id = any($1)`, [ours])
    claimed += ours.length
  }

  async function claim(name: string, free: number): Promise<string[]> {
    const { rows } = await pool.query<{ scan_id: string }>(
      `select scan_id from ${name}('worker', $1, '1 ms') order by 1`,
      [free],
    )
    return rows.map((row) => row.scan_id)
  }
})
