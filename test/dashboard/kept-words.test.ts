import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { signInCookie } from '../support/sign-in-cookie.ts'
import type { Person } from '../support/start-api.ts'
import { until } from '../support/until.ts'
import type { WindowPage } from './open-dashboard.ts'
import { caseIn, reviewPath, tenantWithCases, writeNote } from './open-queue.ts'
import { sampleReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

/** All that this browser keeps of what somebody wrote. */
const storedWords = (page: WindowPage) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) =>
      Object.keys(storage).flatMap((key) => (key.includes('kept') ? [`${key} ${storage.getItem(key)}`] : [])),
    ),
  )

describe('what a reviewer wrote and has not sent', () => {
  const dashboard = withDashboard()

  async function openQueue(count: number, scan: Parameters<typeof tenantWithCases>[2] = {}, by = 'member') {
    const cases = await tenantWithCases(dashboard, count, scan)
    const { adminPerson, memberPerson } = cases.tenant
    const person = by === 'admin' ? adminPerson : memberPerson
    const window = await dashboard.open(person, reviewPath(cases.tenant))
    await caseIn(window)
    return { ...cases, window, page: window.page }
  }
  const noteIs = (page: WindowPage, note: string) =>
    until(`the note is “${note}”`, async () => (await page.getByLabel('Note').inputValue()) === note)

  it('keeps what was written of a case that is skipped, through another filter and a reload, until it is decided or dropped', async () => {
    const { tenant, seeded, toscan } = await tenantWithCases(dashboard, 4)
    const window = await dashboard.open(tenant.memberPerson, reviewPath(tenant))
    const { page } = window
    await caseIn(window)
    await writeNote(page, 'Half a thought')
    await page.getByRole('button', { name: /^Skip/ }).click()
    await page
      .getByText('Skipped: creator-0. What you wrote is kept. Next: creator-1.')
      .waitFor({ state: 'attached' })
    const kept = page.getByRole('region', { name: 'Written and not sent' })
    await kept.getByText('Not decided: creator-0. Half a thought').waitFor()
    await window.assertSound()
    await page.getByRole('region', { name: 'Comments' }).getByLabel('Comment').fill('Who knows them?')
    await page.getByText('Which cases').click()
    await page.getByRole('button', { name: /Order/ }).click()
    await page.getByRole('option', { name: 'Oldest first' }).click()
    // The oldest is the first one again, and then the one of the comment.
    await until(
      'it is there again',
      async () => (await page.getByLabel('Note').inputValue()) === 'Half a thought',
    )
    await page.reload()
    assert.equal(await caseIn(window), 'creator-0')
    await page.getByRole('button', { name: /^Skip/ }).click()
    await until(
      'so is the comment',
      async () => (await page.getByRole('textbox', { name: 'Comment' }).inputValue()) === 'Who knows them?',
    )
    await page.getByRole('button', { name: /^Skip/ }).click()
    await kept.getByText('Comment not sent: creator-1. Who knows them?').waitFor()
    await kept.getByRole('button', { name: 'Take it up again' }).click()
    await page.waitForFunction(() => document.activeElement?.textContent === 'creator-0')
    await page.getByRole('radio', { name: /Escalate/, checked: true }).waitFor()
    assert.equal(await page.getByLabel('Note').inputValue(), 'Half a thought')
    await page.keyboard.press('Enter')
    await page.getByText('Escalated: creator-0.').first().waitFor({ state: 'attached' })
    assert.equal((await toscan.reviews.get(seeded[0]?.scan_id ?? '')).decision?.note, 'Half a thought')
    await kept.getByRole('button', { name: 'Drop what I wrote' }).click()
    await kept.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2')
    assert.deepEqual(await storedWords(page), [])
  })

  it('outlives its tab and a crash of it, and is listed by other tabs only once that is gone', async () => {
    const { tenant, window, page } = await openQueue(4)
    await writeNote(page, 'Ten minutes of work')
    const other = await window.context.newPage()
    await other.goto(reviewPath(tenant))
    assert.equal(await caseIn({ page: other }), 'creator-2')
    await writeNote(other, 'In another tab')
    const kept = other.getByRole('region', { name: 'Written and not sent' })
    assert.equal(await kept.count(), 0)
    await page.close()
    await until('the browser has noticed', async () => {
      await other.evaluate(() => globalThis.dispatchEvent(new Event('focus')))
      return (await kept.count()) > 0
    })
    await kept.getByText('Not decided: creator-0. Ten minutes of work').waitFor()
    const crashed = other.waitForEvent('crash')
    void other.goto('chrome://crash').catch(() => {})
    await crashed
    const again = await window.context.newPage()
    await again.goto(reviewPath(tenant))
    await caseIn({ page: again })
    await noteIs(again, 'Ten minutes of work')
    await again.getByRole('radio', { name: /Escalate/, checked: true }).waitFor()
    await again.keyboard.press('Enter')
    await again.getByText('Escalated: creator-0.').first().waitFor({ state: 'attached' })
    assert.deepEqual(
      (await storedWords(again)).map((words) => /"text":"([^"]*)"/.exec(words)?.[1]),
      ['In another tab'],
    )
  })

  it('is one account’s alone: gone when they sign out, and when somebody else signs in', async () => {
    const { tenant, window, page } = await openQueue(3)
    await writeNote(page, 'About a person')
    const signInAs = async (person: Person) => {
      const cookie = await signInCookie(dashboard.api.opened, person.userId)
      await window.context.addCookies([
        { ...cookie, url: dashboard.baseUrl, httpOnly: true, sameSite: 'Lax' },
      ])
      await page.reload()
      await page.getByText(person.email).waitFor()
    }
    await signInAs(tenant.adminPerson)
    assert.deepEqual(await storedWords(page), [])
    await caseIn(window)
    await noteIs(page, '')
    await writeNote(page, 'About a person')
    await until('it is kept', async () => (await storedWords(page)).length === 1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(await storedWords(page), [])
  })

  it('goes with a list of profiles that was not submitted: that is one account’s alone too', async () => {
    const { tenant, page } = await openQueue(1)
    const signedOut = async () => {
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    }
    await page.goto(`${dashboard.baseUrl}/o/${tenant.orgId}/scan`)
    const list = page.getByRole('textbox', { name: 'Profile addresses' })
    await list.fill('https://creators.invalid/mina')
    const stored = () => page.evaluate(() => JSON.stringify(localStorage))
    await until('it is kept', async () => (await stored()).includes('mina'))
    await page.reload()
    await until('it is there again', async () => (await list.inputValue()).includes('mina'))
    await signedOut()
    assert.doesNotMatch(await stored(), /mina/)
  })

  it('of a case of minor safety is written down nowhere, and the browser asks before it goes', async () => {
    const report = sampleReport()
    const findings = report.findings.map((finding) => ({ ...finding, family: 'minor_safety' }))
    const { tenant, window, page } = await openQueue(2, { report: { ...report, findings } }, 'admin')
    await writeNote(page, 'Says: I am 13')
    await page.getByRole('textbox', { name: 'Comment' }).fill('They wrote: I am 13')
    assert.deepEqual(await storedWords(page), [])
    await page.getByRole('button', { name: /^Skip/ }).click()
    const kept = page.getByRole('region', { name: 'Written and not sent' })
    await kept.getByText('Not decided: creator-0. Says: I am 13').waitFor()
    assert.deepEqual(await storedWords(page), [])
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', (question) => {
        resolve(question.type())
        void question.accept()
      }),
    )
    await page.reload()
    assert.equal(await asked, 'beforeunload')
    await caseIn(window)
    await noteIs(page, '')
    const { rows } =
      await sql`select from scan_reviews where org_id = ${tenant.orgId} and decision is null`.execute(
        dashboard.api.opened.db,
      )
    assert.equal(rows.length, 2)
  })

  it('on a report is kept too, and stands in the queue; of more than fifty the oldest go', async () => {
    const { tenant, seeded, window, page } = await openQueue(2)
    await page.evaluate(
      ([owner, at]) => {
        for (let index = 0; index < 60; index++)
          localStorage.setItem(
            `toscan.kept.${owner}.comment.scan-${index}`,
            JSON.stringify({
              scanId: `scan-${index}`,
              about: 'comment',
              name: `old-${index}`,
              text: 'Old',
              decision: null,
              reason: null,
              // The last of them is of three weeks ago.
              at: at - index * 86_400_000 * (index === 59 ? 1 : 0.01),
              tab: 'gone',
            }),
          )
      },
      [`${tenant.orgId}.${tenant.memberPerson.userId}`, Date.now()] as const,
    )
    await page.goto(`/o/${tenant.orgId}/scans/${seeded[0]?.scan_id}`)
    await page.getByRole('radio', { name: /^Escalate/ }).check()
    await page.getByLabel(/^Reason/).fill('Sells bookings')
    await page.getByLabel('Note').fill('See E3')
    await page.reload()
    await noteIs(page, 'See E3')
    assert.equal(await page.getByLabel(/^Reason/).inputValue(), 'Sells bookings')
    await page.getByRole('radio', { name: /^Escalate/, checked: true }).waitFor()
    await window.assertSound()
    assert.equal((await storedWords(page)).length, 50)
    await page.goto(reviewPath(tenant))
    assert.equal(await caseIn(window), 'creator-0')
    await noteIs(page, 'Sells bookings\nSee E3')
    await page.getByLabel('Note').press('Control+Enter')
    await page.getByText('Escalated: creator-0.').first().waitFor({ state: 'attached' })
    assert.equal((await storedWords(page)).filter((words) => words.includes('Sells')).length, 0)
  })

  it('stays as long as the page does where the browser has no room for it, a list of profiles too', async () => {
    const { page, window } = await openQueue(2)
    await page.evaluate(() => {
      for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2))
        try {
          for (let index = 0; ; index++) localStorage.setItem(`full-${size}-${index}`, 'x'.repeat(size))
        } catch {}
    })
    await writeNote(page, 'No room for it')
    assert.deepEqual(await storedWords(page), [])
    await page.getByRole('button', { name: /^Skip/ }).click()
    await page.getByText('Not decided: creator-0. No room for it').waitFor()
    await page.getByRole('link', { name: 'Scan', exact: true }).click()
    const list = page.getByLabel(/^Profile addresses/)
    await list.fill('https://platform.example/u/mara')
    await page.getByRole('link', { name: 'History', exact: true }).click()
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Scan', exact: true }).click()
    assert.equal(await list.inputValue(), 'https://platform.example/u/mara')
    assert.deepEqual(window.faults, [])
  })
})
