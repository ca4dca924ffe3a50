import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { seedScans } from '../support/seed-scans.ts'
import { PASSWORD } from '../support/start-api.ts'
import { until } from '../support/until.ts'
import type { WindowPage } from './open-dashboard.ts'
import { sampleReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

/** What proxies say in the place of a service that they cannot reach, or do not want to ask. */
const PAGE = '<html><head><title>Too Many Requests</title></head><body><h1>Busy</h1><hr>nginx</body></html>'

describe('between the browser and the service', () => {
  const dashboard = withDashboard()

  /** @param before what is done with the page before it loads anything */
  async function openCase(before: (page: WindowPage) => Promise<unknown> = async () => {}) {
    const tenant = await dashboard.api.makeTenant()
    await seedScans(dashboard.api.opened.db, tenant.orgId, [
      {
        profile_url: 'https://platform.example/u/mara',
        recommendation: 'review_high',
        report: sampleReport(),
      },
    ])
    const window = await dashboard.open(tenant.memberPerson, '/icon.svg')
    await before(window.page)
    await window.page.goto(`/o/${tenant.orgId}/review`)
    await window.page.getByRole('region', { name: 'Why' }).waitFor()
    return { tenant, window, page: window.page }
  }
  const writeNote = async (page: WindowPage) => {
    await page.keyboard.press('2')
    await page.keyboard.press('n')
    await page.keyboard.type('Seen twice')
    await page.keyboard.press('Control+Enter')
  }
  const answerInItsPlace = (page: WindowPage, path: RegExp, status: number, headers = {}) =>
    page.route(path, (route) =>
      route.fulfill({ status, body: PAGE, headers: { 'content-type': 'text/html', ...headers } }),
    )

  it('the page of a proxy is never shown as words, and its wish to wait is', async () => {
    const { page, window } = await openCase()
    await answerInItsPlace(page, /\/decide$/, 429, { 'retry-after': '60' })
    await writeNote(page)
    await page.getByText('Too many requests at once. Try again in 60 s.').waitFor()
    await page.unroute(/\/decide$/)
    await answerInItsPlace(page, /\/decide$/, 200)
    await window.settled()
    await page.getByLabel('Note').press('Control+Enter')
    await page
      .getByText(/Something between this page and the service answered in its place \(200\)/)
      .waitFor()
    assert.equal(await page.getByText('nginx').count(), 0)
    assert.equal(await page.getByLabel('Note').inputValue(), 'Seen twice')
  })

  it('a proxy that answers a sign-in does not say that the password is wrong', async () => {
    const window = await dashboard.open(null)
    const { page } = window
    await answerInItsPlace(page, /\/sign-in\/email$/, 403)
    await page.getByLabel('E-mail').fill('nora@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Password').press('Enter')
    await page.getByText(/answered in its place \(403\)/).waitFor()
    assert.equal(await page.getByText('is not right').count(), 0)
  })

  it('what a session that has ended kept from being sent is not said to be done perhaps', async () => {
    const { page, tenant, window } = await openCase()
    // What still comes of the case would be refused as well, and say the same.
    await window.settled()
    const { userId, email } = tenant.memberPerson
    await sql`delete from api_sessions where user_id = ${userId}`.execute(dashboard.api.opened.db)
    await sql`delete from auth_session where "userId" = ${userId}`.execute(dashboard.api.opened.db)
    await writeNote(page)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    assert.equal(await dialog.getByLabel('E-mail').inputValue(), email)
    await dialog.getByLabel('Password').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('You were signed out. Nothing was sent: sign in and try again.').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Nothing is left', { exact: true }).waitFor()
  })

  it('a part of the page that is gone since an upgrade leaves the page, and what was written on it', async () => {
    let isGone = true
    const { page, window } = await openCase((opened) =>
      opened.route(/\/assets\/(sign-in-again|palette|key-help)-.*\.js/, (route) =>
        isGone ? route.fulfill({ status: 404, body: PAGE }) : route.continue(),
      ),
    )
    const notice = page.getByRole('alert').filter({ hasText: 'What should open here could not be loaded' })
    const reload = notice.getByRole('button', { name: 'Reload the page' })
    // A key that comes before the page listens is lost, and pressed again.
    await until('the notice', async () => {
      await page.keyboard.press('?')
      return reload.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    })
    // What a part throws is in the console as well.
    assert.match(window.faults.splice(0).join(), /ScreenNotLoaded/)
    await window.assertSound()
    await notice.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('heading', { level: 2, name: 'mara' }).focus()
    await page.keyboard.press('2')
    await page.keyboard.press('n')
    await page.keyboard.type('Seen twice')
    await page.route(/\/api\/v2\/(session\/org|org\/review-queue\/[^/]+\/decide)$/, (route) =>
      isGone ? route.fulfill({ status: 401, json: { detail: 'Not signed in' } }) : route.continue(),
    )
    await page.keyboard.press('Control+Enter')
    await notice.waitFor()
    assert.equal(await page.getByLabel('Note').inputValue(), 'Seen twice')
    isGone = false
    await notice.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('Note').focus()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Nothing is left', { exact: true }).waitFor()
  })

  it('a decision whose answer was lost can be sent again, and is no conflict with itself', async () => {
    const { page } = await openCase()
    let isLost = true
    await page.route(/\/decide$/, async (route) => {
      const answer = await route.fetch()
      if (isLost) await route.abort('connectionreset')
      else await route.fulfill({ response: answer })
      isLost = false
    })
    await writeNote(page)
    await page.getByText('It may have been done: look before you repeat it.').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Nothing is left', { exact: true }).waitFor()
    assert.equal(await page.getByText('has been decided').count(), 0)
  })

  it('what is typed while a decision is on its way does not vanish with the case: it is not taken', async () => {
    const { page } = await openCase()
    let answer = () => {}
    await page.route(/\/decide$/, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    await writeNote(page)
    await page.getByRole('button', { name: 'Saving…' }).waitFor()
    await page.keyboard.type(' and thrice')
    assert.equal(await page.getByLabel('Note').inputValue(), 'Seen twice')
    answer()
    await page.getByText('Nothing is left', { exact: true }).waitFor()
  })

  it('who cannot be signed out is told that they are still signed in, and nobody loses what they wrote by it', async () => {
    const { page } = await openCase()
    await page.keyboard.press('n')
    await page.keyboard.type('Half a thought')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await dialog.getByText('What you wrote about mara').waitFor()
    await page.route(/\/sign-out$/, (route) => route.abort('connectionreset'))
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByText('You are still signed in').waitFor()
    assert.equal(await page.getByLabel('Note').inputValue(), 'Half a thought')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByLabel('Password').waitFor()
    assert.equal(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('kept')).length),
      0,
    )
  })

  it('how many wait is not shown as fresh where it could not be counted anew', async () => {
    const { page, window } = await openCase()
    await window.clock.install()
    await page.reload()
    await page.getByText('Waiting: 1 high').waitFor()
    await page.route(/\/org\/review-queue\?/, (route) => route.fulfill({ status: 502, body: PAGE }))
    // Once to be asked again, and once for each of two tries more.
    for (let second = 0; second < 40; second++) await window.clock.fastForward(1000)
    await page.getByText(/^Counted .*; it failed since and is tried again/).waitFor()
    await page.getByText('Waiting: 1 high').waitFor()
    await window.assertSound()
  })

  it('what keeps somebody waiting is said to take long, and comes all the same', async () => {
    const { tenant } = await openCase()
    const window = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}/history`)
    const { page, clock } = window
    let answer = () => {}
    await page.route(/\/api\/v2\/org\/scans\b/, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    await clock.install()
    await page.reload()
    await page.getByText('The scans: loading').waitFor({ state: 'attached' })
    await clock.fastForward(9000)
    await page.getByText('This takes longer than it should').first().waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    answer()
    await page.getByRole('table', { name: 'Scans' }).waitFor()
    assert.equal(await page.getByText('This takes longer than it should').count(), 0)
  })

  it('what is tried without a network is said not to be sent', async () => {
    const { page, window } = await openCase()
    await window.context.setOffline(true)
    await page.getByText('You are offline. What you see').waitFor()
    await writeNote(page)
    await page.getByText('There was no network. Nothing was sent').waitFor()
  })
})
