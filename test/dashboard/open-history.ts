import { type SeededScan, seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import type { Window } from './open-dashboard.ts'
import type { DashboardOfTests } from './with-dashboard.ts'

/** With `clock` the time of the page is the test's; it has to be there before the page sets its first timer. */
export async function openHistory(
  dashboard: DashboardOfTests,
  tenant: Tenant,
  query = '',
  clock = false,
): Promise<Window> {
  const path = `/o/${tenant.orgId}/history${query}`
  const window = await dashboard.open(tenant.adminPerson, clock ? '/icon.svg' : path)
  if (clock) {
    await window.clock.install()
    await window.page.goto(path)
  }
  await window.page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
  return window
}

/** An organization of its own, with these scans. */
export async function tenantWith(dashboard: DashboardOfTests, scans: Partial<SeededScan>[]) {
  const tenant = await dashboard.api.makeTenant()
  const rows = await seedScans(dashboard.api.opened.db, tenant.orgId, scans)
  return { tenant, rows }
}
