import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Forbidden, Toscan, ValidationFailed } from '../../sdk/client.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

describe('the policy of an organization, through the SDK', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(() => api.stop())

  it('is changed by an admin and read by every key', async () => {
    const admin = new Toscan({ baseUrl: api.baseUrl, token: () => tenant.admin })
    const key = new Toscan({ baseUrl: api.baseUrl, apiKey: tenant.key })
    const changed = await admin.org.updatePolicy({ codes: { drug_promotion: 'low' } })
    assert.deepEqual(changed.codes, { drug_promotion: 'low' })
    assert.deepEqual(await key.org.policy(), changed)
    await assert.rejects(key.org.updatePolicy({ codes: {} }), Forbidden)
    await assert.rejects(admin.org.updatePolicy({ codes: { no_such_code: 'off' } }), ValidationFailed)
  })
})
