import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import type { WindowPage } from './open-dashboard.ts'
import { sampleReport, seedReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

const SIZES = [
  [320, 780],
  [390, 780],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const

describe('a report at a glance', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  let path: string
  before(async () => {
    tenant = await dashboard.api.makeTenant()
    path = `/o/${tenant.orgId}/scans/${(await seedReport(dashboard.api, tenant.orgId, dashboard.folder)).scan_id}`
  })

  async function open(at = path) {
    const window = await dashboard.open(tenant.adminPerson, at)
    await window.page.getByRole('region', { name: 'Verdict' }).waitFor()
    // What comes later moves what is measured.
    await window.settled()
    return window
  }
  const seedOne = async (scan: Parameters<typeof seedScans>[2][number]) => {
    const [seeded] = await seedScans(dashboard.api.opened.db, tenant.orgId, [scan])
    return `/o/${tenant.orgId}/scans/${seeded?.scan_id}`
  }
  const profileOf = (page: WindowPage) => page.getByRole('region', { name: 'Profile as it was read' })
  const decisionOf = (page: WindowPage) => page.getByRole('region', { name: 'Decision' })

  it('shows who it is, then what the scan says, and takes a decision without scrolling, at every width', async () => {
    const window = await open()
    const { page } = window
    await page.getByRole('radio', { name: /^Clear/ }).waitFor()
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      const profile = await boxOf(profileOf(page))
      const verdict = await boxOf(page.getByText('Review: high').first())
      assert.ok(profile.y < verdict.y, `${width}: who it is comes first`)
      assert.ok(verdict.y + verdict.height <= height, `${width}: the verdict at ${verdict.y}`)
      for (const name of [/^Clear/, /^Escalate/, /^False alarm/]) {
        const choice = await boxOf(decisionOf(page).getByRole('radio', { name }))
        assert.ok(choice.y + choice.height <= height, `${width}: ${name} at ${choice.y}`)
        assert.ok(choice.x + choice.width <= width, `${width}: ${name} at ${choice.x}`)
      }
      assert.equal(await page.evaluate(() => scrollY), 0)
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width}`)
      const score = await boxOf(page.getByText('/ 100', { exact: true }))
      assert.ok(score.height < 30, `${width}: the score takes one line`)
      const terms = page.getByRole('region', { name: 'Verdict' }).locator('dl > div')
      const boxes = await Promise.all((await terms.all()).map(boxOf))
      for (const [index, { x, y }] of boxes.entries()) {
        const before = boxes[index - 1]
        if (before && y < before.y + before.height)
          assert.ok(x >= before.x + before.width + 8, `${width}: figures stand apart`)
      }
    }
    await window.assertSound()
  })

  it('names what was not read beside the verdict', async () => {
    const { page } = await open()
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      const gaps = await boxOf(page.getByRole('button', { name: /^3 gaps/ }).first())
      assert.ok(gaps.y < height, `${width}: ${gaps.y}`)
    }
    await page
      .getByRole('region', { name: 'Verdict' })
      .getByRole('button', { name: /^3 gaps/ })
      .click()
    await page.getByRole('tabpanel', { name: 'Coverage' }).waitFor()
  })

  it('names beside a docked decision what is decided on, in the queue too', async () => {
    for (const at of [path, `/o/${tenant.orgId}/review`]) {
      const window = await open(at)
      const { page } = window
      await page.setViewportSize({ width: 320, height: 780 })
      const dock = page.locator('[data-dock]')
      await dock.getByText('High').waitFor()
      const gaps = await boxOf(dock.getByRole('button', { name: /gaps?$/ }))
      assert.ok(gaps.y + gaps.height <= 780, `${at}: ${gaps.y}`)
      await window.assertSound()
      await dock.getByRole('button', { name: /gaps?$/ }).click()
      const shown = await boxOf(page.getByRole('tabpanel', { name: 'Coverage' }))
      assert.ok(shown.y < gaps.y, `${at}: what was not read is in sight, at ${shown.y}`)
      await page.setViewportSize({ width: 1280, height: 860 })
      assert.equal(await dock.getByText('High').isVisible(), false)
    }
  })

  it('is decided on from the lower edge of a telephone, and the focus stays with what was decided', async () => {
    const report = sampleReport()
    const name = 'مرحبا_بكم_في_صفحتي_'.repeat(8)
    const window = await open(
      await seedOne({
        profile_url: `https://hub.example/${'a-long-way/'.repeat(60)}`,
        report: {
          ...report,
          profile: { ...report.profile, name } as typeof report.profile,
          // Of what says next to nothing no point is left.
          score_parts: [...(report.score_parts ?? []), { kind: 'little_seen', code: null, points: 0 }],
        },
      }),
    )
    const { page } = window
    await page.setViewportSize({ width: 390, height: 780 })
    const comment = page.getByRole('button', { name: 'Comment' })
    await comment.focus()
    const dock = await page.locator('[data-dock]').boundingBox()
    const lowest = await comment.boundingBox()
    assert.ok(dock && lowest && lowest.y + lowest.height <= dock.y, 'the dock covers what has the focus')
    const address = await page.locator('bdi', { hasText: 'hub[.]example' }).first().boundingBox()
    assert.ok(address && address.height < 70, 'a long address takes the screen')
    const panel = decisionOf(page)
    assert.equal(await panel.getByLabel(/^Reason/).isVisible(), false)
    await panel.getByText('Escalate', { exact: true }).click()
    await panel.getByLabel(/^Reason/).fill('Sells meetings')
    await window.assertSound()
    await panel.getByRole('button', { name: 'Not now' }).click()
    assert.equal(await panel.getByLabel(/^Reason/).isVisible(), false)
    await panel.getByText('Escalate', { exact: true }).click()
    await panel.getByRole('button', { name: 'Save decision' }).click()
    await panel.getByText('Escalated').first().waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Escalated'))
    await panel.getByRole('status').getByText('Saved: Escalated.').waitFor({ state: 'attached' })
    await window.assertSound()
    await panel.getByRole('button', { name: 'Why' }).click()
    await panel.getByText('Sells meetings').first().waitFor()
    await window.assertSound()
  })

  it('changes a decision from what it is, and gives the focus back when it is taken back', async () => {
    const { page } = await open(await seedOne({ recommendation: 'review_low', risk_score: 21 }))
    const panel = decisionOf(page)
    await panel.getByText('Escalate', { exact: true }).click()
    await panel.getByLabel(/^Reason/).fill('Sells meetings')
    await panel.getByLabel('Note').fill('Twice')
    await panel.getByRole('button', { name: 'Save decision' }).click()
    await panel.getByRole('button', { name: 'Change' }).click()
    assert.ok(await panel.getByRole('radio', { name: /^Escalate/ }).isChecked())
    assert.equal(await panel.getByLabel(/^Reason/).inputValue(), 'Sells meetings')
    assert.equal(await panel.getByLabel('Note').inputValue(), 'Twice')
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await panel.getByRole('button', { name: 'Take back' }).click()
    await panel.getByRole('status').getByText('Taken back.').waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.activeElement?.closest('[data-decision]'))
  })

  it('offers the reasons of the organization, asks for what it wants, and says who is looking', async () => {
    const other = await dashboard.api.makeTenant()
    const admin = dashboard.clientOf(other.admin)
    const member = dashboard.clientOf(other.member)
    await admin.reviewQueue.updateSettings({ reasons: ['Sells meetings', 'Spam'], note_required: true })
    const [scan] = await seedScans(dashboard.api.opened.db, other.orgId, [
      { recommendation: 'review_high', risk_score: 80 },
    ])
    await member.reviewQueue.claim()
    const window = await dashboard.open(other.adminPerson, `/o/${other.orgId}/scans/${scan?.scan_id}`)
    const panel = decisionOf(window.page)
    await panel.getByText(/ is looking at it, until \d\d:\d\d:\d\d UTC at least\./).waitFor()
    await panel.getByText('Escalate', { exact: true }).click()
    // Said to who begins, not to who is done.
    await panel
      .getByRole('alert')
      .getByText(/ is looking at it$/)
      .waitFor()
    await panel.getByRole('button', { name: 'Spam' }).click()
    await panel.getByRole('button', { name: 'Sells meetings' }).click()
    assert.equal(await panel.getByLabel(/^Reason/).inputValue(), 'Sells meetings')
    await panel.getByRole('button', { name: 'Save decision' }).click()
    await panel.getByText('Say more: your organization wants a note.').waitFor()
    await window.assertSound()
    await panel.getByLabel(/^Note/).fill('Twice')
    await member.reviewQueue.release(scan?.scan_id ?? '')
    await panel.getByRole('button', { name: 'Save decision' }).click()
    await panel.getByRole('status').getByText('Saved: Escalated.').waitFor({ state: 'attached' })
    const { decision } = await member.reviews.get(scan?.scan_id ?? '')
    assert.deepEqual([decision?.reason, decision?.note], ['Sells meetings', 'Twice'])
    await window.assertSound()
  })

  it('leaves the page to what is read where a window is low', async () => {
    const { page } = await open()
    await page.setViewportSize({ width: 320, height: 256 })
    const choice = await boxOf(decisionOf(page).getByRole('radio', { name: /^Clear/ }))
    assert.ok(choice.y > 256, `${choice.y}`)
  })

  it('shows the profile by its screenshot, blurred until somebody asks, of minor safety not even that', async () => {
    const window = await open()
    const { page } = window
    const opener = page.getByRole('button', { name: 'Reveal the picture of the profile' })
    await opener.locator('img').waitFor()
    assert.match(await opener.locator('img').evaluate((image) => getComputedStyle(image).filter), /blur/)
    await opener.click()
    const closer = page.getByRole('button', { name: 'Hide the picture of the profile' })
    assert.equal(await closer.locator('img').evaluate((image) => getComputedStyle(image).filter), 'none')
    await window.assertSound()

    const report = sampleReport()
    const [first] = report.findings
    assert.ok(first)
    first.family = 'minor_safety'
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(new URL(await seedOne({ report }), page.url()).href)
    await opener.waitFor()
    await window.settled()
    assert.deepEqual(
      asked.filter((url) => url.endsWith('/capture')),
      [],
    )
  })

  it('sets marks, ticks and addresses on one line each, and no mark away from its sentence', async () => {
    const { page } = await open()
    const rows = page
      .getByRole('region', { name: 'Look here first' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox') })
    await rows.nth(2).waitFor()
    assert.equal(await rows.count(), 3)
    const starts = new Set<number>()
    for (const row of await rows.all()) {
      const tick = await boxOf(row.getByRole('checkbox'))
      const address = await boxOf(row.locator('bdi').first())
      starts.add(Math.round(address.x))
      assert.ok(Math.abs(middle(tick) - middle(address)) <= 2, `${middle(tick)} ${middle(address)}`)
      const mark = row.getByRole('button', { name: /^Evidence/ })
      if ((await mark.count()) === 0) continue
      const { x, width } = await boxOf(mark)
      assert.ok(address.x - x - width >= 4, 'the mark stands apart')
    }
    assert.equal(starts.size, 1, [...starts].join(' '))
    const sentence = page.getByRole('region', { name: 'Why' }).locator('p').first()
    assert.match(await sentence.innerText(), /E1\. The links lead to a booking directory\s+Evidence\s+E3\.$/)
    const torn = sentence.locator('span.whitespace-nowrap').filter({ hasText: 'E3' })
    assert.match((await torn.textContent()) ?? '', /E3\.$/)
  })

  it('of a name of any length is no wider than its window, on every screen that is headed by it', async () => {
    const url = `https://x.example/${'a'.repeat(300)}`
    // Scans of one creator share a page, which is headed by the latest name: this one has an organization of its own.
    const own = await dashboard.api.makeTenant()
    const scan = {
      profile_url: url,
      recommendation: 'review_high',
      risk_score: 99,
      report: sampleReport(),
    } as const
    const [seeded] = await seedScans(dashboard.api.opened.db, own.orgId, [scan])
    const at = `/o/${own.orgId}/scans/${seeded?.scan_id}`
    const window = await dashboard.open(own.adminPerson, at)
    const { page } = window
    await page.setViewportSize({ width: 390, height: 844 })
    const screens = ['/review', `/creator?profile_url=${encodeURIComponent(url)}`, '/history']
    for (const path of [at, `${at}/case-file`, ...screens.map((each) => `/o/${own.orgId}${each}`)]) {
      await page.goto(path)
      await page
        .getByText(/aaaaaaaa/)
        .first()
        .waitFor()
      await window.settled()
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, path)
    }
    // On a laptop the decision in the queue is seen to its end.
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(`/o/${own.orgId}/review`)
    const save = await boxOf(page.getByRole('button', { name: 'Save and next' }))
    assert.ok(save.y + save.height <= 720, `${save.y + save.height}`)
  })

  it('of five hundred pieces shows first and whole what is cited, and the rest in folds that links, keys and print know', async () => {
    const report = sampleReport()
    const [first, ...few] = report.evidence_index
    assert.ok(first)
    const more = Array.from({ length: 495 }, (_, index) => ({
      ...first,
      ref: `E${index + 6}`,
      url: `https://${index < 300 ? 'links' : `site-${index}`}.example/${index}`,
      domain: index < 300 ? 'links.example' : `site-${index}.example`,
      title: `Page ${index}`,
      snippet: `Snippet number ${index}.`,
      outcome: index % 50 === 7 ? ('login_wall' as const) : ('ok' as const),
      sha256: null,
      codes: [],
    }))
    const [, directory] = report.findings
    assert.ok(directory?.evidence[0])
    directory.evidence.push({ ...directory.evidence[0], ref: 'E400' })
    const seedFirst = (count: number) =>
      seedOne({ report: { ...report, evidence_index: [first, ...few, ...more.slice(0, count)] } })
    const some = await open(await seedFirst(20))
    await some.page.getByText('20 pieces').click()
    await some.page.locator('[data-evidence=E17] summary').first().click()
    await some.page.locator('[data-evidence=E17]').getByText('HTTP 200').waitFor()
    await some.assertSound()

    const at = await seedFirst(more.length)
    const window = await open(at)
    const { page } = window
    const panel = page.getByRole('tabpanel')
    const leading = panel.locator('ul').first().locator('> li')
    assert.deepEqual(
      await leading.evaluateAll((items) => items.map((item) => item.getAttribute('data-evidence'))),
      ['E1', 'E3', 'E400'],
    )
    await panel.getByText('300 pieces · 6 not seen').waitFor()
    const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
    assert.ok((await heightOf()) < 6000, `${await heightOf()} px`)
    // A browser finds words in what is folded, and opens it.
    const row = page.locator('[data-evidence=E17]')
    assert.match((await row.textContent()) ?? '', /Snippet number 11\./)
    await panel.getByText('links.example', { exact: true }).first().click()
    await row.locator('summary').first().click()
    await row.getByText('HTTP 200').waitFor()

    await page.goto(`${at}#E450`)
    await page.reload()
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E450')
    await page.locator('[data-evidence=E450]').getByText('HTTP 200').waitFor()
    await page.keyboard.press('4')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E400')

    await page.goto(`${at}/case-file`)
    await page.getByRole('region', { name: 'Evidence (500)' }).waitFor()
    await page.setViewportSize({ width: 794, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.getByText('Page 200', { exact: true }).isVisible())
    assert.ok(await page.getByText('hxxps://links[.]example/200').isVisible())
    assert.ok((await heightOf()) < 40_000, `${await heightOf()} px`)
  })
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  assert.ok(box, `${element} is not shown`)
  return box
}

function middle({ y, height }: { y: number; height: number }) {
  return y + height / 2
}
