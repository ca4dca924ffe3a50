import { type Browser, chromium } from 'playwright-core'
import { installedBrowser } from '../browser/installed-browser.ts'
import { shareInProcess } from './share-in-process.ts'

/** The Chromium of this process: what is a file's own are contexts. */
export const sharedBrowser = shareInProcess<Browser>(
  () =>
    chromium.launch({
      executablePath: installedBrowser(),
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        // Pages of one context have one process: where one has been before, scripts are compiled.
        '--process-per-site',
        // A page is gone before what was optimized for it pays: a fifth of what these tests computed was V8 optimizing axe for each anew.
        '--js-flags=--no-maglev --no-opt',
      ],
    }),
  (browser) => browser.close(),
)
