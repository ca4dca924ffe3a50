import { z } from 'zod'
import { httpProxy, integer, type Read, type Setting } from './setting.ts'

/** How pages are come by, and what may be reached at all. */
export const collectionSettings = {
  TOSCAN_EGRESS_PROXY: {
    describe:
      'HTTP forward proxy for all collection. Names that lead to private addresses from here are refused; those that mean nothing here are left to it. Models have TOSCAN_MODEL_PROXY.',
    schema: httpProxy,
    secret: true,
  },
  TOSCAN_EGRESS_ALLOW: {
    describe:
      'CIDRs or hosts (comma-separated) that webhooks and requests to the search engine may reach although private. Never the ports of this service.',
    schema: z.string(),
    fallback: '',
  },
  TOSCAN_EGRESS_ALLOW_COLLECTION: {
    describe:
      'The same for pages. Whoever has an API key can then read what stands there: for tests and inner networks.',
    schema: z.string(),
    fallback: '',
  },
  TOSCAN_EGRESS_ALLOW_SEARCH: {
    describe: 'The same for requests to the search engine alone.',
    schema: z.string(),
    fallback: '',
  },
  TOSCAN_EGRESS_ALLOW_MODEL: {
    describe: 'The same for models. What TOSCAN_MODEL_BASE_URL names needs no entry.',
    schema: z.string(),
    fallback: '',
  },
  TOSCAN_EGRESS_ALLOW_WEBHOOKS: {
    describe: 'The same for webhooks alone.',
    schema: z.string(),
    fallback: '',
  },
  TOSCAN_EGRESS_ALLOW_STORE: {
    describe:
      'The same for the evidence bucket and the time-stamping authority. What TOSCAN_EVIDENCE_S3_ENDPOINT and TOSCAN_TIMESTAMP_URL name needs no entry.',
    schema: z.string(),
    fallback: '',
  },
  TOSCAN_EGRESS_ALLOW_OIDC: {
    describe:
      'The same for what the OpenID Connect issuer names as its addresses. The host of TOSCAN_OIDC_ISSUER needs no entry.',
    schema: z.string(),
    fallback: '',
  },
  TOSCAN_USER_AGENT: {
    describe: 'How collection introduces itself; name a contact address in it.',
    // Anything else is refused when it is sent, and would be taken for the fault of every page.
    schema: z
      .string()
      .max(300)
      .regex(
        /^[\x21-\x7e\xa0-\xff](?:[\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa0-\xff])?$/,
        'must be written in Latin letters, as headers are',
      ),
    fallback: 'Toscan/0.1 (profile review; +https://github.com/toscan/toscan)',
  },
  TOSCAN_ROBOTS: {
    describe:
      'respect: robots.txt holds for everything but the submitted profile itself; ignore: for nothing.',
    schema: z.enum(['respect', 'ignore']),
    fallback: 'respect',
  },
  TOSCAN_PAGE_TIMEOUT_MS: {
    describe:
      'Milliseconds that a page may take with all its redirects. Unset: 15000 for the submitted profile, 10000 for others.',
    schema: integer(1000, 120_000),
  },
  TOSCAN_PAGE_REUSE_SECONDS: {
    describe:
      'Seconds in which no scan asks a site again for a linked page that another scan has read. The submitted profile is always asked for. 0: never reuse.',
    schema: integer(0, 86_400),
    fallback: '600',
  },
  TOSCAN_HOST_DELAY_MS: {
    describe:
      'Milliseconds between requests of all workers to one host, after the first four. 0: no delay, and Retry-After is not heeded.',
    schema: integer(0, 60_000),
    fallback: '25',
  },
  TOSCAN_HOST_CONCURRENCY: {
    describe: 'Requests of all workers to one host at the same time.',
    schema: integer(1, 1000),
    fallback: '4',
  },
  TOSCAN_BROWSER: {
    describe:
      'auto (the first Chromium found), off, or the path of one. Pages that show nothing without scripts are read in it.',
    schema: z.string().min(1),
    fallback: 'auto',
  },
  TOSCAN_BROWSER_MEMORY_MB: {
    describe:
      'Memory of the browser, all its processes together, in millions of bytes. Beyond it is ended and replaced, and the page that took most is not read. Linux only.',
    schema: integer(300, 100_000),
    fallback: '1500',
  },
  TOSCAN_SCREENSHOTS: {
    describe:
      'on: reports keep screenshots of pages read in the browser and, where a deep scan calls for review, of the profile and of pages with findings; off: none.',
    schema: z.enum(['on', 'off']),
    fallback: 'on',
  },
  TOSCAN_PICTURES: {
    describe:
      'on: avatars and banners are compared, and codes (QR and the like) in them are read and followed; off: no picture is fetched.',
    schema: z.enum(['on', 'off']),
    fallback: 'on',
  },
  TOSCAN_SEARCH: {
    describe:
      'Outside search: searxng:<url>, brave:<key> or google:<key>@<engine id>. Unset: the step is skipped and coverage says so.',
    schema: z
      .string()
      .regex(
        /^(searxng:https?:\/\/.+|brave:.+|google:[^@]+@.+)$/,
        'must look like searxng:https://search.example, brave:<key> or google:<key>@<engine id>',
      ),
    secret: true,
  },
  TOSCAN_SAME_HANDLE: {
    describe:
      'Sites that a deep scan asks whether somebody there has the submitted handle, one page each, 12 at most. 0: none.',
    schema: integer(0, 12),
    fallback: '0',
  },
} as const satisfies Record<string, Setting>

type CollectionRead = Read<typeof collectionSettings>

export interface CollectionConfig {
  egressProxy: string | undefined
  /** By door, what may be reached although private. */
  egressAllow: Record<'collection' | 'search' | 'model' | 'webhooks' | 'store' | 'oidc', string>
  userAgent: string
  robots: 'respect' | 'ignore'
  pageTimeoutMs: number | undefined
  pageReuseSeconds: number
  hostDelayMs: number
  hostConcurrency: number
  /** `auto`, `off` or a path. */
  browser: string
  browserMostBytes: number
  screenshots: 'on' | 'off'
  pictures: 'on' | 'off'
  search: string | undefined
  /** Sites that are asked for the same handle. */
  sameHandle: number
}

export function toCollectionConfig(read: CollectionRead): CollectionConfig {
  return {
    egressProxy: read.TOSCAN_EGRESS_PROXY,
    egressAllow: {
      collection: read.TOSCAN_EGRESS_ALLOW_COLLECTION,
      search: `${read.TOSCAN_EGRESS_ALLOW} ${read.TOSCAN_EGRESS_ALLOW_SEARCH}`.trim(),
      model: read.TOSCAN_EGRESS_ALLOW_MODEL,
      webhooks: `${read.TOSCAN_EGRESS_ALLOW} ${read.TOSCAN_EGRESS_ALLOW_WEBHOOKS}`.trim(),
      store: read.TOSCAN_EGRESS_ALLOW_STORE,
      oidc: read.TOSCAN_EGRESS_ALLOW_OIDC,
    },
    userAgent: read.TOSCAN_USER_AGENT,
    robots: read.TOSCAN_ROBOTS,
    pageTimeoutMs: read.TOSCAN_PAGE_TIMEOUT_MS,
    pageReuseSeconds: read.TOSCAN_PAGE_REUSE_SECONDS,
    hostDelayMs: read.TOSCAN_HOST_DELAY_MS,
    hostConcurrency: read.TOSCAN_HOST_CONCURRENCY,
    browser: read.TOSCAN_BROWSER,
    browserMostBytes: read.TOSCAN_BROWSER_MEMORY_MB * 1_000_000,
    screenshots: read.TOSCAN_SCREENSHOTS,
    pictures: read.TOSCAN_PICTURES,
    search: read.TOSCAN_SEARCH,
    sameHandle: read.TOSCAN_SAME_HANDLE,
  }
}
