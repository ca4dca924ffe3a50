import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { InvalidInput } from './errors.ts'

/** Retry waits of Standard Webhooks 1.0.0, in seconds before each attempt. */
const STANDARD_RETRY_SCHEDULE = '0,5,300,1800,7200,18000,36000,50400,72000,86400'

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must lie between ${min} and ${max}`)

const modelName = z
  .string()
  .regex(
    /^(anthropic|openai|google|openai-compatible):.+$/,
    'must look like anthropic:<model>, openai:<model>, google:<model> or openai-compatible:<model>',
  )

const dollars = /^\d+(\.\d+)?$/

const modelPrices = z.string().transform((text, ctx) => {
  const prices: Record<string, { input: number; output: number; cached: number }> = {}
  for (const entry of text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const at = entry.lastIndexOf('=')
    const [input, output, cached = input, ...rest] = entry.slice(at + 1).split('/')
    const amounts = [input, output, cached].filter((each) => each !== undefined && dollars.test(each))
    if (at <= 0 || amounts.length < 3 || rest.length > 0) {
      ctx.addIssue({
        code: 'custom',
        message: `"${entry}" must look like openai:<model>=0.25/2 or …=0.25/2/0.025`,
      })
      return z.NEVER
    }
    prices[entry.slice(0, at)] = { input: Number(input), output: Number(output), cached: Number(cached) }
  }
  return prices
})

const secondsList = z
  .string()
  .regex(/^\d+(\s*,\s*\d+)*$/, 'must be seconds separated by commas, e.g. 0,5,300')
  .transform((value) => value.split(',').map(Number))

/** Addresses and CIDRs. Not everybody: then whoever writes the header would choose their own address. */
const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((entries) => entries.every(isNetwork), {
    error: 'must be addresses or networks such as 10.0.0.0/8 or fd00::/8, comma-separated, and not everybody',
  })

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || rest.length > 0) return false
  return prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= bits)
}

const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((entries) => entries.every((entry) => URL.parse(entry)?.origin === entry), {
    error: 'must be origins such as https://app.example, comma-separated, without a path',
  })

const httpProxy = z.url({ protocol: /^http$/, error: 'must be the address of an http:// proxy' })

const domains = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine((entries) => entries.every((entry) => /^[^@\s]+\.[^@\s.]+$/.test(entry)), {
    error: 'must be domains such as example.org, comma-separated',
  })

interface Setting {
  describe: string
  schema: z.ZodType
  fallback?: string
  secret?: boolean
}

/** Every setting, once: its name, what it is for, what it accepts, and its value when unset. */
const SETTINGS = {
  HOST: {
    describe: 'Address that the HTTP server listens on.',
    schema: z.string().min(1),
    fallback: '127.0.0.1',
  },
  PORT: {
    describe: 'Port of the HTTP server; 0 picks a free one.',
    schema: integer(0, 65535),
    fallback: '8080',
  },
  DATABASE_URL: {
    describe: 'PostgreSQL 15 or later. Unset: an embedded PostgreSQL in TOSCAN_DATA_DIR.',
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
    secret: true,
  },
  TOSCAN_DATABASE_DIRECT_URL: {
    describe:
      'The same database past a pooler in transaction mode (PgBouncer) that DATABASE_URL leads to. Unset: DATABASE_URL leads to PostgreSQL itself.',
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
    secret: true,
  },
  TOSCAN_DATA_DIR: {
    describe: 'Folder for the embedded database, the instance key and stored evidence.',
    schema: z.string().min(1),
    fallback: './data',
  },
  TOSCAN_PUBLIC_URL: {
    describe: 'Address under which people and integrators reach this service.',
    schema: z.url({ protocol: /^https?$/ }),
  },
  TOSCAN_TRUST_PROXY: {
    describe:
      'Addresses or CIDRs (comma-separated) of the proxies in front: their X-Forwarded-For says who calls. Unset: nobody is believed.',
    schema: networks,
  },
  TOSCAN_CORS_ORIGINS: {
    describe:
      'Origins (comma-separated, as https://app.example) whose pages may call the interface from a browser, with a key or token of their own. Unset: none.',
    schema: origins,
  },
  TOSCAN_SECRET_KEY: {
    describe:
      'Instance key: 64 hex characters. Made in the data folder when unset and the database is embedded.',
    schema: z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hex characters (openssl rand -hex 32)'),
    secret: true,
  },
  TOSCAN_SCAN_CONCURRENCY: {
    describe:
      'Scans running at once in the whole deployment. Setting it on one process changes it for all; 10 at first.',
    schema: integer(1, 10_000),
  },
  TOSCAN_DAILY_SCAN_LIMIT: {
    describe: 'Daily scan limit given to new organizations. Unset: none.',
    schema: integer(0, 1_000_000_000),
  },
  TOSCAN_EGRESS_PROXY: {
    describe:
      'HTTP forward proxy for all collection. Names that lead to private addresses from here are refused; those that mean nothing here are left to it. Models have TOSCAN_MODEL_PROXY.',
    schema: z.url({ protocol: /^https?$/ }),
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
    schema: z.string().min(1).max(300),
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
  TOSCAN_EVIDENCE: {
    describe:
      'Where stored pages lie: folder (in TOSCAN_DATA_DIR), or s3://<bucket>[/<prefix>] of any S3-compatible service.',
    schema: z
      .string()
      .regex(
        /^(folder|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?)$/,
        'must be folder, or s3://<bucket>/<prefix> with a bucket name of 3 to 63 letters',
      ),
    fallback: 'folder',
  },
  TOSCAN_EVIDENCE_S3_ENDPOINT: {
    describe: 'Address of the S3-compatible service. Unset: Amazon in TOSCAN_EVIDENCE_S3_REGION.',
    schema: z.url({ protocol: /^https?$/ }),
  },
  TOSCAN_EVIDENCE_S3_REGION: {
    describe: 'Region of the bucket, as the service names it.',
    schema: z.string().regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1, or auto'),
    fallback: 'us-east-1',
  },
  TOSCAN_EVIDENCE_S3_KEY_ID: { describe: 'Access key id for the bucket.', schema: z.string() },
  TOSCAN_EVIDENCE_S3_SECRET: { describe: 'Secret of that key.', schema: z.string(), secret: true },
  TOSCAN_STORE_PROXY: {
    describe:
      'HTTP forward proxy to the evidence bucket, http://[user:password@]host:port. Unset: it is asked directly, whatever collection goes through.',
    schema: httpProxy,
    secret: true,
  },
  TOSCAN_EVIDENCE_RETENTION_DAYS: {
    describe: 'Days after which the stored pages of a scan are deleted. Its report stays.',
    schema: integer(1, 36_500),
    fallback: '90',
  },
  TOSCAN_SCAN_RETENTION_DAYS: {
    describe: 'Days after which ended scans are deleted with all that hangs on them. Unset: they are kept.',
    schema: integer(1, 36_500),
  },
  TOSCAN_AUDIT_RETENTION_DAYS: {
    describe: 'Days after which rows of the audit trail are deleted. Unset: they are kept.',
    schema: integer(1, 36_500),
  },
  TOSCAN_TIMESTAMP_URL: {
    describe:
      'Address of a time-stamping authority (RFC 3161), asked once a minute while scans end. Unset: their manifests are signed and not stamped.',
    schema: z.url({ protocol: /^https?$/ }),
  },
  TOSCAN_TIMESTAMP_PROXY: {
    describe: 'HTTP forward proxy to that authority. Unset: it is asked directly.',
    schema: httpProxy,
    secret: true,
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
  TOSCAN_MODEL_DEEP: {
    describe: 'Model that reads deep scans beside the rules. Unset: the rules alone.',
    schema: modelName,
  },
  TOSCAN_MODEL_QUICK: {
    describe: 'Model that reads quick scans beside the rules. Unset: the rules alone.',
    schema: modelName,
  },
  TOSCAN_MODEL_BASE_URL: {
    describe:
      'Where the models are asked, e.g. http://gpu.lan:8000/v1. Unset: at the provider of their name.',
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((url) => new URL(url).username === '' && new URL(url).password === '', {
        error: 'must not hold credentials; they belong in TOSCAN_MODEL_API_KEY',
      }),
  },
  TOSCAN_MODEL_PROXY: {
    describe:
      'HTTP forward proxy to the models, http://[user:password@]host:port. Unset: they are asked directly, whatever collection goes through.',
    schema: httpProxy,
    secret: true,
  },
  TOSCAN_MODEL_API_KEY: { describe: 'Key for the model provider.', schema: z.string().min(1), secret: true },
  TOSCAN_MODEL_TIMEOUT_SECONDS: {
    describe: 'For all that a model is asked about one profile; a quick scan takes a third of it.',
    schema: integer(1, 300),
    fallback: '60',
  },
  TOSCAN_MODEL_CACHE_DAYS: {
    describe:
      'Days for which the answer about unchanged evidence is remembered instead of paid again. 0: never.',
    schema: integer(0, 365),
    fallback: '30',
  },
  TOSCAN_MODEL_PRICES: {
    describe:
      'US dollars per million tokens, over the built-in list: <provider>:<model>=<input>/<output>[/<cached input>], comma-separated.',
    schema: modelPrices,
  },
  TOSCAN_WEBHOOK_RETRY_SCHEDULE: {
    describe: 'Seconds to wait before each delivery attempt.',
    schema: secondsList,
    fallback: STANDARD_RETRY_SCHEDULE,
  },
  TOSCAN_SMTP_URL: {
    describe:
      'Mail server: smtp://[name:password@]host[:587] (STARTTLS where it has it) or smtps://…; the same for API and workers. Unset: no mail is sent.',
    schema: z.url({ protocol: /^smtps?$/ }),
    secret: true,
  },
  TOSCAN_MAIL_FROM: {
    describe: 'Sender of mail, e.g. Toscan <toscan@example.org>. Required with TOSCAN_SMTP_URL.',
    schema: z
      .string()
      .regex(
        /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'must be an e-mail address, or a name with <address>',
      ),
  },
  TOSCAN_OIDC_ISSUER: {
    describe:
      'OpenID Connect issuer that people may sign in with, e.g. https://login.example. Its clients know <public URL>/api/auth/callback/company.',
    schema: z.url({ protocol: /^https?$/ }),
  },
  TOSCAN_OIDC_CLIENT_ID: {
    describe: 'This service at the issuer. Required with TOSCAN_OIDC_ISSUER.',
    schema: z.string().min(1),
  },
  TOSCAN_OIDC_CLIENT_SECRET: {
    describe: 'Its secret; unset for a public client.',
    schema: z.string().min(1),
    secret: true,
  },
  TOSCAN_OIDC_PROXY: {
    describe:
      'HTTP forward proxy to the issuer. Unset: it is asked directly, whatever collection goes through.',
    schema: httpProxy,
    secret: true,
  },
  TOSCAN_OIDC_NAME: {
    describe: 'What the button of the sign-in calls the issuer; unset: its host.',
    schema: z.string().min(1).max(60),
  },
  TOSCAN_OIDC_ORG: {
    describe:
      'Organization that whoever signs in with the issuer for the first time becomes a member of. Unset: only people who have an account already.',
    schema: z.string().min(1),
  },
  TOSCAN_OIDC_ROLE: {
    describe: 'Their role there: member or admin.',
    schema: z.enum(['member', 'admin']),
    fallback: 'member',
  },
  TOSCAN_OIDC_DOMAINS: {
    describe:
      'Domains of the e-mail addresses that may sign in with the issuer, comma-separated. Unset: all.',
    schema: domains,
    fallback: '',
  },
  TOSCAN_OIDC_TRUST_EMAIL: {
    describe:
      'true: addresses that the issuer does not call verified are believed, for issuers that never do.',
    schema: z.enum(['true', 'false']),
    fallback: 'false',
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
  TOSCAN_POLICY_DIR: {
    describe: "An operator's own policy pack beside the built-in one.",
    schema: z.string().min(1),
  },
  TOSCAN_EMBEDDINGS_DIR: {
    describe:
      'Folder with an embedding model of sentences (model.onnx, tokenizer.json), heard beside the small classifier. Needs `npm run embeddings`. Unset: none.',
    schema: z.string().min(1),
  },
  TOSCAN_LISTS_DIR: { describe: "An operator's host and hash lists.", schema: z.string().min(1) },
  TOSCAN_SERVER: {
    describe:
      'Server that the client commands talk to. Unset: the one of `toscan login`, else http://127.0.0.1:8080.',
    schema: z.url({ protocol: /^https?$/ }),
  },
  TOSCAN_API_KEY: {
    describe: 'API key for that server. Unset: the one that `toscan login` keeps for it.',
    schema: z.string().min(1),
    secret: true,
  },
  TOSCAN_DASHBOARD: {
    describe: 'auto (the one that `npm run build` makes), off, or the folder of a built dashboard.',
    schema: z.string().min(1),
    fallback: 'auto',
  },
  TOSCAN_DRAIN_SECONDS: {
    describe:
      'Seconds for which a server that was told to stop still takes requests while /readyz says 503: what your balancer needs to notice.',
    schema: integer(0, 60),
    fallback: '1',
  },
  TOSCAN_METRICS: {
    describe:
      'public: /metrics answers to everybody; local: to loopback only, and on PORT not behind a proxy.',
    schema: z.enum(['local', 'public']),
    fallback: 'local',
  },
  TOSCAN_METRICS_PORT: {
    describe:
      'A port of their own for health, readiness and metrics, of every role, on HOST; 0 picks a free one. Unset: the API shows its own on PORT, and workers show none.',
    schema: integer(0, 65535),
  },
  TOSCAN_METRICS_TOKEN: {
    describe:
      'Bearer token with which /metrics answers beyond loopback; when it is set nobody else is answered.',
    schema: z.string().regex(/^[\x21-\x7e]{16,}$/, 'must have 16 characters or more, and no blanks'),
    secret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    describe:
      'OpenTelemetry collector that is sent traces, e.g. http://collector:4318, by the packages that `npm run opentelemetry` installs; they know the other OTEL_ settings.',
    schema: z.url({ protocol: /^https?$/ }),
  },
  TOSCAN_LOG_LEVEL: {
    describe: 'fatal, error, warn, info, debug, trace or silent.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
  },
} as const satisfies Record<string, Setting>

type Settings = typeof SETTINGS
type Value<S> = S extends { schema: infer Z } ? (Z extends z.ZodType ? z.output<Z> : never) : never
type Read = {
  [K in keyof Settings]: Settings[K] extends { fallback: string }
    ? Value<Settings[K]>
    : Value<Settings[K]> | undefined
}

/** Whose accounts the people here have, and what somebody gets who comes for the first time. */
export interface Company {
  /** As OpenID Connect Discovery 1.0 knows it: `<issuer>/.well-known/openid-configuration` is asked. */
  issuer: string
  clientId: string
  /** Null for a public client, which PKCE alone protects. */
  clientSecret: string | null
  /** To the issuer. */
  proxy: string | undefined
  /** On the button. */
  name: string
  /** Whoever has no account yet becomes a member of it; null: nobody comes in who has none. */
  orgId: string | null
  role: 'admin' | 'member'
  /** Of e-mail addresses, in lower case; empty: all. */
  domains: readonly string[]
  /** Believes addresses that the issuer does not call verified. */
  trustsEmail: boolean
}

export interface Config {
  host: string
  port: number
  databaseUrl: string | undefined
  /** Past the pooler that `databaseUrl` leads to; undefined: it leads to none. */
  databaseDirectUrl: string | undefined
  dataDir: string
  publicUrl: string | undefined
  /** Networks of the proxies whose `X-Forwarded-For` is believed. */
  trustProxy: string[]
  corsOrigins: string[]
  secretKey: string | undefined
  scanConcurrency: number | undefined
  dailyScanLimit: number | undefined
  egressProxy: string | undefined
  /** By door, what may be reached although private. */
  egressAllow: Record<'collection' | 'search' | 'model' | 'webhooks' | 'store' | 'oidc', string>
  userAgent: string
  robots: 'respect' | 'ignore'
  pageTimeoutMs: number | undefined
  pageReuseSeconds: number
  hostDelayMs: number
  hostConcurrency: number
  /** Null: a folder in `dataDir`. */
  evidenceBucket: {
    endpoint: string
    bucket: string
    prefix: string
    region: string
    keyId: string
    secret: string
    /** Whether the operator has named the endpoint; else it is Amazon's. */
    isNamed: boolean
    proxy: string | undefined
  } | null
  evidenceRetentionDays: number
  /** Null: scans are kept. */
  scanRetentionDays: number | null
  /** Null: acts are kept. */
  auditRetentionDays: number | null
  /** Null: manifests are not stamped. */
  timestamps: { url: string; proxy: string | undefined } | null
  search: string | undefined
  /** Sites that are asked for the same handle. */
  sameHandle: number
  models: {
    deep: string | undefined
    quick: string | undefined
    baseUrl: string | undefined
    proxy: string | undefined
    apiKey: string | undefined
    timeoutMs: number
    cacheDays: number
    /** By model, US dollars per million tokens. */
    prices: Record<string, { input: number; output: number; cached: number }>
  }
  webhookRetrySchedule: number[]
  /** Null: no mail is sent. */
  mail: { url: string; from: string } | null
  /** Whose accounts people may sign in with. */
  company: Company | null
  /** `auto`, `off` or a path. */
  browser: string
  browserMostBytes: number
  screenshots: 'on' | 'off'
  pictures: 'on' | 'off'
  /** The folders of `PATH`, where programs are looked for. */
  searchPath: string
  policyDirs: string[]
  /** Where an embedding model lies. */
  embeddingsDir: string | undefined
  listsDir: string | undefined
  server: string | undefined
  apiKey: string | undefined
  /** Where `toscan login` keeps addresses and keys; undefined for an account without a home. */
  loginFile: string | undefined
  /** auto, off, or a folder. */
  dashboard: string
  /** For a balancer to notice that we stop. */
  drainSeconds: number
  metrics: 'local' | 'public'
  metricsPort: number | undefined
  metricsToken: string | undefined
  otlpEndpoint: string | undefined
  logLevel: string
}

/**
 * Reads the whole environment at once, and the files of secrets that it names.
 * @throws InvalidInput naming every unknown `TOSCAN_` variable and every bad value, with what to do.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { env, problems } = withSecretFiles(environment)
  for (const name of Object.keys(env)) {
    if (name.startsWith('TOSCAN_') && !(name in SETTINGS)) {
      problems.push(`${name} is not a setting of Toscan. Run \`toscan config\` to see them all.`)
    }
  }
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    const raw = env[name] === '' ? undefined : env[name]
    const text = raw ?? setting.fallback
    if (text === undefined) continue
    const result = setting.schema.safeParse(text)
    if (result.success) values[name] = result.data
    else problems.push(`${name}: ${result.error.issues.map((issue) => issue.message).join('; ')}.`)
  }
  if (env.DATABASE_URL && !env.TOSCAN_SECRET_KEY) {
    problems.push('TOSCAN_SECRET_KEY is required with DATABASE_URL. Make one with: openssl rand -hex 32')
  }
  if (env.TOSCAN_DATABASE_DIRECT_URL && !env.DATABASE_URL)
    problems.push('TOSCAN_DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.')
  problems.push(...modelProblems(values))
  if (values.TOSCAN_METRICS_PORT === values.PORT && values.PORT !== 0)
    problems.push('TOSCAN_METRICS_PORT must be another port than PORT.')
  if (env.TOSCAN_EVIDENCE?.startsWith('s3:')) {
    for (const name of ['TOSCAN_EVIDENCE_S3_KEY_ID', 'TOSCAN_EVIDENCE_S3_SECRET'] as const)
      if (!env[name]) problems.push(`${name} is required with TOSCAN_EVIDENCE=s3://….`)
  }
  if ((values.TOSCAN_SMTP_URL === undefined) !== (values.TOSCAN_MAIL_FROM === undefined))
    problems.push('TOSCAN_SMTP_URL and TOSCAN_MAIL_FROM need each other: a server for mail, and its sender.')
  if ((values.TOSCAN_OIDC_ISSUER === undefined) !== (values.TOSCAN_OIDC_CLIENT_ID === undefined))
    problems.push('TOSCAN_OIDC_ISSUER and TOSCAN_OIDC_CLIENT_ID need each other.')
  if (problems.length > 0) throw new InvalidInput(problems.join('\n'))
  return { ...toConfig(values as Read), searchPath: env.PATH ?? '', loginFile: loginFileOf(env) }
}

/** The environment with the secrets that `<NAME>_FILE` points to in the place of these names. */
function withSecretFiles(environment: Record<string, string | undefined>) {
  const env = { ...environment }
  const problems: string[] = []
  for (const [name, { secret }] of Object.entries<Setting>(SETTINGS)) {
    if (!secret) continue
    const path = env[`${name}_FILE`]
    delete env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) problems.push(`${name} and ${name}_FILE are both set: leave one out.`)
    else {
      const read = readSecret(path)
      env[name] = read.secret
      if (read.problem) problems.push(`${name}_FILE: ${path} ${read.problem}.`)
    }
  }
  return { env, problems }
}

/** Editors and `openssl rand` end a file with a line break, which is none of the secret. */
function readSecret(path: string): { secret?: string; problem?: string } {
  try {
    const secret = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '')
    return secret === '' ? { problem: 'holds nothing' } : { secret }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { problem: `cannot be read (${code})` }
  }
}

/** One address and one key serve both models, so both are of one provider. */
function modelProblems(values: Record<string, unknown>): string[] {
  const named = ['TOSCAN_MODEL_DEEP', 'TOSCAN_MODEL_QUICK'].filter((name) => values[name] !== undefined)
  const [provider, other] = named.map((name) => String(values[name]).split(':')[0])
  const problems: string[] = []
  if (other !== undefined && other !== provider) {
    problems.push(
      'TOSCAN_MODEL_DEEP and TOSCAN_MODEL_QUICK must name one provider: they share address and key.',
    )
  }
  if (provider === 'openai-compatible' && values.TOSCAN_MODEL_BASE_URL === undefined) {
    problems.push(`TOSCAN_MODEL_BASE_URL is required with ${named[0]}=openai-compatible:…`)
  }
  if (
    provider !== undefined &&
    provider !== 'openai-compatible' &&
    values.TOSCAN_MODEL_API_KEY === undefined
  ) {
    problems.push(`TOSCAN_MODEL_API_KEY is required with ${named[0]}=${provider}:…`)
  }
  return problems
}

/** One row per setting for `toscan config`; secrets are never shown, only the file that holds one. */
export function describeConfig(env: Record<string, string | undefined>) {
  return Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const set = env[name]
    const file = setting.secret && !set ? env[`${name}_FILE`] : undefined
    return {
      name,
      value: file
        ? `(in ${file})`
        : set === undefined
          ? (setting.fallback ?? null)
          : setting.secret
            ? '(set)'
            : set,
      source: file ? 'file' : set === undefined ? 'default' : 'environment',
      secret: setting.secret ?? false,
      description: setting.describe,
    }
  })
}

function companyOf(read: Read): Company | null {
  const { TOSCAN_OIDC_ISSUER: issuer, TOSCAN_OIDC_CLIENT_ID: clientId } = read
  if (!issuer || !clientId) return null
  return {
    issuer,
    clientId,
    clientSecret: read.TOSCAN_OIDC_CLIENT_SECRET ?? null,
    proxy: read.TOSCAN_OIDC_PROXY,
    name: read.TOSCAN_OIDC_NAME ?? new URL(issuer).host,
    orgId: read.TOSCAN_OIDC_ORG ?? null,
    role: read.TOSCAN_OIDC_ROLE,
    domains: read.TOSCAN_OIDC_DOMAINS,
    trustsEmail: read.TOSCAN_OIDC_TRUST_EMAIL === 'true',
  }
}

function toConfig(read: Read): Omit<Config, 'searchPath' | 'loginFile'> {
  return {
    host: read.HOST,
    port: read.PORT,
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.TOSCAN_DATABASE_DIRECT_URL,
    dataDir: resolve(read.TOSCAN_DATA_DIR),
    publicUrl: read.TOSCAN_PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: read.TOSCAN_TRUST_PROXY ?? [],
    corsOrigins: read.TOSCAN_CORS_ORIGINS ?? [],
    secretKey: read.TOSCAN_SECRET_KEY,
    scanConcurrency: read.TOSCAN_SCAN_CONCURRENCY,
    dailyScanLimit: read.TOSCAN_DAILY_SCAN_LIMIT,
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
    evidenceBucket: toBucket(read),
    evidenceRetentionDays: read.TOSCAN_EVIDENCE_RETENTION_DAYS,
    scanRetentionDays: read.TOSCAN_SCAN_RETENTION_DAYS ?? null,
    auditRetentionDays: read.TOSCAN_AUDIT_RETENTION_DAYS ?? null,
    timestamps: read.TOSCAN_TIMESTAMP_URL
      ? { url: read.TOSCAN_TIMESTAMP_URL, proxy: read.TOSCAN_TIMESTAMP_PROXY }
      : null,
    search: read.TOSCAN_SEARCH,
    sameHandle: read.TOSCAN_SAME_HANDLE,
    models: {
      deep: read.TOSCAN_MODEL_DEEP,
      quick: read.TOSCAN_MODEL_QUICK,
      baseUrl: read.TOSCAN_MODEL_BASE_URL,
      proxy: read.TOSCAN_MODEL_PROXY,
      apiKey: read.TOSCAN_MODEL_API_KEY,
      timeoutMs: read.TOSCAN_MODEL_TIMEOUT_SECONDS * 1000,
      cacheDays: read.TOSCAN_MODEL_CACHE_DAYS,
      prices: read.TOSCAN_MODEL_PRICES ?? {},
    },
    webhookRetrySchedule: read.TOSCAN_WEBHOOK_RETRY_SCHEDULE,
    mail:
      read.TOSCAN_SMTP_URL && read.TOSCAN_MAIL_FROM
        ? { url: read.TOSCAN_SMTP_URL, from: read.TOSCAN_MAIL_FROM }
        : null,
    company: companyOf(read),
    browser: read.TOSCAN_BROWSER,
    browserMostBytes: read.TOSCAN_BROWSER_MEMORY_MB * 1_000_000,
    screenshots: read.TOSCAN_SCREENSHOTS,
    pictures: read.TOSCAN_PICTURES,
    policyDirs: read.TOSCAN_POLICY_DIR ? [resolve(read.TOSCAN_POLICY_DIR)] : [],
    embeddingsDir: read.TOSCAN_EMBEDDINGS_DIR ? resolve(read.TOSCAN_EMBEDDINGS_DIR) : undefined,
    listsDir: read.TOSCAN_LISTS_DIR ? resolve(read.TOSCAN_LISTS_DIR) : undefined,
    server: read.TOSCAN_SERVER,
    apiKey: read.TOSCAN_API_KEY,
    dashboard: read.TOSCAN_DASHBOARD,
    drainSeconds: read.TOSCAN_DRAIN_SECONDS,
    metrics: read.TOSCAN_METRICS,
    metricsPort: read.TOSCAN_METRICS_PORT,
    metricsToken: read.TOSCAN_METRICS_TOKEN,
    otlpEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: read.TOSCAN_LOG_LEVEL,
  }
}

/** By the XDG Base Directory Specification, which takes absolute paths only. */
function loginFileOf(env: Record<string, string | undefined>): string | undefined {
  const { XDG_CONFIG_HOME: named = '', HOME = env.USERPROFILE } = env
  const folder = isAbsolute(named) ? named : HOME && join(HOME, '.config')
  return folder ? join(folder, 'toscan', 'login.json') : undefined
}

function toBucket(read: Read): Config['evidenceBucket'] {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.+?))?\/?$/.exec(read.TOSCAN_EVIDENCE) ?? []
  if (bucket === undefined) return null
  const region = read.TOSCAN_EVIDENCE_S3_REGION
  const endpoint = read.TOSCAN_EVIDENCE_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    keyId: read.TOSCAN_EVIDENCE_S3_KEY_ID ?? '',
    secret: read.TOSCAN_EVIDENCE_S3_SECRET ?? '',
    isNamed: read.TOSCAN_EVIDENCE_S3_ENDPOINT !== undefined,
    proxy: read.TOSCAN_STORE_PROXY,
  }
}
