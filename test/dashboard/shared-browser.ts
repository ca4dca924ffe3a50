import { type Browser, chromium } from 'playwright-core'
import { installedBrowser } from '../browser/installed-browser.ts'

/** Another file of the process may ask for it within this time. */
const KEPT_MS = 2000

let users = 0
let browser: Promise<Browser> | undefined
let ending: NodeJS.Timeout | undefined

/** The Chromium of this process, for as many files as run in it: what is theirs are contexts of their own. */
export function takeBrowser(): Promise<Browser> {
  clearTimeout(ending)
  users += 1
  browser ??= chromium.launch({
    executablePath: installedBrowser(),
    chromiumSandbox: process.getuid?.() !== 0,
    // Pages of one context have one process: where one has been before, scripts are compiled.
    args: ['--disable-gpu', '--disable-background-networking', '--process-per-site'],
  })
  return browser
}

/** Whoever has taken it needs it no more. */
export function giveBrowserBack() {
  users -= 1
  if (users > 0) return
  const unused = browser
  ending = setTimeout(async () => {
    browser = undefined
    await (await unused)?.close()
  }, KEPT_MS)
}
