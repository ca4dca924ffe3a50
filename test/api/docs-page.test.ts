import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chromium } from 'playwright-core'
import { installedBrowser } from '../browser/installed-browser.ts'
import { startApi } from '../support/start-api.ts'

it('the documentation works under its policy, asks nobody else, and nobody frames it', async () => {
  const api = await startApi()
  const browser = await chromium.launch({
    executablePath: installedBrowser(),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  try {
    const page = await browser.newPage()
    const faults: string[] = []
    const foreign: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== api.baseUrl) foreign.push(request.url())
    })
    await page.goto(`${api.baseUrl}/docs/`)
    await page.getByText('Terms-of-service scans of creator profiles').first().waitFor()
    assert.deepEqual({ faults, foreign }, { faults: [], foreign: [] })

    await page.setContent(`<iframe src="${api.baseUrl}/docs/"></iframe>`)
    await page.waitForFunction('document.querySelector("iframe").contentDocument === null')
    assert.equal(await page.frames()[1]?.getByText('Terms-of-service').count(), 0)
  } finally {
    await browser.close()
    await api.stop()
  }
})
