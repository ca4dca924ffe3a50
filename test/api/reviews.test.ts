import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { BadRequest, Conflict, Forbidden, NotFound, Toscan, ValidationFailed } from '../../sdk/client.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const CODE = 'escort_directory_link'

describe('reviews', () => {
  let api: TestApi
  let tenant: Tenant
  let admin: Toscan
  let member: Toscan
  let key: Toscan
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
    admin = clientOf(tenant.admin)
    member = clientOf(tenant.member)
    key = clientOf(tenant.key)
  })
  after(() => api.stop())

  const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })
  const scanOf = async ({ orgId } = tenant, scan: Parameters<typeof seedScans>[2][number] = {}) => {
    const [seeded] = await seedScans(api.opened.db, orgId, [scan])
    return seeded?.scan_id ?? ''
  }

  it('are empty until somebody reviews', async () => {
    const scanId = await scanOf()
    assert.deepEqual(await member.reviews.get(scanId), {
      scan_id: scanId,
      version: 0,
      decision: null,
      findings: [],
      claim: null,
    })
    assert.deepEqual(await member.reviews.log(scanId), { entries: [] })
  })

  it('keep a decision with reason, note, person and time, and a verdict for each finding', async () => {
    const scanId = await scanOf()
    const review = await member.reviews.update(scanId, {
      version: 0,
      decision: { decision: 'escalated', reason: 'Off-platform payment', note: ' Seen twice.\n' },
      findings: { [CODE]: 'accepted' },
    })
    assert.equal(review.version, 1)
    const by = { user_id: tenant.memberPerson.userId, email: tenant.memberPerson.email }
    assert.deepEqual(review.decision, {
      decision: 'escalated',
      reason: 'Off-platform payment',
      note: 'Seen twice.',
      by,
      at: review.decision?.at,
    })
    assert.deepEqual(review.findings, [{ code: CODE, verdict: 'accepted', by, at: review.findings[0]?.at }])
    assert.deepEqual(await admin.reviews.get(scanId), review)
  })

  it('log who changed what, in order, and nothing where nothing changed', async () => {
    const scanId = await scanOf()
    await member.reviews.update(scanId, {
      decision: { decision: 'cleared' },
      findings: { [CODE]: 'accepted' },
    })
    const same = await admin.reviews.update(scanId, {
      decision: { decision: 'cleared' },
      findings: { [CODE]: 'accepted' },
    })
    assert.equal(same.version, 1)
    await admin.reviews.update(scanId, { findings: { [CODE]: 'rejected' } })
    await admin.reviews.update(scanId, { decision: null, findings: { [CODE]: null } })
    const { entries } = await member.reviews.log(scanId)
    assert.deepEqual(
      entries.map(({ what, code, from, to, by }) => [what, code, from, to, by.email]),
      [
        ['decision', null, null, 'cleared', tenant.memberPerson.email],
        ['finding', CODE, null, 'accepted', tenant.memberPerson.email],
        ['finding', CODE, 'accepted', 'rejected', tenant.adminPerson.email],
        ['decision', null, 'cleared', null, tenant.adminPerson.email],
        ['finding', CODE, 'rejected', null, tenant.adminPerson.email],
      ],
    )
    const review = await member.reviews.get(scanId)
    assert.deepEqual([review.version, review.decision, review.findings], [3, null, []])
  })

  it('do not overwrite what somebody else decided meanwhile', async () => {
    const scanId = await scanOf()
    const decide = (client: Toscan, decision: 'cleared' | 'escalated') =>
      client.reviews.update(scanId, { version: 0, decision: { decision } })
    const results = await Promise.allSettled([decide(admin, 'cleared'), decide(member, 'escalated')])
    const refused = results.filter((result) => result.status === 'rejected')
    assert.equal(refused.length, 1)
    assert.ok(refused[0]?.reason instanceof Conflict)
    assert.equal((await admin.reviews.log(scanId)).entries.length, 1)
  })

  it('take from the same person what they sent already: its answer was lost, and nobody else decided', async () => {
    const scanId = await scanOf()
    const change = {
      version: 0,
      decision: { decision: 'escalated', reason: 'the words of it' },
      findings: { [CODE]: 'accepted' },
    } as const
    const first = await member.reviews.update(scanId, change)
    assert.deepEqual(await member.reviews.update(scanId, change), first)
    // Another decision than what stands there, and the same one of another person, are no repetition.
    for (const [client, decision] of [
      [member, { decision: 'cleared', reason: 'the words of it' }],
      [admin, change.decision],
    ] as const)
      await assert.rejects(client.reviews.update(scanId, { ...change, decision }), Conflict)
    await assert.rejects(
      member.reviews.update(scanId, { ...change, findings: { [CODE]: 'rejected' } }),
      Conflict,
    )
    assert.equal((await admin.reviews.log(scanId)).entries.length, 2)

    const queued = await scanOf()
    const decided = () =>
      api.call('POST', `/api/v2/org/review-queue/${queued}/decide`, {
        token: tenant.member,
        body: { version: 0, decision: { decision: 'cleared' } },
      })
    const [once, again] = [await decided(), await decided()]
    assert.deepEqual([once.status, again.status], [200, 200], again.text)
    assert.equal((await admin.reviews.log(queued)).entries.length, 1)
  })

  it('change no byte of the record of the scan, for whoever reads it', async () => {
    const scanId = await scanOf()
    const read = async () => (await api.call('GET', `/api/v2/scans/${scanId}`, { token: tenant.key })).text
    const untouched = await read()
    await member.reviews.update(scanId, {
      decision: { decision: 'false_alarm' },
      findings: { [CODE]: 'rejected' },
    })
    assert.equal(await read(), untouched)
  })

  it('refuse findings that the report does not have, naming each', async () => {
    const scanId = await scanOf()
    const refused = await member.reviews
      .update(scanId, { findings: { [CODE]: 'accepted', no_such_code: 'accepted', other: null } })
      .catch((error) => error)
    assert.ok(refused instanceof ValidationFailed)
    assert.deepEqual(
      refused.errors.map(({ loc }) => loc),
      [
        ['body', 'findings', 'no_such_code'],
        ['body', 'findings', 'other'],
      ],
    )
    assert.equal((await member.reviews.get(scanId)).version, 0)
  })

  it('refuse a body that says nothing, unknown words and words that are too long', async () => {
    const path = `/api/v2/scans/${await scanOf()}/review`
    const put = (body: unknown) => api.call('PUT', path, { token: tenant.member, body })
    assert.equal((await put({})).status, 400)
    for (const [body, loc] of [
      [{ decision: { decision: 'maybe' } }, ['body', 'decision', 'decision']],
      [{ decision: {} }, ['body', 'decision', 'decision']],
      [{ decision: 'cleared' }, ['body', 'decision']],
      [{ decision: { decision: 'cleared', reason: 'x'.repeat(201) } }, ['body', 'decision', 'reason']],
      [{ decision: { decision: 'cleared', note: 7 } }, ['body', 'decision', 'note']],
      [{ findings: { [CODE]: 'perhaps' } }, ['body', 'findings', CODE]],
      [{ findings: [] }, ['body', 'findings']],
      [{ findings: {}, version: -1 }, ['body', 'version']],
    ] as const) {
      const answer = await put(body)
      assert.equal(answer.status, 422, answer.text)
      assert.deepEqual(Object(answer.json).detail[0].loc, loc)
    }
    await assert.rejects(member.reviews.update(await scanOf(), {}), BadRequest)
  })

  it('wait for the end of the scan', async () => {
    for (const status of ['processing', 'failed'] as const) {
      const scanId = await scanOf(tenant, { status })
      await assert.rejects(
        member.reviews.update(scanId, { decision: { decision: 'cleared' } }),
        (error) => error instanceof Conflict && error.message === 'Only completed scans can be reviewed',
      )
    }
  })

  it('are not there for other organizations, nor for keys', async () => {
    const scanId = await scanOf()
    const stranger = clientOf((await api.makeTenant()).admin)
    for (const [client, refusal] of [
      [stranger, NotFound],
      [key, Forbidden],
    ] as const) {
      await assert.rejects(client.reviews.get(scanId), refusal)
      await assert.rejects(client.reviews.log(scanId), refusal)
      await assert.rejects(client.reviews.update(scanId, { decision: { decision: 'cleared' } }), refusal)
    }
    await assert.rejects(key.reviews.precision(), Forbidden)
  })

  it('keep their history when the person is gone', async () => {
    const scanId = await scanOf()
    const person = await api.makeUser(tenant.orgId, 'member')
    const leaver = clientOf(await api.makeSession(person, tenant.orgId))
    await leaver.reviews.update(scanId, { decision: { decision: 'cleared' } })
    await sql`delete from auth_user where id = ${person.userId}`.execute(api.opened.db)
    assert.deepEqual((await admin.reviews.get(scanId)).decision?.by, { user_id: null, email: person.email })
  })

  it('tell for each code how often people agreed, and how sure that is', async () => {
    const own = await api.makeTenant()
    const reviewer = clientOf(own.member)
    assert.deepEqual(await reviewer.reviews.precision(), { codes: [] })
    for (let index = 0; index < 10; index++) {
      const verdict = index < 8 ? 'accepted' : 'rejected'
      await reviewer.reviews.update(await scanOf(own), { findings: { [CODE]: verdict } })
    }
    const { codes } = await reviewer.reviews.precision()
    const [code] = codes
    assert.ok(code && codes.length === 1)
    assert.deepEqual([code.code, code.accepted, code.rejected, code.precision], [CODE, 8, 2, 0.8])
    assert.deepEqual([code.low.toFixed(3), code.high.toFixed(3)], ['0.490', '0.943'])
  })
})
