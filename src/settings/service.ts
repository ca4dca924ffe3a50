import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { integer, type Read, type Setting } from './setting.ts'

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

/** The dashboard, its links and cookies are those of a whole host; under a path it would come up empty. */
const publicAddress = z
  .url({ protocol: /^https?$/ })
  .refine((address) => URL.parse(address)?.href === `${URL.parse(address)?.origin}/`, {
    error:
      'must be an address such as https://toscan.example, without a path: the service needs a host or a port of its own',
  })

/** The driver takes all of these for `verify-full`, and warns in twelve lines that a later one will not: what is checked now stays checked. */
const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .transform((url) => url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full'))

/** Where the service listens, keeps its data and says how it is. */
export const serviceSettings = {
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
    schema: databaseAddress,
    secret: true,
  },
  TOSCAN_DATABASE_DIRECT_URL: {
    describe:
      'The same database past a pooler in transaction mode (PgBouncer) that DATABASE_URL leads to. Unset: DATABASE_URL leads to PostgreSQL itself.',
    schema: databaseAddress,
    secret: true,
  },
  TOSCAN_DATA_DIR: {
    describe: 'Folder for the embedded database, the instance key and stored evidence.',
    schema: z.string().min(1),
    fallback: './data',
  },
  TOSCAN_PUBLIC_URL: {
    describe: 'Address under which people and integrators reach this service.',
    schema: publicAddress,
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

type ServiceRead = Read<typeof serviceSettings>

export interface ServiceConfig {
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

export function toServiceConfig(read: ServiceRead): ServiceConfig {
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
    dashboard: read.TOSCAN_DASHBOARD,
    drainSeconds: read.TOSCAN_DRAIN_SECONDS,
    metrics: read.TOSCAN_METRICS,
    metricsPort: read.TOSCAN_METRICS_PORT,
    metricsToken: read.TOSCAN_METRICS_TOKEN,
    otlpEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: read.TOSCAN_LOG_LEVEL,
  }
}
