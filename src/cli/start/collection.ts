import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { createHostRequests } from '../../db/collection/host-requests.ts'
import { createHostTurns } from '../../db/collection/host-turns.ts'
import type { Db } from '../../db/database.ts'
import { createFolderStore } from '../../evidence/folder-store.ts'
import type { PageResponse } from '../../evidence/page.ts'
import { createS3Store, MOST_S3_BYTES } from '../../evidence/s3-store.ts'
import type { EvidenceStore } from '../../evidence/store.ts'
import { type SharedPages, type SharePagesContext, sharePages } from '../../jobs/share-pages.ts'
import type { Metrics } from '../../metrics.ts'
import { createBrowser } from '../../net/browser/browser.ts'
import { findBrowser } from '../../net/browser/find-browser.ts'
import { createFetchPage, type PageFetcher } from '../../net/http/fetch-page.ts'
import { createServiceFetch } from '../../net/http/service-fetch.ts'
import { createPictureReader } from '../../pictures/create-picture-reader.ts'
import { createTextReader } from '../../pictures/text-reader.ts'
import type { ScanContext } from '../../pipeline/scan.ts'
import { loadPlatforms } from '../../platforms/index.ts'
import { findAbsence, findWall } from '../../platforms/reading/walls.ts'
import { loadPolicyPack } from '../../policy/pack/pack.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { searchEngineOf } from '../../search/index.ts'
import { egressAllowOf } from './egress-allow-of.ts'
import { createReviewers } from './models.ts'
import { ROOT } from './start.ts'

/** What serves and what scans in one process judge by one pack. */
const packs = new WeakMap<Config, PolicyPack>()

/** The built-in pack, then the operator's own pack and lists: read once for a configuration. */
export function loadConfiguredPolicies(config: Config): PolicyPack {
  const known = packs.get(config)
  if (known) return known
  const pack = loadPolicyPack(
    [join(ROOT, 'policies'), ...config.policyDirs],
    config.listsDir ? [config.listsDir] : [],
  )
  packs.set(config, pack)
  return pack
}

/** Where the bytes of evidence lie. Its door needs no closing: idle connections end by themselves and keep no process. */
export function evidenceStoreOf(config: Config): EvidenceStore {
  const { evidenceBucket: bucket } = config
  if (bucket === null) return createFolderStore(join(config.dataDir, 'evidence'))
  const { fetch } = createServiceFetch({
    baseUrl: bucket.endpoint,
    isNamed: bucket.isNamed,
    allow: egressAllowOf(config, 'store'),
    proxy: bucket.proxy,
    maxAnswerBytes: MOST_S3_BYTES,
  })
  return createS3Store(bucket, { fetch })
}

/** What a scan needs and a server does not: the way out, the platforms, the policies, the search. */
export async function createScanContext(
  config: Config,
  metrics: Metrics,
  log: Logger,
  db: Db | null = null,
): Promise<ScanContext & Pick<PageFetcher, 'readAgain' | 'close'>> {
  const wayOut = {
    allow: egressAllowOf(config, 'collection'),
    proxy: config.egressProxy,
    userAgent: config.userAgent,
  }
  const executable = findBrowser(config.browser, config.searchPath)
  if (executable === null) log.info({ setting: config.browser }, 'no browser: pages are read by HTTP only')
  const fetcher = createFetchPage({
    ...wayOut,
    searchAllow: egressAllowOf(config, 'search'),
    robots: config.robots,
    timeoutMs: config.pageTimeoutMs,
    perHostConcurrency: config.hostConcurrency,
    requests: db ? createHostRequests(db, config.hostConcurrency) : undefined,
    turns: db && config.hostDelayMs > 0 ? createHostTurns(db, config.hostDelayMs) : undefined,
    onRequest: (event) =>
      metrics.fetches.inc({ outcome: event.reason ?? `http_${Math.floor((event.status ?? 0) / 100)}xx` }),
  })
  const reviewers = createReviewers(config, metrics, db)
  const pictures =
    config.pictures === 'on'
      ? createPictureReader({ text: createTextReader(join(ROOT, 'extras', 'text-in-pictures')) })
      : null
  const { manners } = fetcher
  const browser =
    executable === null
      ? null
      : createBrowser({
          ...wayOut,
          executable,
          log,
          manners,
          mostBytes: config.browserMostBytes,
          onVisit: ({ outcome, durationMs }) => metrics.renders.observe({ outcome }, durationMs / 1000),
        })
  return {
    fetchPage: fetcher.fetchPage,
    readAgain: fetcher.readAgain,
    platforms: await loadPlatforms(),
    policies: loadConfiguredPolicies(config),
    search: searchEngineOf(config.search),
    sameHandle: config.sameHandle,
    pageTimeoutMs: config.pageTimeoutMs,
    render: browser?.render ?? null,
    reviewers,
    screenshots: config.screenshots === 'on',
    readPicture: pictures?.readPicture ?? null,
    close: async () => {
      await Promise.all([fetcher.close(), browser?.close(), pictures?.close(), reviewers.close()])
    },
  }
}

/** One memory of pages for all scans of the deployment; null when the operator wants none. */
export function sharedPagesOf(config: Config, ctx: Omit<SharePagesContext, 'isPage'>): SharedPages | null {
  if (config.pageReuseSeconds === 0) return null
  const isPage = (response: PageResponse) => findWall(response) === null && findAbsence(response) === null
  // What one worker may reach, another may not be shown.
  const { userAgent, egressProxy = null, egressAllow, robots } = config
  const wayOut = JSON.stringify([userAgent, egressProxy, egressAllow.collection, egressAllow.search, robots])
  return sharePages({ ...ctx, isPage }, { freshSeconds: config.pageReuseSeconds, wayOut })
}
