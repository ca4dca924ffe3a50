import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openEvidenceSigner } from '../../src/auth/evidence-key.ts'
import { createVault } from '../../src/auth/vault.ts'
import { addOrg } from '../../src/cli/operate/orgs.ts'
import { openDatabase } from '../../src/db/database.ts'
import { claimScans } from '../../src/db/scans/queue.ts'
import { submitScans } from '../../src/db/scans/submissions.ts'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import type { FetchPage } from '../../src/evidence/page.ts'
import type { S3Bucket } from '../../src/evidence/s3-store.ts'
import { runScan } from '../../src/jobs/run-scan.ts'
import type { SharedPages } from '../../src/jobs/share-pages.ts'
import { createMetrics } from '../../src/metrics.ts'
import type { ScanContext } from '../../src/pipeline/scan.ts'
import { sharedJudging } from '../support/shared-judging.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { openBucket } from './s3-server.ts'

export interface StoredCapture {
  kind: string
  ref: string | null
  url: string
  final_url: string
  redirects: string
  status: number
  headers: string
  identity: string
  fetched_at: string
  sha256: string
  bytes: number
  withheld: boolean
  /** JSON. */
  exchange: string | null
}

/**
 * A database, an evidence store and what runs scans between them; the web is the caller's. The store is a folder unless
 * a bucket is named, of which it takes a part of its own.
 */
export async function openBench(context: ScanContext, s3: S3Bucket | null = null) {
  const database = await createTestDatabase()
  const opened = openDatabase(database.url)
  const folder = await mkdtemp(join(tmpdir(), 'toscan-bench-'))
  const bucket = s3 && { ...s3, prefix: `${randomUUID()}/` }
  // Where the commands look for it when this is their data folder.
  const evidence = bucket ? openBucket(bucket) : createFolderStore(join(folder, 'evidence'))
  const log = pino({ level: 'silent' })
  const { db, pool } = opened
  const judging = sharedJudging(context.policies)
  const secretKey = randomBytes(32).toString('hex')
  const ctx = {
    ...context,
    signer: await openEvidenceSigner(db, createVault(secretKey)),
    judging,
    db,
    log,
    evidence,
    metrics: createMetrics(),
    queue: { enqueueDeliveries: async () => {} },
    schedule: [0],
  }
  const workerId = `bench:${randomUUID()}`

  const makeOrg = () =>
    addOrg(
      { ...opened, url: database.url, directUrl: database.url, secretKey, embedded: null },
      'Bench',
      null,
    )
  const submit = async (orgId: string, url: string) => {
    const profiles = [{ url, target: url }]
    const options = { batchId: null, scanMode: 'deep' as const, callbackUrl: null, metadata: '{}' }
    await submitScans(db, { orgId, profiles, ...options })
    const [claimed] = await claimScans(db, workerId, 1, 600)
    if (!claimed) throw new Error('no scan to claim')
    return claimed
  }

  return {
    db,
    log,
    /** What the commands of the service need to meet the same database and the same evidence. */
    settings: {
      DATABASE_URL: database.url,
      TOSCAN_SECRET_KEY: secretKey,
      TOSCAN_DATA_DIR: folder,
      ...(bucket && {
        TOSCAN_EVIDENCE: `s3://${bucket.bucket}/${bucket.prefix}`,
        TOSCAN_EVIDENCE_S3_ENDPOINT: bucket.endpoint,
        TOSCAN_EVIDENCE_S3_KEY_ID: bucket.keyId,
        TOSCAN_EVIDENCE_S3_SECRET: bucket.secret,
      }),
    },
    evidence,
    workerId,
    makeOrg,
    submit,
    /** Runs one scan from submission to end; gives its id. */
    async scan(
      orgId: string,
      url: string,
      instead: { fetchPage: FetchPage } & Partial<SharedPages> = context,
    ): Promise<string> {
      const claimed = await submit(orgId, url)
      await runScan({ ...ctx, ...instead }, claimed, workerId, AbortSignal.timeout(60_000))
      return claimed.scan_id
    },
    async capturesOf(scanId: string): Promise<StoredCapture[]> {
      const { rows } = await pool.query(
        'select * from captures where scan_id = $1 order by length(ref), ref, capture_id',
        [scanId],
      )
      return rows
    },
    async reportOf(scanId: string) {
      const { rows } = await pool.query('select report, status from scans where scan_id = $1', [scanId])
      return JSON.parse(rows[0].report)
    },
    query: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
    async stored(): Promise<string[]> {
      const names: string[] = []
      for await (const name of evidence.list(new Date(Date.now() + 60_000))) names.push(name)
      return names.sort()
    },
    async close() {
      await opened.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Bench = Awaited<ReturnType<typeof openBench>>
