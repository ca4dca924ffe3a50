import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { SeededScan } from '../support/seed-scans.ts'
import type { Person, Tenant } from '../support/start-api.ts'
import { until } from '../support/until.ts'
import type { Window } from './open-dashboard.ts'
import { caseIn, nextAfter, reviewPath, tenantWithCases } from './open-queue.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the review screen', () => {
  const dashboard = withDashboard()

  const open = (tenant: Tenant, search = '', person: Person = tenant.memberPerson) =>
    dashboard.open(person, reviewPath(tenant, search))
  const tenantWith = (count: number, scan: Partial<SeededScan> = {}) =>
    tenantWithCases(dashboard, count, scan)

  it('shows evidence and decision side by side, at every width and in both themes', async () => {
    const { tenant } = await tenantWith(2)
    const window = await open(tenant)
    const { page } = window
    await caseIn(window)
    await page.getByRole('region', { name: 'Why' }).waitFor()
    const evidence = await page.getByRole('tabpanel').boundingBox()
    const decision = await page.getByRole('region', { name: 'Decision' }).boundingBox()
    assert.ok(evidence && decision && decision.x > evidence.x + evidence.width - 1)
    for (const width of [1440, 768, 320]) {
      await page.setViewportSize({ width, height: 860 })
      await window.assertSound()
      const save = await page.getByRole('button', { name: 'Save and next' }).boundingBox()
      assert.ok(save, `${width}`)
    }
  })

  it('gives two reviewers at once never the same case, and says who looks at what', async () => {
    const { tenant, toscan } = await tenantWith(12)
    const nora = await open(tenant)
    await caseIn(nora)
    const omar = await open(tenant, '', tenant.adminPerson)
    const shift = async (window: Window) => {
      const seen: string[] = []
      let name: string | undefined = await caseIn(window)
      while (name) {
        seen.push(name)
        const left: string = name
        await window.page.getByRole('region', { name: 'Why' }).waitFor()
        await window.page.keyboard.press('2')
        await window.page.keyboard.press('Enter')
        name = await Promise.race([
          nextAfter(window, left),
          window.page
            .getByText('Nothing is left', { exact: true })
            .waitFor()
            .then(() => undefined),
        ])
      }
      return seen
    }
    await omar.page.getByText(/is looking at [12]\./).waitFor()
    const [one, other] = await Promise.all([shift(nora), shift(omar)])
    assert.equal(new Set([...one, ...other]).size, 12)
    assert.equal(one.length + other.length, 12)
    assert.ok(one.length > 0 && other.length > 0)
    assert.equal((await toscan.reviewQueue.get()).counts.review_high, 0)
  })

  it('is a shift of 30 cases by keyboard alone, each with its evidence opened', async () => {
    const { tenant, seeded, toscan } = await tenantWith(30)
    const window = await open(tenant)
    const { page } = window
    let presses = 0
    const press = async (key: string) => {
      presses++
      await page.keyboard.press(key)
    }
    const perCase: number[] = []
    for (let index = 0; index < 30; index++) {
      presses = 0
      assert.equal(await caseIn(window), `creator-${index}`)
      await page.getByRole('listitem', { name: 'Evidence E1' }).waitFor()
      await press('j')
      await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E1')
      await press(String(1 + (index % 3)))
      await press('4')
      await press('Enter')
      perCase.push(presses)
      if (index < 29) await nextAfter(window, `creator-${index}`)
    }
    await page.getByText('Nothing is left', { exact: true }).waitFor()
    assert.ok((perCase.toSorted((a, b) => a - b)[15] ?? 99) < 8)
    assert.deepEqual(window.faults, [])
    const { reasons } = await toscan.reviewQueue.settings()
    const last = await toscan.reviews.get(seeded[29]?.scan_id ?? '')
    assert.deepEqual([last.decision?.decision, last.decision?.reason], ['false_alarm', reasons[0]])
    await window.assertSound()
  })

  it('leads to the next case by focus and by words, and back again by u', async () => {
    const { tenant, seeded, toscan } = await tenantWith(3)
    const window = await open(tenant)
    const { page } = window
    await caseIn(window)
    await page.getByRole('region', { name: 'Why' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Choose one of the three.').waitFor()
    await page.keyboard.press('2')
    await page.keyboard.press('n')
    await page.keyboard.type('Seen 3 times')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Escalated: creator-0. Next: creator-1.').waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'creator-1')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.keyboard.press('u')
    await page.waitForFunction(() => document.activeElement?.textContent === 'creator-0')
    // What was decided stands there again.
    await page.getByRole('radio', { name: /Escalate/, checked: true }).waitFor()
    assert.equal(await page.getByLabel('Note').inputValue(), 'Seen 3 times')
    assert.equal((await toscan.reviews.get(seeded[0]?.scan_id ?? '')).decision, null)
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.textContent === 'creator-1')
    assert.equal(await caseIn(window), 'creator-1')
    await page.keyboard.press('s')
    await page.waitForFunction(() => document.activeElement?.textContent === 'creator-2')
    // What is held is given back by whoever leaves.
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const held = async () =>
      (await toscan.reviewQueue.get()).cases.filter(({ claim }) => claim !== null).length
    await until('all is given back', async () => (await held()) === 0)
    // So it is by a document that goes, once it has heard that they are its own: then it asks for their reports.
    const second = page.waitForRequest((request) => request.url().endsWith(`/scans/${seeded[2]?.scan_id}`))
    await page.goto(reviewPath(tenant))
    await caseIn(window)
    await second
    assert.equal(await held(), 2)
    await window.settled()
    const release = await takeConnections(window, tenant)
    await page.goto('about:blank')
    assert.equal(await held(), 2)
    await release()
    await until('all is given back by the document that went', async () => (await held()) === 0)
  })

  /** All that a browser has to one service: what is sent then leaves when they are released, which another page does. */
  async function takeConnections({ context }: Window, tenant: Tenant) {
    const { scan_id } = await dashboard
      .clientOf(tenant.admin)
      .scans.create({ profile_url: 'https://platform.example/u/waiting' })
    const other = await context.newPage()
    await other.goto('/icon.svg')
    await other.evaluate(
      ([path, authorization]) =>
        Promise.all(Array.from({ length: 6 }, () => fetch(path, { headers: { authorization } }))).then(
          () => {},
        ),
      [`/api/v2/scans/${scan_id}/events`, `Bearer ${tenant.admin}`] as const,
    )
    return () => other.close()
  }

  it('gives two tabs of one person never the same case, and leaves to one what the other gives back', async () => {
    const { tenant, seeded, toscan } = await tenantWith(6)
    const window = await open(tenant)
    assert.equal(await caseIn(window), 'creator-0')
    const tab = await window.context.newPage()
    await tab.goto(`/o/${tenant.orgId}/review`)
    await tab.getByRole('heading', { level: 2, name: 'creator-2' }).waitFor()
    const held = async () =>
      (await toscan.reviewQueue.get()).cases.filter(({ claim }) => claim !== null).length
    await until('two are held by each', async () => (await held()) === 4)
    // Another filter in one tab asks again, and still leaves the other's alone.
    await tab.getByText('Which cases').click()
    await tab.getByRole('button', { name: /Order/ }).click()
    await tab.getByRole('option', { name: 'Oldest first' }).click()
    await tab.getByRole('heading', { level: 2, name: 'creator-2' }).waitFor()
    await until('two are held by each again', async () => (await held()) === 4)
    await tab.getByRole('link', { name: 'Home', exact: true }).click()
    await until('those of the other tab are given back, and only those', async () => (await held()) === 2)
    // On its report, in the other tab, they are told while they begin.
    await tab.goto(`/o/${tenant.orgId}/scans/${seeded[0]?.scan_id}`)
    await tab.getByRole('radio', { name: /^Clear/ }).check()
    await tab.getByRole('alert').getByText('You have it in hand in another tab').waitFor()
    await tab.getByText('Decide here or there: the first decision is the one that counts.').waitFor()
    // Somewhere else, where no lock reaches, they decide on what this tab has in hand.
    await dashboard.clientOf(tenant.member).reviewQueue.decide(seeded[0]?.scan_id ?? '', {
      decision: { decision: 'cleared' },
    })
    await window.page.keyboard.press('2')
    await window.page.keyboard.press('n')
    await window.page.keyboard.type('Not so')
    await window.page.keyboard.press('Control+Enter')
    await window.page.getByRole('alert').getByText('You have decided on it already').waitFor()
    assert.equal(await window.page.getByLabel('Note').inputValue(), 'Not so')
    assert.equal((await toscan.reviews.get(seeded[0]?.scan_id ?? '')).decision?.decision, 'cleared')
  })

  it('says so when somebody else has the case by now, and leaves what was written until one goes on', async () => {
    const { tenant, seeded } = await tenantWith(3)
    const window = await open(tenant)
    const { page, clock } = window
    await clock.install()
    await page.reload()
    await caseIn(window)
    await page.keyboard.press('2')
    await page.keyboard.press('n')
    await page.keyboard.type('Half a thought')
    // A computer that slept: the claims end, and a colleague takes the case.
    await sql`update scan_reviews set claimed_until = now() - interval '1 s' where org_id = ${tenant.orgId}`.execute(
      dashboard.api.opened.db,
    )
    await dashboard.clientOf(tenant.admin).reviewQueue.claimThis(seeded[0]?.scan_id ?? '')
    await clock.fastForward(90_000)
    await page
      .getByRole('alert')
      .getByText(/is looking at it/)
      .waitFor()
    assert.equal(await page.getByLabel('Note').inputValue(), 'Half a thought')
    await window.assertSound()
    await page.getByRole('button', { name: /^Skip/ }).click()
    await page.waitForFunction(() => document.activeElement?.textContent === 'creator-1')
    assert.equal(await page.getByText(/is looking at it/).count(), 0)
  })

  it('clears what was not flagged with two keys, and asks for reason and note where the organization does', async () => {
    const { tenant, toscan } = await tenantWith(10, {
      recommendation: 'no_flags',
      risk_score: 0,
    })
    await toscan.reviewQueue.updateSettings({ reason_required: true, note_required: true, reasons: ['Ours'] })
    const window = await open(tenant, '?recommendation=no_flags')
    const { page } = window
    for (let index = 0; index < 10; index++) {
      const name = await caseIn(window)
      await page.getByRole('region', { name: 'Verdict' }).waitFor()
      if (index === 9) break
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
      await nextAfter(window, name)
    }
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Choose a reason.').waitFor()
    await page.getByText('Say why, in a few words.').waitFor()
    await window.assertSound()
    await page.getByRole('button', { name: 'Ours' }).click()
    await page.getByLabel('Note').fill('It is.')
    await page.getByRole('button', { name: 'Save and next' }).click()
    await page.getByText('Nothing is left', { exact: true }).waitFor()
    assert.equal((await toscan.reviewQueue.get()).counts.no_flags, 0)
  })

  it('is what Home leads to, with the same numbers', async () => {
    const { tenant } = await tenantWith(4)
    const window = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}`)
    const { page } = window
    const card = page.getByRole('region', { name: 'Needs review' })
    await card.getByRole('link', { name: 'High 4' }).waitFor()
    await card.getByRole('link', { name: 'Start reviewing' }).click()
    await page.getByText('Waiting: 4 high, 0 medium, 0 low.').waitFor()
    assert.equal(await caseIn(window), 'creator-0')
  })

  it('shows decisions in the history, finds scans by them, and decides on or assigns many at once', async () => {
    const { tenant, seeded, toscan } = await tenantWith(3)
    await toscan.reviewQueue.decide(seeded[0]?.scan_id ?? '', { decision: { decision: 'escalated' } })
    const window = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}/history?decision=undecided`)
    const { page } = window
    const table = page.getByRole('table', { name: 'Scans' })
    await table.getByRole('row').nth(2).waitFor()
    assert.equal(await table.getByRole('row').count(), 3)
    await page.getByText('More filters (1)').waitFor()
    await page.getByLabel('Select loaded').check()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const assigning = page.getByRole('dialog', { name: 'Assign 2 selected scans' })
    await window.assertSound()
    await assigning.getByRole('button', { name: 'Assign', exact: true }).click()
    await table.getByText(`for ${tenant.memberPerson.email}`).first().waitFor()
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    const deciding = page.getByRole('dialog', { name: 'Decide on 2 selected scans' })
    await deciding.getByRole('radio', { name: /^False alarm/ }).check()
    await deciding.getByRole('button', { name: 'The evidence shows it' }).click()
    await window.assertSound()
    await deciding.getByRole('button', { name: 'Decide' }).click()
    await deciding.getByText('2 decided').waitFor()
    await deciding.getByRole('button', { name: 'Close' }).click()
    await page.getByText('No scans match').waitFor()
    await page.getByRole('button', { name: 'Without the decision' }).click()
    await table.getByText('False alarm').first().waitFor()
    assert.equal(await table.getByText('Escalated').count(), 1)
    await page.getByLabel('Domain of a page that is cited').fill('nowhere.example')
    await page.keyboard.press('Enter')
    await page.getByText('No scans match').waitFor()
    await window.assertSound()
  })

  it('carries comments, and tells on Home who is mentioned until they have looked', async () => {
    const { tenant, seeded, toscan } = await tenantWith(1)
    const window = await open(tenant)
    const { page } = window
    await caseIn(window)
    const comments = page.getByRole('region', { name: 'Comments' })
    await comments.getByLabel('Comment').fill(`Yours, @${tenant.adminPerson.email}?`)
    await comments.getByRole('button', { name: 'Comment' }).click()
    await comments.getByText(`Mentioned: ${tenant.adminPerson.email}.`).waitFor()
    await comments.getByRole('listitem').getByText('Yours,').waitFor()
    const other = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}`)
    const mentions = other.page.getByRole('region', { name: 'Mentions (1)' })
    await mentions.getByText('Yours,').waitFor()
    await other.settled()
    await other.assertSound()
    await mentions.getByRole('link').click()
    await other.page.getByRole('region', { name: 'Comments' }).getByText('Yours,').waitFor()
    assert.equal((await toscan.reviews.mentions()).mentions[0]?.seen, true)
    assert.equal((await toscan.reviews.comments(seeded[0]?.scan_id ?? '')).comments.length, 1)
  })

  it('is set up by administrators: reasons, what is required, and what is looked at twice', async () => {
    const { tenant, toscan } = await tenantWith(0)
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/settings`)
    const { page } = window
    await page.getByRole('button', { name: 'Change how you review' }).click()
    const dialog = page.getByRole('dialog', { name: 'How you review' })
    await dialog.getByLabel('Reasons, one in a line').fill('Ours\n\nTheirs')
    await dialog.getByLabel('A reason is required').check()
    await dialog.getByLabel('Second review: per cent of all decisions').fill('5')
    await dialog.getByLabel('Second review: more for these codes').fill('escort_offer 50')
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Reasons: Ours · Theirs').waitFor()
    assert.deepEqual(await toscan.reviewQueue.settings(), {
      reasons: ['Ours', 'Theirs'],
      reason_required: true,
      note_required: false,
      second_review: { percent: 5, codes: { escort_offer: 50 } },
      wellbeing: { blur_pictures: false, severe_in_row: null, break_minutes: null },
    })
  })

  it('has an overview for administrators: what waits, who decides, who agrees, which rules are wrong', async () => {
    const { tenant, seeded, toscan } = await tenantWith(3)
    const member = dashboard.clientOf(tenant.member)
    await toscan.reviewQueue.updateSettings({ second_review: { percent: 100, codes: {} } })
    const [first = '', second = ''] = seeded.map(({ scan_id }) => scan_id)
    await member.reviewQueue.decide(first, {
      decision: { decision: 'false_alarm' },
      findings: { escort_offer: 'rejected' },
    })
    await member.reviewQueue.decide(second, { decision: { decision: 'escalated' } })
    await toscan.reviewQueue.decide(first, { decision: { decision: 'escalated' } })
    const window = await open(tenant, '', tenant.adminPerson)
    const { page } = window
    // The second decision of what a member decided first is asked for without showing it.
    assert.equal(await caseIn(window), 'creator-1')
    await page.getByText('You are asked without being shown how.').waitFor()
    await page.getByRole('region', { name: 'Why' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Right' }).count(), 0)
    assert.equal(await page.getByRole('region', { name: 'Comments' }).count(), 0)
    await page.getByRole('link', { name: 'Overview' }).click()
    const cell = (table: string, row: RegExp) =>
      page.getByRole('table', { name: table, exact: true }).getByRole('row', { name: row })
    await cell('Waiting, by age', /High 0 0 0 0 1/).waitFor()
    await cell('Decisions by person', new RegExp(`${tenant.memberPerson.email} 0 1 1 0`)).waitFor()
    await cell('Agreement by reason code', /escort_offer 1 0 of 1/).waitFor()
    await cell('Decided differently', /creator-0 False alarm Escalated/).waitFor()
    await cell('False alarms by rule', /escort_offer\/booking 2 1 of 2/).waitFor()
    await cell('Precision by reason code', /escort_offer 0 1 0 %/).waitFor()
    await window.settled()
    await window.assertSound()
    const theirs = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}/review/overview`)
    await theirs.page.getByText(/Admin role required/).waitFor()
  })
})
