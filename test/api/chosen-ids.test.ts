import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { setDailyLimit } from '../../src/db/organization/orgs.ts'
import { setScanConcurrency } from '../../src/db/scans/queue.ts'
import { countStored, detailOf, field, startApi, type TestApi, textField } from '../support/start-api.ts'

const TAKEN = 'This id stands for another submission'

describe('a submission under an id of the caller', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  const makeOrg = async (limit: number | null = null) => {
    const orgId = await api.makeOrg(limit)
    return { orgId, token: (await api.makeKey(orgId)).key }
  }
  type Org = Awaited<ReturnType<typeof makeOrg>>
  const putScan = ({ token }: Org, id: string, body: unknown) =>
    api.call('PUT', `/api/v2/scans/${id}`, { token, body })
  const putBatch = ({ token }: Org, id: string, body: unknown) =>
    api.call('PUT', `/api/v2/batches/${id}`, { token, body })
  const usedBy = async ({ token }: Org) =>
    field(await api.call('GET', '/api/v2/org/usage', { token }), 'used')
  const droppedBy = async ({ token }: Org) =>
    field(await api.call('GET', '/api/v2/org/settings', { token }), 'total_scans_dropped')
  const urls = (count: number) => Array.from({ length: count }, (_item, index) => `https://ex.com/${index}`)
  const SCAN = { profile_url: 'https://ex.com/u', metadata: { case: 7 } }

  it('is a scan of that id, answered as POST answers', async () => {
    const org = await makeOrg()
    const id = randomUUID()
    const answer = await putScan(org, id, { ...SCAN, scan_mode: 'quick' })
    assert.equal(answer.status, 200)
    const keys = ['scan_id', 'status', 'submitted_at', 'estimated_completion', 'scan_mode']
    assert.deepEqual(Object.keys(Object(answer.json)), keys)
    assert.equal(field(answer, 'scan_id'), id)
    const record = await api.call('GET', `/api/v2/scans/${id}`, { token: org.token })
    assert.deepEqual([field(record, 'scan_mode'), field(record, 'metadata')], ['quick', { case: 7 }])
  })

  it('is a batch of that id, answered as POST answers; deep where no mode is named', async () => {
    const org = await makeOrg()
    const id = randomUUID()
    const answer = await putBatch(org, id.toUpperCase(), { profile_urls: urls(3) })
    assert.equal(answer.status, 200)
    const { submitted_at, estimated_completion, ...rest } = Object(answer.json)
    assert.deepEqual(rest, { batch_id: id, status: 'processing', total_profiles: 3, scan_mode: 'deep' })
    const record = await api.call('GET', `/api/v2/batches/${id}`, { token: org.token })
    assert.deepEqual(field(record, 'profile_urls'), urls(3))
  })

  it('answers the same again to the same, also when it has run and the day is used up meanwhile', async () => {
    const org = await makeOrg(4)
    const [scanId, batchId] = [randomUUID(), randomUUID()]
    const scan = await putScan(org, scanId, SCAN)
    const batch = await putBatch(org, batchId, { profile_urls: urls(5), scan_mode: 'quick' })
    assert.deepEqual([field(batch, 'total_profiles'), field(batch, 'profiles_skipped')], [3, 2])
    await sql`update scans set status = 'completed' where org_id = ${org.orgId}`.execute(api.opened.db)
    await setScanConcurrency(api.opened.db, 1)
    const stored = await countStored(api)

    assert.equal((await putScan(org, scanId, SCAN)).text, scan.text)
    const again = await putBatch(org, batchId, { profile_urls: urls(5), scan_mode: 'quick' })
    assert.equal(again.text, batch.text)
    assert.deepEqual(await countStored(api), stored)
    assert.deepEqual([await usedBy(org), await droppedBy(org)], [4, 2])
  })

  it('is the same whatever the blanks, the order of names, escapes, and what is left out', async () => {
    const org = await makeOrg()
    const id = randomUUID()
    const first = await putScan(
      org,
      id,
      '{"profile_url":"https://ex.com/u","metadata":{"b":1.0,"a":{"y":12345678901234567890,"x":"é"}}}',
    )
    const again =
      '{ "scan_mode": "deep", "callback_url": null, "metadata": {"a": {"x": "\\u00e9", "y": 12345678901234567890}, "b": 1.0}, "profile_url": "https://ex.com/u" }'
    assert.equal((await putScan(org, id, again)).text, first.text)
    const other = again.replace('12345678901234567890', '12345678901234567891')
    assert.equal((await putScan(org, id, other)).status, 409)
  })

  it('refuses another body', async () => {
    const org = await makeOrg()
    const [scanId, batchId] = [randomUUID(), randomUUID()]
    await putScan(org, scanId, SCAN)
    await putBatch(org, batchId, { profile_urls: urls(2) })
    const stored = await countStored(api)
    for (const change of [
      { profile_url: 'https://ex.com/v' },
      { scan_mode: 'quick' },
      { metadata: {} },
      { callback_url: 'https://hooks.example.com/in' },
    ]) {
      const answer = await putScan(org, scanId, { ...SCAN, ...change })
      assert.deepEqual([answer.status, detailOf(answer)], [409, TAKEN])
    }
    for (const profile_urls of [urls(3), urls(2).reverse(), urls(1)]) {
      const answer = await putBatch(org, batchId, { profile_urls })
      assert.deepEqual([answer.status, detailOf(answer)], [409, TAKEN])
    }
    assert.deepEqual(await countStored(api), stored)
  })

  it('refuses the id of a scan that was submitted without one', async () => {
    const org = await makeOrg()
    const posted = await api.call('POST', '/api/v2/scan/deep', { token: org.token, body: SCAN })
    assert.equal((await putScan(org, textField(posted, 'scan_id'), SCAN)).status, 409)
  })

  it('is done once when the same comes twenty times at once', async () => {
    const org = await makeOrg(30)
    const [scanId, batchId] = [randomUUID(), randomUUID()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => [
        putScan(org, scanId, SCAN),
        putBatch(org, batchId, { profile_urls: urls(20) }),
      ]).flat(),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 2)
    assert.equal(await usedBy(org), 21)
    assert.equal(await droppedBy(org), 0)
  })

  it('is answered as the first time when it comes at once and its first uses up the day', async () => {
    for (const send of [
      (org: Org, id: string) => putScan(org, id, SCAN),
      (org: Org, id: string) => putBatch(org, id, { profile_urls: urls(3) }),
    ]) {
      const [org, id] = [await makeOrg(1), randomUUID()]
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(org, id)))
      assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
      assert.equal(answers[0]?.status, 200)
      const skipped = Object(answers[0]?.json).profiles_skipped ?? 0
      assert.deepEqual([await usedBy(org), await droppedBy(org)], [1, skipped])
    }
  })

  it('that the daily limit refuses leaves the id free', async () => {
    const org = await makeOrg(0)
    const id = randomUUID()
    assert.equal((await putScan(org, id, SCAN)).status, 429)
    assert.equal((await putBatch(org, id, { profile_urls: urls(2) })).status, 429)
    await setDailyLimit(api.opened.db, org.orgId, 5)
    assert.equal((await putScan(org, id, { ...SCAN, metadata: {} })).status, 200)
    assert.equal((await putBatch(org, id, { profile_urls: urls(2) })).status, 200)
  })

  it('needs a UUID, in the words of pydantic, beside what is wrong with the body', async () => {
    const org = await makeOrg()
    const faults = [
      ['not-a-uuid', 'invalid character: found `n` at 1'],
      ['abc', 'invalid length: expected length 32 for simple format, found 3'],
      ['00000000-0000-4000-8000', 'invalid group count: expected 5, found 4'],
      ['0000000-0000-4000-8000-000000000000', 'invalid group length in group 0: expected 8, found 7'],
      ['00000000-0000-4000-8000-0000000000000', 'invalid group length in group 4: expected 12, found 13'],
      ['urn:uuid:xx', 'invalid character: found `x` at 10'],
      ['00000000000040008000000000000000', 'expected a version from 1 to 8 (RFC 9562), written with hyphens'],
    ]
    for (const [id = '', error] of faults) {
      const answer = await putScan(org, id, SCAN)
      assert.equal(answer.status, 422)
      assert.deepEqual(detailOf(answer), [
        {
          type: 'uuid_parsing',
          loc: ['path', 'scan_id'],
          msg: `Input should be a valid UUID, ${error}`,
          input: id,
          ctx: { error },
        },
      ])
    }
    const both = detailOf(await putBatch(org, 'x', { profile_urls: ['nonsense'], scan_mode: 'fast' }))
    assert.ok(Array.isArray(both))
    assert.deepEqual(
      both.map(({ loc }) => loc),
      [
        ['path', 'batch_id'],
        ['body', 'profile_urls', 0],
        ['body', 'scan_mode'],
      ],
    )
  })

  it('is refused in the order of all refusals: credential, body, then the id', async () => {
    const org = await makeOrg()
    const id = randomUUID()
    await putScan(org, id, SCAN)
    assert.equal((await api.call('PUT', `/api/v2/scans/${id}`, { body: 'x' })).status, 401)
    assert.equal((await putScan(org, id, { profile_url: 'nonsense' })).status, 422)
    const callback = await putScan(org, id, { ...SCAN, callback_url: 'https://10.0.0.1/' })
    assert.equal(callback.status, 422)
  })
})
