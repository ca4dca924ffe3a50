import type { Logger } from 'pino'
import type { EvidenceSigner } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { ScanEnd } from '../db/scans/finish-scan.ts'
import { type ClaimedScan, startOfRun } from '../db/scans/queue.ts'
import type { StoredReport } from '../db/scans/scan-record.ts'
import { storableJson } from '../evidence/storable-json.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import type { Metrics } from '../metrics.ts'
import type { Matter } from '../pipeline/judge/judge.ts'
import type { Judging } from '../pipeline/judge/start-judging.ts'
import { type ScanContext, type ScanResult, scanProfile } from '../pipeline/scan.ts'
import { ClaimLost, type StoredWhen, storedSteps } from '../pipeline/step.ts'
import { adaptPack, type OrgChanges } from '../policy/pack/adapt-pack.ts'
import type { RecordSpan, Trace } from '../trace.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import { capturePages } from './capture-pages.ts'
import { endScan, failure } from './end-scan.ts'
import { freeEvidence } from './free-evidence.ts'
import type { SharedPages } from './share-pages.ts'

/** How a scan ended that was run to its end. */
export interface ScanOutcome {
  status: 'completed' | 'failed'
  /** Null without a report. */
  recommendation: ScanEnd['recommendation']
}

/** Runs the pipeline of one claimed scan and stores its end with its webhook. Null when the claim was lost on the way. */
export async function runScan(
  ctx: ScanContext & {
    db: Db
    evidence: EvidenceStore
    log: Logger
    metrics: Metrics
    queue: DeliveryQueue
    schedule: number[]
    judging: Pick<Judging, 'judge'>
    signer: EvidenceSigner
    trace?: Trace
    recordSpan?: RecordSpan
    beforeHandBack?: (work: Promise<unknown>) => void
  } & Partial<Pick<SharedPages, 'remember'>>,
  scan: ClaimedScan,
  workerId: string,
  signal: AbortSignal,
): Promise<ScanOutcome | null> {
  const claim = { workerId, attempt: scan.attempt }
  const owned = { scanId: scan.scan_id, ...claim }
  const capture = capturePages(ctx, owned)
  const start = await startOfRun(ctx.db, scan)
  const when = whenStored(scan.scan_mode)
  const steps = storedSteps(ctx, owned, start.steps, signal, capture.stored, when)
  try {
    // Checked when it was written.
    const changes = start.changes as OrgChanges
    const scanning = {
      ...ctx,
      policies: adaptPack(ctx.policies, changes),
      judge: async (matter: Matter) => {
        const judgement = await ctx.judging.judge(changes, matter, signal)
        if (judgement === null) ctx.log.warn('judging took more than it may')
        return judgement
      },
      fetchPage: capture.fetchPage,
      render: capture.render,
    }
    const result = await scanProfile(
      scanning,
      { url: scan.target_url, mode: scan.scan_mode, orgId: scan.org_id },
      steps.step,
      signal,
    )
    const held = await steps.close()
    const coverage = storableJson(JSON.stringify(result.coverage))
    const { hashes } = await capture.settled()
    const ended = await endScan(
      ctx,
      result.status === 'failed'
        ? failure(scan.scan_id, claim, result.error, coverage)
        : {
            scanId: scan.scan_id,
            claim,
            status: 'completed',
            error: null,
            isBanned: result.isBanned,
            profileOutcome: result.report.evidence_index[0]?.outcome ?? null,
            username: result.username,
            recommendation: result.report.recommendation,
            riskScore: result.report.risk_score,
            confidence: result.report.confidence,
            report: storableJson(
              JSON.stringify({ ...result.report, profile: result.profile } satisfies StoredReport),
            ),
            coverage,
            captures: result.captures,
            analysis: held.find(({ step }) => step === 'analysis') ?? null,
            modelUsage: result.modelUsage && JSON.stringify(result.modelUsage),
          },
      ctx.signer,
    )
    if (!ended) {
      await freeEvidence(ctx, hashes)
      return null
    }
    await freeEvidence(ctx, notKept(hashes, result))
    const recommendation = result.status === 'completed' ? result.report.recommendation : null
    return { status: result.status, recommendation }
  } catch (error) {
    const isLost = error instanceof ClaimLost
    // A scan that was deleted leaves bytes that were on their way; those that another worker goes on with are referred to.
    if (isLost || signal.aborted) await freeEvidence(ctx, (await capture.settled()).hashes)
    if (isLost) return null
    throw error
  }
}

/**
 * What a model says costs money. The analysis can be made once more of what is stored; and a quick scan that ends within a second is one page, which
 * is asked for once more.
 */
function whenStored(mode: ClaimedScan['scan_mode']): (step: string) => StoredWhen {
  return (step) => {
    if (step === 'analysis' || (step === 'profile' && mode === 'quick')) return 'later'
    return step === 'model' ? 'first' : 'meanwhile'
  }
}

/** Fetched and no evidence after all, or not to be kept. What an earlier attempt left goes with the hourly upkeep. */
function notKept(stored: string[], result: ScanResult): string[] {
  const captures = result.status === 'completed' ? result.captures : []
  const kept = new Set(captures.filter((capture) => !capture.withheld).map((capture) => capture.sha256))
  return [...stored, ...captures.map((capture) => capture.sha256)].filter((sha256) => !kept.has(sha256))
}
