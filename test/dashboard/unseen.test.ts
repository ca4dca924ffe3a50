import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openHistory, tenantWith } from './open-history.ts'
import { withDashboard } from './with-dashboard.ts'

describe('a profile that nobody could see', () => {
  const dashboard = withDashboard()

  const today = () => new Date().toISOString()
  const states = {
    read: 'No flags',
    front_only: 'Front only',
    gone: 'Gone',
    suspended: 'Suspended',
    unread: 'Not read',
  } as const

  it('is shown as that in the list, and as nothing that is clean', async () => {
    const { tenant } = await tenantWith(
      dashboard,
      Object.keys(states).map((state) => ({
        profile_state: state as keyof typeof states,
        profile_url: `https://example.com/${state}`,
        recommendation: state === 'unread' ? ('review_low' as const) : ('no_flags' as const),
      })),
    )
    const window = await openHistory(dashboard, tenant)
    for (const [state, word] of Object.entries(states)) {
      const row = window.page.getByRole('row').filter({ hasText: `/${state}` })
      const cell = row.getByText(new RegExp(`^.${word}$`))
      await cell.waitFor()
      const look = await cell.getAttribute('class')
      assert.equal(look?.includes('clear'), state === 'read', `${state}: ${look}`)
    }
    await window.assertSound()
    await window.close()
  })

  it('keeps a verdict that calls for review', async () => {
    const { tenant } = await tenantWith(dashboard, [
      { profile_state: 'gone', recommendation: 'review_high', risk_score: 90 },
    ])
    const window = await openHistory(dashboard, tenant)
    await window.page
      .getByRole('row')
      .getByText(/▲High$/)
      .waitFor()
    await window.close()
  })

  it('is a part of its own in the chart of days', async () => {
    const { tenant } = await tenantWith(dashboard, [
      { created_at: today(), profile_state: 'gone' },
      { created_at: today(), is_banned: true },
      { created_at: today(), profile_state: 'read' },
    ])
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}`)
    await window.page.getByRole('button', { name: 'Show as table' }).click()
    const table = window.page.getByRole('table', { name: 'Scans per day' })
    await table.waitFor()
    const headers = await table.getByRole('columnheader').allTextContents()
    const cells = await table.getByRole('row').nth(1).getByRole('cell').allTextContents()
    const of = (word: string) => cells[headers.indexOf(word) - 1]
    assert.deepEqual([of('No flags'), of('Gone or not read')], ['1', '2'])
    await window.assertSound()
    await window.close()
  })

  it('has no green band above its report', async () => {
    const { tenant, rows } = await tenantWith(dashboard, [{ is_banned: true, profile_state: 'gone' }])
    const scanId = rows[0]?.scan_id ?? ''
    await sql`
      update scans set report = jsonb_set(report::jsonb, '{evidence_index,0,outcome}', '"gone"')::json
       where scan_id = ${scanId}::uuid`.execute(dashboard.api.opened.db)
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/scans/${scanId}`)
    const band = window.page.getByRole('region', { name: 'Verdict' })
    await band.getByText(/^◇Gone$/).waitFor()
    assert.equal(await band.getByText('No flags').count(), 0)
    assert.equal(await band.locator('[class*=clear]').count(), 0)
    await window.assertSound()
    await window.close()
  })
})
