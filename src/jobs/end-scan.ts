import type { EvidenceSigner } from '../context.ts'
import { metOutage } from '../db/connect/outage.ts'
import type { Db, Tx } from '../db/database.ts'
import { type FinishedScan, finishScans, type ScanEnd, settleEnds } from '../db/scans/finish-scan.ts'
import type { SignedManifest } from '../db/scans/manifests.ts'
import { togetherBy } from '../db/statements/together.ts'
import { noteChanges } from '../watches/note-changes.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import { enqueueScanWebhooks } from '../webhooks/enqueue.ts'
import { signScan } from './sign-scan.ts'

export interface EndContext {
  queue: DeliveryQueue
  schedule: number[]
}

/**
 * Stores how a scan ended together with its webhook, what it changed of a watched profile and, where it is completed, what it rests on: all or
 * nothing. Scans that end shortly after each other share a transaction. False when the scan is no longer ours.
 */
export function endScan(
  { db, ...ctx }: EndContext & { db: Db },
  end: ScanEnd,
  /** Null for an end without a report. */
  signer: EvidenceSigner | null,
): Promise<boolean> {
  return endTogether(db, { ctx, end, signer })
}

/** The same of one scan, in a transaction of the caller's. */
export async function endScanIn(tx: Tx, ctx: EndContext, end: ScanEnd): Promise<boolean> {
  const [hasEnded = false] = await endAll(tx, [{ ctx, end, signer: null }])
  return hasEnded
}

/** More would hold each other up for longer than it saves. */
const MOST_TOGETHER = 8
/** What waits for a lock keeps nobody waiting but those of its own transaction. */
const AT_ONCE = 4
/** A transaction costs the same for one scan as for several: a busy worker has so many in less than this. */
const APART_MS = 50
const ENOUGH = 4

const endTogether = togetherBy((db: Db, all: Ending[]) => db.transaction().execute((tx) => endAll(tx, all)), {
  most: MOST_TOGETHER,
  atOnce: AT_ONCE,
  apartMs: APART_MS,
  enough: ENOUGH,
  // Whatever is wrong with one of them, nothing of the others has been stored, and nothing is in their way.
  isOwn: async (error, db) => !(await metOutage(db, error)),
})

interface Ending {
  ctx: EndContext
  end: ScanEnd
  signer: EvidenceSigner | null
}

/** Whether each was still ours. */
async function endAll(tx: Tx, all: Ending[]): Promise<boolean[]> {
  // In one order, so that two who end the same scans never wait for each other.
  const endings = all.toSorted((a, b) => (a.end.scanId < b.end.scanId ? -1 : 1))
  const finished = await finishScans(
    tx,
    endings.map(({ end }) => end),
  )
  const ended = endings.flatMap((ending, i) => {
    const own = finished[i]
    return own ? [{ ...ending, scan: own.scan, signed: signed(ending, own) }] : []
  })
  const watched = await settleEnds(tx, ended)
  const [first] = ended
  // All of them end by one worker, or by one caller.
  if (first)
    await enqueueScanWebhooks(
      first.ctx,
      tx,
      ended.map(({ scan }) => scan),
    )
  for (const { ctx, scan } of ended) {
    const watch = watched.get(scan.scan_id)
    if (watch) await noteChanges(ctx, tx, scan, watch)
  }
  const stored = new Set(ended.map(({ end }) => end))
  return all.map(({ end }) => stored.has(end))
}

function signed({ signer }: Ending, finished: FinishedScan): SignedManifest | null {
  return signer && finished.scan.status === 'completed' ? signScan(signer, finished) : null
}

/** The end of a scan that has no report. */
export function failure(
  scanId: string,
  claim: ScanEnd['claim'],
  error: string,
  coverage: string | null = null,
): ScanEnd {
  return {
    scanId,
    claim,
    status: 'failed',
    error,
    coverage,
    isBanned: null,
    profileOutcome: null,
    username: null,
    recommendation: null,
    riskScore: null,
    confidence: null,
    report: null,
    captures: [],
    modelUsage: null,
  }
}
