import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Actor, recordPersonalAct } from '../../src/db/people/acts.ts'
import { writeActsLeft } from '../../src/db/people/acts-left.ts'
import { verifyActs } from '../../src/db/people/verify-acts.ts'
import { ownDatabase } from '../support/own-database.ts'

const opened = ownDatabase()

const PERSON: Actor = {
  kind: 'person',
  id: 'user_many',
  name: 'many@example.org',
  address: '::1',
  requestId: 'r1',
}
const ORGANIZATIONS = 1_200

before(async () => {
  await sql`insert into auth_user (id, name, email, "emailVerified") values ('user_many', 'Many', 'many@example.org', true),
            ('user_none', 'None', 'none@example.org', true)`.execute(opened.db)
  await sql`insert into auth_organization (id, name, slug, "createdAt")
            select 'org_' || n, 'Org ' || n, 'org-' || n, now() from generate_series(1, ${ORGANIZATIONS}) n`.execute(
    opened.db,
  )
  await sql`insert into auth_member (id, "organizationId", "userId", role, "createdAt")
            select 'mem_' || n, 'org_' || n, 'user_many', 'member', now() from generate_series(1, ${ORGANIZATIONS}) n`.execute(
    opened.db,
  )
})

const record = (userId: string | null, action: 'sign_in' | 'sign_in.failed' = 'sign_in') =>
  opened.db
    .transaction()
    .execute((tx) => recordPersonalAct(tx, PERSON, { action, userId, after: { way: 'password' } }))

async function written(action: string, subject: string | null) {
  const { rows } = await sql<{ acts: number; chains: number }>`
    select count(*) as acts, count(distinct chain) as chains from audit_log
     where action = ${action} and subject is not distinct from ${subject} and hash is not null`.execute(
    opened.db,
  )
  return rows[0]
}

describe('what a person of very many organizations does', () => {
  it('is written with some at once and soon after with each of the others, once', async () => {
    await record('user_many')
    const first = await written('sign_in', 'user_many')
    assert.ok(
      first && first.acts >= 100 && first.acts <= 1000,
      `${first?.acts} rows before they are signed in`,
    )
    await Promise.all([writeActsLeft(opened.db), writeActsLeft(opened.db)])
    assert.deepEqual(await written('sign_in', 'user_many'), { acts: ORGANIZATIONS, chains: ORGANIZATIONS })
    assert.equal(await writeActsLeft(opened.db), 0)
    const { faults } = await verifyActs(opened.db)
    assert.deepEqual(faults, [])
  })

  it('stands later with organizations that they left meanwhile, and says when it was', async () => {
    await record('user_many', 'sign_in.failed')
    const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(opened.db)
    const { rows: left } = await sql<{ org_id: string }>`
      delete from auth_member m where "userId" = 'user_many' and not exists (
        select from audit_log a where a.chain = m."organizationId" and a.action = 'sign_in.failed')
      returning "organizationId" as org_id`.execute(opened.db)
    assert.ok(left.length > 0)
    await writeActsLeft(opened.db)
    assert.deepEqual(await written('sign_in.failed', 'user_many'), {
      acts: ORGANIZATIONS,
      chains: ORGANIZATIONS,
    })
    const { rows: late } = await sql<{ after: string; actor_name: string; request_id: string }>`
      select after, actor_name, request_id from audit_log
       where action = 'sign_in.failed' and chain = ${left[0]?.org_id}`.execute(opened.db)
    const { happened_at, ...facts } = JSON.parse(late[0]?.after ?? '{}')
    assert.deepEqual(facts, { way: 'password' })
    assert.match(happened_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
    assert.ok(happened_at < (rows[0]?.now ?? ''))
    assert.deepEqual([late[0]?.actor_name, late[0]?.request_id], ['many@example.org', 'r1'])
  })

  it('stands with the installation where somebody belongs to none, or nobody is known', async () => {
    await record('user_none')
    await record(null)
    const { rows } = await sql<{ subject: string | null }>`
      select subject from audit_log where chain = 'instance' order by seq`.execute(opened.db)
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      ['user_none', null],
    )
  })
})
