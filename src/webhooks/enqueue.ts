import type { ScanChangedEvent } from '../../sdk/contract.ts'
import { newId } from '../auth/ids.ts'
import type { Tx } from '../db/database.ts'
import type { WatchChangeRow } from '../db/scans/scan-changes.ts'
import type { ScanRow } from '../db/scans/scan-reads.ts'
import { webhookPayloadJson } from '../db/scans/scan-record.ts'
import { insertDeliveries } from '../db/webhooks/webhooks.ts'
import type { DeliveryQueue } from './delivery-queue.ts'

/** Payloads above this lose snippets, then evidence: receivers reject large bodies. */
const SOFT_LIMIT_BYTES = 64 * 1024
const EVIDENCE_KEPT = 50

/**
 * Writes the outbox rows of finished scans and queues their first attempts, in the transaction that finishes them: bodies are frozen here
 * and never change over retries.
 */
export async function enqueueScanWebhooks(ctx: EnqueueContext, tx: Tx, scans: ScanRow[]) {
  const told = scans.filter((scan) => scan.callback_url)
  const events = told.map((scan) => ({
    scan,
    webhookId: `msg_${scan.scan_id.replaceAll('-', '')}`,
    eventType: `scan.${scan.status}`,
    body: shorten(webhookPayloadJson(scan, scan.processing_completed_at ?? scan.created_at)),
  }))
  await enqueue(ctx, tx, events)
}

/** The same for what a scan of a watched profile changed: it goes where the scan's own webhook goes, behind it. */
export async function enqueueChangeWebhook(
  ctx: EnqueueContext,
  tx: Tx,
  scan: ScanRow,
  change: WatchChangeRow,
) {
  const { at, ...facts } = change
  const event = { type: 'scan.changed', timestamp: at, ...facts } satisfies ScanChangedEvent
  const { change_id: changeId } = change
  const webhookId = `msg_${changeId.replace(/^chg_/, '')}`
  await enqueue(ctx, tx, [{ scan, webhookId, eventType: event.type, body: JSON.stringify(event) }])
}

export interface EnqueueContext {
  queue: DeliveryQueue
  schedule: number[]
}

interface Event {
  scan: ScanRow
  webhookId: string
  eventType: string
  body: string
}

/** Two statements for all of them. */
async function enqueue(ctx: EnqueueContext, tx: Tx, events: Event[]) {
  const afterSeconds = ctx.schedule[0] ?? 0
  const deliveries = events.flatMap(({ scan, ...event }) => {
    const { callback_url: url, org_id: orgId, scan_id: scanId } = scan
    return url ? [{ deliveryId: newId('dlv'), orgId, scanId, url, afterSeconds, ...event }] : []
  })
  if (deliveries.length === 0) return
  const failing = await insertDeliveries(tx, deliveries)
  await ctx.queue.enqueueDeliveries(
    tx,
    deliveries.map(({ deliveryId, url }) => {
      const job = { deliveryId, attempt: 1, trigger: 'scheduled' as const }
      return { job, url, afterSeconds, slow: failing.has(deliveryId) }
    }),
  )
}

function shorten(body: string): string {
  if (Buffer.byteLength(body) <= SOFT_LIMIT_BYTES) return body
  const payload: { triage_report?: { evidence_index: { snippet?: string }[] } } = JSON.parse(body)
  const report = payload.triage_report
  if (!report) return body
  // The metadata's source text must survive: cut the report out of the text and put the shorter one in its place.
  const whole = JSON.stringify(report)
  const start = body.indexOf(whole)
  if (start < 0) return body
  const evidence = report.evidence_index.slice(0, EVIDENCE_KEPT).map(({ snippet, ...entry }) => entry)
  const shorter = JSON.stringify({ ...report, evidence_index: evidence, truncated: true })
  return body.slice(0, start) + shorter + body.slice(start + whole.length)
}
