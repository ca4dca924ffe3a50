import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send } from '../support/call.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'
import { onServer } from '../support/test-database.ts'
import { until } from '../support/until.ts'

describe('a database that only reads', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(() => api.stop())

  it('answers reads, 503 to what would write, is not ready, and all is well when it writes again', async () => {
    const read = () => api.call('GET', '/api/v2/org/usage', { token: tenant.key })
    const submit = () =>
      send(api.baseUrl, 'POST', '/api/v2/scan/quick', {
        token: tenant.key,
        body: { profile_url: 'https://ex.com/u' },
      })
    const ready = () => send(api.baseUrl, 'GET', '/readyz')
    assert.equal((await submit()).status, 200)
    assert.equal((await ready()).status, 200)

    await setReadOnly(api, 'on')
    await until('it only reads', async () => (await submit()).status !== 200)
    const refused = await submit()
    assert.equal(refused.status, 503, refused.text)
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    assert.equal((await read()).status, 200)
    const unready = await ready()
    assert.equal(unready.status, 503)
    assert.equal(unready.text, '{"status":"unavailable","detail":"The database only reads."}')

    await setReadOnly(api, 'off')
    await until('it writes again', async () => (await submit()).status === 200)
    assert.equal((await ready()).status, 200)
  })
})

/** For all connections, also those that there are: they are cut and come again. */
async function setReadOnly({ databaseUrl }: TestApi, value: 'on' | 'off') {
  const name = new URL(databaseUrl).pathname.slice(1)
  await onServer(String(process.env.TEST_SERVER_URL), async (client) => {
    await client.query(`alter database ${name} set default_transaction_read_only = ${value}`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  })
}
