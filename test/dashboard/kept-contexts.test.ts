import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

describe('a window of these tests', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  before(async () => {
    tenant = await dashboard.api.makeTenant()
  })

  it('finds nothing of the one that was closed before it, nor of one that is open', async () => {
    const closed = await dashboard.open(tenant.adminPerson, '/icon.svg')
    await closed.page.evaluate(() => localStorage.setItem('left', 'behind'))
    await closed.close()
    const open = await dashboard.open(tenant.memberPerson, '/icon.svg')
    await open.page.evaluate(() => localStorage.setItem('still', 'here'))
    const window = await dashboard.open(null, '/icon.svg')
    assert.equal(await open.page.evaluate(() => localStorage.getItem('left')), null)
    assert.equal(await window.page.evaluate(() => localStorage.length), 0)
    assert.deepEqual(await window.context.cookies(), [])
    await open.close()
    await window.close()
  })

  it('has the time as it is, where the one before it had its own', async () => {
    const before = await dashboard.open(null, '/icon.svg')
    await before.clock.setFixedTime(0)
    assert.equal(await before.page.evaluate(() => Date.now()), 0)
    await before.close()
    const window = await dashboard.open(null, '/icon.svg')
    assert.ok((await window.page.evaluate(() => Date.now())) > 1e12)
    await window.close()
  })
})
