import { z } from 'zod'
import type { S3Bucket } from '../evidence/s3-store.ts'
import { httpProxy, integer, type Read, type Setting } from './setting.ts'

/** Where stored pages lie, and how long all of it is kept. */
export const evidenceSettings = {
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
} as const satisfies Record<string, Setting>

type EvidenceRead = Read<typeof evidenceSettings>

export interface NamedBucket extends S3Bucket {
  /** Whether the operator has named the endpoint; else it is Amazon's. */
  isNamed: boolean
  proxy: string | undefined
}

export interface EvidenceConfig {
  /** Null: a folder in `dataDir`. */
  evidenceBucket: NamedBucket | null
  evidenceRetentionDays: number
  /** Null: scans are kept. */
  scanRetentionDays: number | null
  /** Null: acts are kept. */
  auditRetentionDays: number | null
  /** Null: manifests are not stamped. */
  timestamps: { url: string; proxy: string | undefined } | null
}

export function toEvidenceConfig(read: EvidenceRead): EvidenceConfig {
  return {
    evidenceBucket: toBucket(read),
    evidenceRetentionDays: read.TOSCAN_EVIDENCE_RETENTION_DAYS,
    scanRetentionDays: read.TOSCAN_SCAN_RETENTION_DAYS ?? null,
    auditRetentionDays: read.TOSCAN_AUDIT_RETENTION_DAYS ?? null,
    timestamps: read.TOSCAN_TIMESTAMP_URL
      ? { url: read.TOSCAN_TIMESTAMP_URL, proxy: read.TOSCAN_TIMESTAMP_PROXY }
      : null,
  }
}

function toBucket(read: EvidenceRead): NamedBucket | null {
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
