import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { recordSilence } from '../../src/db/webhooks/webhook-hosts.ts'
import { startApi, type TestApi } from '../support/start-api.ts'
import { until } from '../support/until.ts'

const URL = 'https://93.184.216.34/hook'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

describe('the health of a callback address', () => {
  const fail = (orgId: string, reason: string | null = null) =>
    sql`select mark_endpoint_failing(${orgId}, ${URL}, ${reason})`.execute(api.opened.db)
  const isDisabled = async (orgId: string) => {
    const { rows } = await sql`
      select from webhook_endpoints where org_id = ${orgId} and disabled_at is not null`.execute(
      api.opened.db,
    )
    return rows.length > 0
  }
  const sinceSixDays = (orgId: string) =>
    sql`update webhook_endpoints set failing_since = clock_timestamp() - interval '6 days' where org_id = ${orgId}`.execute(
      api.opened.db,
    )

  it('is lost after five days in which every attempt failed, three at least', async () => {
    const { orgId } = await api.makeTenant()
    await fail(orgId)
    await sinceSixDays(orgId)
    await fail(orgId)
    assert.equal(await isDisabled(orgId), false)
    await fail(orgId)
    assert.equal(await isDisabled(orgId), true)
  })

  it('outlasts many failures on one day', async () => {
    const { orgId } = await api.makeTenant()
    for (let attempt = 0; attempt < 6; attempt++) await fail(orgId)
    assert.equal(await isDisabled(orgId), false)
  })

  it('comes back when an admin sets the address again', async () => {
    const { orgId, admin } = await api.makeTenant()
    await fail(orgId, 'gone')
    assert.equal(await isDisabled(orgId), true)
    const answer = await api.call('PATCH', '/api/v2/org/settings', {
      token: admin,
      body: { default_callback_url: URL },
    })
    assert.equal(answer.status, 200)
    assert.equal(await isDisabled(orgId), false)
  })
})

it('counts hosts that are held back because they are silent, and no others', async () => {
  const silence = (host: string) =>
    recordSilence(api.opened.db, { hostKey: host, host, error: 'timeout', firstHoldSeconds: 5 })
  await silence('once.example')
  for (let times = 0; times < 3; times++) await silence('silent.example')
  await until('the metric tells', async () =>
    /^toscan_webhook_silent_hosts 1$/m.test((await api.call('GET', '/metrics')).text),
  )
})
