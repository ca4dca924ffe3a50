import { type Browser, chromium } from 'playwright-core'
import { installedBrowser } from '../browser/installed-browser.ts'
import { shareInProcess } from './share-in-process.ts'

/** The Chromium of this process: what is a file's own are contexts. */
export const sharedBrowser = shareInProcess<Browser>(
  () =>
    chromium.launch({
      executablePath: installedBrowser(),
      chromiumSandbox: process.getuid?.() !== 0,
      // Pages of one context have one process: where one has been before, scripts are compiled.
      args: ['--disable-gpu', '--disable-background-networking', '--process-per-site'],
    }),
  (browser) => browser.close(),
)
