import { type SeededScan, seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { until } from '../support/until.ts'
import type { WindowPage } from './open-dashboard.ts'
import { sampleReport } from './seed-report.ts'
import type { DashboardOfTests } from './with-dashboard.ts'

/** An organization of its own with so many cases in its queue, `creator-0` before all others. */
export async function tenantWithCases(
  dashboard: DashboardOfTests,
  count: number,
  scan: Partial<SeededScan> = {},
) {
  const tenant = await dashboard.api.makeTenant()
  const scans = Array.from({ length: count }, (_, index) => ({
    profile_url: `https://platform.example/u/creator-${index}`,
    recommendation: 'review_high' as const,
    risk_score: 99 - index,
    report: sampleReport(),
    ...scan,
  }))
  const seeded = await seedScans(dashboard.api.opened.db, tenant.orgId, scans)
  return { tenant, seeded, toscan: dashboard.clientOf(tenant.admin) }
}

export const reviewPath = ({ orgId }: Tenant, search = '') => `/o/${orgId}/review${search}`

/** The case in hand, once keys decide on it. */
export async function caseIn({ page }: { page: WindowPage }): Promise<string> {
  const heading = page.getByRole('heading', { level: 2, name: /^creator-\d+$/ })
  await heading.waitFor()
  // Keys that are pressed before the decision is there are pressed on the page.
  await page.getByRole('button', { name: /^Skip/ }).waitFor()
  return (await heading.textContent()) ?? ''
}

/** Once the page has gone on from this case, and its report is there. */
export function nextAfter({ page }: { page: WindowPage }, name: string): Promise<string> {
  return until(`another case than ${name}`, async () => {
    const found = await page.getByRole('heading', { level: 2, name: /^creator-\d+$/ }).allTextContents()
    return found[0] !== undefined && found[0] !== name && found[0]
  })
}

/** Chooses to escalate and writes a note, by keys, and leaves it at that. */
export async function writeNote({ keyboard }: WindowPage, note: string) {
  await keyboard.press('2')
  await keyboard.press('n')
  await keyboard.type(note)
}
