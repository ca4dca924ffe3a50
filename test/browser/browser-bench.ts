import type { Site } from '../../demo/web/site.ts'
import type { TriageReport } from '../../sdk/contract.ts'
import type { Browser } from '../../src/net/browser/browser.ts'
import { type Bench, openBench, type StoredCapture } from '../evidence/bench.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { openTrustingBrowser } from './trusting-browser.ts'

export interface BrowserBench {
  web: WebUnderTest
  browser: Browser
  bench: Bench
  scan(url: string): Promise<{ scanId: string; report: TriageReport; captures: StoredCapture[] }>
  close(): Promise<void>
}

/** A made-up web, a browser that reads it and takes pictures, and one organization that scans in it. */
export async function openBrowserBench(sites: Site[]): Promise<BrowserBench> {
  const web = await scanThrough(sites)
  const browser = openTrustingBrowser({ proxy: web.proxyUrl })
  const bench = await openBench({ ...web.context, render: browser.render, screenshots: true })
  const orgId = await bench.makeOrg()
  return {
    web,
    browser,
    bench,
    async scan(url) {
      const scanId = await bench.scan(orgId, url)
      return { scanId, report: await bench.reportOf(scanId), captures: await bench.capturesOf(scanId) }
    },
    async close() {
      await bench.close()
      await browser.close()
      await web.close()
    },
  }
}
