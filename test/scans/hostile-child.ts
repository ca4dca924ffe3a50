import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import { loadPolicyPack } from '../../src/policy/pack/pack.ts'

/**
 * A process of its own for hostile scans, so that its memory can be measured: scans what a line of its input names, and answers each with a line of
 * JSON. `peak` is the most that it ever held: no scan may leave anything to the next one that would bring it above.
 */

const [proxy, authority = '', warmUp = ''] = process.argv.slice(2)
/** Slow pages are given up sooner than in service, so that the test need not wait for them. */
const PATIENCE_MS = 2500

const fetcher = createFetchPage({
  allow: parseEgressAllow(''),
  proxy,
  userAgent: 'Toscan/test',
  ca: readFileSync(authority, 'utf8'),
})
const context = {
  fetchPage: (request, options = {}) => fetcher.fetchPage(request, { ...options, timeoutMs: PATIENCE_MS }),
  platforms: await loadPlatforms(),
  policies: loadPolicyPack([join(import.meta.dirname, '..', '..', 'policies')]),
  search: null,
} satisfies Parameters<typeof scanProfile>[0]

await scan(warmUp)
const idle = process.memoryUsage.rss()
console.log('warm')
for await (const url of createInterface({ input: process.stdin })) {
  const result = await scan(url)
  const peak = process.resourceUsage().maxRSS * 1024
  console.log(JSON.stringify({ idle, peak, result }))
}
await fetcher.close()

function scan(url: string) {
  return scanProfile(
    context,
    { url, mode: 'deep' },
    plainStepRunner(() => {}),
    AbortSignal.timeout(60_000),
  )
}
