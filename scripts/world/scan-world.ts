import { z } from 'zod'
import { startDemoWeb } from '../../demo/web/start.ts'
import type { Coverage } from '../../sdk/contract.ts'
import type { Reviewer } from '../../src/models/reviewer.ts'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { type ScanContext, scanProfile } from '../../src/pipeline/scan.ts'
import type { RunStep } from '../../src/pipeline/step.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import type { Recommendation } from '../../src/policy/score/score-input.ts'
import { siteOf } from './make-world.ts'
import type { WorldCreator } from './plan.ts'

const seenSchema = z.object({
  url: z.string(),
  finalUrl: z.string(),
  outcome: z.string(),
  texts: z.array(z.object({ channel: z.string(), text: z.string() })),
  links: z.array(z.object({ url: z.string() })),
})
const stepSchema = z.object({
  evidence: z.union([seenSchema.transform((one) => [one]), z.array(seenSchema)]),
})

/** One page as the judge was given it. */
export type Seen = z.infer<typeof seenSchema>

/** What a scan made of a creator. */
export interface Scanned {
  creator: WorldCreator
  result: Recommendation | 'failed'
  codes: string[]
  chain: string
  coverage: Coverage
  seen: Seen[]
  /** What the steps that collect gave, by their names, as a worker stores it. */
  collected: ReadonlyMap<string, string>
}

/** Scans at once: more do not end sooner on few cores. */
const AT_ONCE = 6
/** A page that hangs is waited for this long, and one that a busy machine serves late is not lost. */
const PAGE_TIMEOUT_MS = 8_000

/**
 * Whole deep scans of creators through the product's own pipeline and its only door out, against servers on loopback. No search engine, no
 * browser, and a model only where one is given.
 * @param before scans of the same creators: what these collected is judged anew, as in a scan that is resumed
 */
export async function scanWorld(
  creators: readonly WorldCreator[],
  policies: PolicyPack,
  reviewer: Reviewer | null = null,
  before: readonly Scanned[] = [],
): Promise<Scanned[]> {
  const web = await startDemoWeb([siteOf(creators)])
  const fetcher = createFetchPage({
    allow: parseEgressAllow(''),
    proxy: web.proxyUrl,
    userAgent: 'Toscan/world',
    ca: web.authority,
    timeoutMs: PAGE_TIMEOUT_MS,
  })
  try {
    const context: ScanContext = {
      fetchPage: fetcher.fetchPage,
      platforms: await loadPlatforms(),
      policies,
      search: null,
      reviewers: { deep: reviewer, quick: reviewer },
      pageTimeoutMs: PAGE_TIMEOUT_MS,
    }
    return await inTurns(creators, AT_ONCE, (creator, index) =>
      scanOne(context, creator, before[index]?.collected ?? new Map()),
    )
  } finally {
    await fetcher.close()
    await web.close()
  }
}

async function scanOne(
  context: ScanContext,
  creator: WorldCreator,
  before: ReadonlyMap<string, string>,
): Promise<Scanned> {
  const seen: Seen[] = []
  const collected = new Map<string, string>()
  const step: RunStep = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (!COLLECTING.has(name)) return work()
    // Before judging: later the words that endanger a child are masked.
    const stored = before.get(name) ?? JSON.stringify(await work())
    collected.set(name, stored)
    seen.push(...stepSchema.parse(JSON.parse(stored)).evidence)
    return JSON.parse(stored) as T
  }
  const scan = { url: creator.url, mode: 'deep' as const }
  const result = await scanProfile(context, scan, step, new AbortController().signal)
  const { coverage } = result
  if (result.status === 'failed')
    return { creator, result: 'failed', codes: [], chain: '', coverage, seen, collected }
  const { recommendation, reason_codes: codes, link_chain: chain } = result.report
  return { creator, result: recommendation, codes, chain, coverage, seen, collected }
}

const COLLECTING = new Set(['profile', 'links', 'social'])

async function inTurns<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (each: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < all.length; index = next++) {
      const each = all[index]
      if (each !== undefined) results[index] = await work(each, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker))
  return results
}
