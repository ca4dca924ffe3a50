import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import type { Tenant } from '../support/start-api.ts'
import type { Window } from './open-dashboard.ts'
import { seedReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

/** What is left of a page in points of CSS, its margins of 1 cm taken off. */
const PAPER = {
  'A4 portrait': { format: 'A4', landscape: false, width: 718 },
  'A4 landscape': { format: 'A4', landscape: true, width: 1047 },
  'Letter portrait': { format: 'Letter', landscape: false, width: 740 },
  'Letter landscape': { format: 'Letter', landscape: true, width: 980 },
}

describe('what is written about a case', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  let scanId: string
  let path: string
  before(async () => {
    tenant = await dashboard.api.makeTenant()
    scanId = (await seedReport(dashboard.api, tenant.orgId, dashboard.folder)).scan_id
    path = `/o/${tenant.orgId}/scans/${scanId}`
  })

  const decide = () =>
    dashboard.clientOf(tenant.member).reviews.update(scanId, {
      decision: { decision: 'escalated', reason: 'Offers meetings' },
    })

  it('is no statement while nobody has decided', async () => {
    const window = await dashboard.open(tenant.memberPerson, `${path}/statement`)
    await window.page.getByText('Nobody has decided yet').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('is a statement that a person completes in the language of the creator, and keeps while looking elsewhere', async () => {
    await decide()
    const window = await dashboard.open(tenant.memberPerson, path)
    const { page } = window
    await page.getByRole('link', { name: 'Statement of reasons' }).click()
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.waitFor()
    assert.match(await text.inputValue(), /^Statement of reasons\n\nDecision\nOn /)
    await page.getByText('Still to be filled in: 7').waitFor()
    await window.assertSound()
    await page.getByRole('button', { name: /Language/ }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await page.waitForURL('**/statement?language=de')
    await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('Begründung'))
    await text.fill((await text.inputValue()).replace('[Maßnahme]', 'Sperrung'))
    await page.getByText('Still to be filled in: 6').waitFor()
    await page.getByRole('link', { name: 'The report' }).click()
    await page.getByRole('link', { name: 'Statement of reasons' }).click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('Statement'))
    await page.goBack()
    await page.goBack()
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('Sperrung'))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as text' }).click(),
    ])
    assert.match(await readFile(await file.path(), 'utf8'), /Maßnahme: Sperrung\./)
    await page.emulateMedia({ media: 'print' })
    const printed = await page.locator('main').innerText()
    assert.match(printed, /^\s*Begründung der Entscheidung/)
    assert.doesNotMatch(printed, /Deutsch|nothing is sent/)
    await window.close()
  })

  it('is a file with all parts of the report, whose screenshots are shown by choice', async () => {
    await decide()
    const window = await dashboard.open(tenant.memberPerson, path)
    const { page } = window
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Case file' }).click()
    await page.waitForURL('**/case-file')
    for (const part of ['Evidence (5)', 'Link chain', 'Coverage', 'Details', 'Decision'])
      await page.getByRole('region', { name: part, exact: true }).first().waitFor()
    await page.getByText('Offers meetings').first().waitFor()
    await page.getByRole('img', { name: 'Blurred screenshot of instagram.com' }).waitFor()
    await window.assertSound()
    await page.emulateMedia({ media: 'print' })
    await page.getByText('Stored, and not shown in print.').waitFor()
    assert.ok(await page.getByRole('img', { name: /screenshot/ }).isHidden())
    await page.emulateMedia({ media: 'screen' })
    await page.getByText('Screenshots, unblurred').click()
    await page.getByText('Raw JSON').click()
    await page.getByRole('region', { name: 'Raw JSON' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('img', { name: 'Screenshot of instagram.com' }).waitFor()
    await assertPrints(window)
    await window.close()
  })

  it('is a report that fills the paper, whichever way it lies', async () => {
    await decide()
    const window = await dashboard.open(tenant.memberPerson, path)
    await window.page.getByRole('link', { name: 'Statement of reasons' }).waitFor()
    await window.page.emulateMedia({ media: 'print' })
    assert.ok(await window.page.getByRole('button', { name: 'Save decision' }).isHidden())
    await assertPrints(window)
    await window.close()
  })

  /** Laid out as wide as the paper, nothing is beside it, and the text has its whole width. */
  async function assertPrints({ page }: Window) {
    for (const [name, { format, landscape, width }] of Object.entries(PAPER)) {
      await page.setViewportSize({ width, height: 1000 })
      const seen = await page.evaluate(() => ({
        text: document.querySelector('main')?.getBoundingClientRect().width ?? 0,
        all: document.documentElement.scrollWidth,
        narrowest: Math.min(
          ...[...document.querySelectorAll('main section')]
            .filter((section) => section.parentElement?.closest('section, header') === null)
            .map((section) => section.getBoundingClientRect().width),
        ),
        beside: [...document.querySelectorAll('main *')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => `${element.tagName}.${element.className}`)
          .slice(0, 3),
      }))
      assert.deepEqual(seen.beside, [], name)
      assert.ok(seen.all <= width, `${name}: ${seen.all}`)
      assert.ok(seen.text >= width - 2, `${name}: the text has ${seen.text} of ${width} px`)
      assert.ok(seen.narrowest >= width * 0.9, `${name}: a part has ${seen.narrowest} of ${width} px`)
      const margin = { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' }
      const pdf = await page.pdf({ format, landscape, margin })
      assert.ok(pdf.length > 10_000, name)
    }
  }
})
