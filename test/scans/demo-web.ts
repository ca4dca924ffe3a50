import assert from 'node:assert/strict'
import type { Site } from '../../demo/web/site.ts'
import { startDemoWeb } from '../../demo/web/start.ts'
import type { ScanMode } from '../../sdk/contract.ts'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createFetchPage, type FetchPageOptions } from '../../src/net/http/fetch-page.ts'
import { type ScanContext, type ScanResult, scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import { searchEngineOf } from '../../src/search/index.ts'
import { pack } from '../policy/built-in-pack.ts'

export interface WebUnderTest {
  context: ScanContext
  requests: string[]
  proxyUrl: string
  authority: string
  close(): Promise<void>
}

/** A made-up web and the real way out to it: nothing of the pipeline is replaced. */
export async function scanThrough(
  sites: Site[],
  {
    search,
    latencyMs = 0,
    limits = {},
  }: { search?: string; latencyMs?: number; limits?: Partial<FetchPageOptions> } = {},
): Promise<WebUnderTest> {
  const web = await startDemoWeb(sites, { latencyMs })
  const fetcher = createFetchPage({
    allow: parseEgressAllow(''),
    proxy: web.proxyUrl,
    userAgent: 'Toscan/test',
    ca: web.authority,
    ...limits,
  })
  return {
    context: {
      fetchPage: fetcher.fetchPage,
      platforms: await loadPlatforms(),
      policies: pack,
      search: searchEngineOf(search),
    },
    requests: web.requests,
    proxyUrl: web.proxyUrl,
    authority: web.authority,
    close: async () => {
      await fetcher.close()
      await web.close()
    },
  }
}

/** One profile of a made-up web, scanned to its end, and what was asked for on the way. */
export async function scanOf(
  url: string,
  site: Site,
  mode: ScanMode = 'deep',
): Promise<ScanResult & { status: 'completed'; requests: string[] }> {
  const web = await scanThrough([site])
  const result = await scanProfile(
    web.context,
    { url, mode },
    plainStepRunner(() => {}),
    AbortSignal.timeout(60_000),
  )
  await web.close()
  assert.ok(result.status === 'completed')
  return { ...result, requests: web.requests }
}
