import type { Logger } from 'pino'
import type { Vault } from '../context.ts'
import type { Db } from '../db/database.ts'
import { liveSecrets } from '../db/webhook-secrets.ts'
import {
  type DeliveryRow,
  deliveryById,
  endpointHealth,
  insertAttempt,
  lockDelivery,
  markEndpointFailing,
  markEndpointHealthy,
  markWebhookDelivered,
  updateDelivery,
} from '../db/webhooks.ts'
import type { Metrics } from '../metrics.ts'
import type { PostFailure, PostGuarded, PostResult } from '../net/http/post.ts'
import { nextTrace, type RecordSpan, readTrace, writeTrace } from '../trace.ts'
import type { DeliveryJob, DeliveryQueue, Heard } from './delivery-queue.ts'
import { type AttemptOutcome, nextAttempt } from './next-attempt.ts'
import { sign } from './sign.ts'

export interface DeliveryContext {
  db: Db
  log: Logger
  vault: Vault
  metrics: Metrics
  post: PostGuarded
  queue: DeliveryQueue
  schedule: number[]
  userAgent: string
  /** Absent where nobody draws traces. */
  recordSpan?: RecordSpan
}

/**
 * Makes one attempt, then records it with what follows from it in one transaction.
 * @throws the signal's reason when we ended the attempt ourselves: that says nothing about the receiver.
 */
export async function deliverWebhook(
  ctx: DeliveryContext,
  job: DeliveryJob,
  signal: AbortSignal,
  heard: Heard,
): Promise<void> {
  const delivery = await deliveryById(ctx.db, job.deliveryId)
  if (!delivery || delivery.attempt_count >= job.attempt) return
  // Whoever lets go of a restored copy queues what is pending anew.
  if (delivery.is_held) return
  if (job.trigger === 'scheduled' && delivery.status !== 'pending') return
  if (
    job.trigger === 'scheduled' &&
    (await endpointHealth(ctx.db, delivery.org_id, delivery.url)).disabled_at
  ) {
    return updateDelivery(ctx.db, { ...stay(delivery), status: 'skipped', reason: 'endpoint_disabled' })
  }

  // Ours may be wrong, and receivers refuse what was signed too early or too late.
  const startedAt = new Date(delivery.read_at)
  const { headers, result } = await send(ctx, delivery, job.attempt, startedAt, heard.answered)
  if (!result.ok) signal.throwIfAborted()
  if (!result.ok && SILENCES.has(result.reason)) await heard.silent(delivery.url, result.reason)
  const outcome = outcomeOf(result)
  const endedAt = new Date(startedAt.getTime() + result.durationMs)
  const next = nextAttempt(outcome, job.attempt, ctx.schedule, Math.random(), endedAt)
  const error = outcome.kind === 'delivered' ? null : outcome.error

  await ctx.db.transaction().execute(async (tx) => {
    // Its scan may have been deleted while this was sent: then nothing is written down of it.
    if (!(await lockDelivery(tx, delivery.delivery_id))) return
    await insertAttempt(tx, {
      deliveryId: delivery.delivery_id,
      attempt: job.attempt,
      trigger: job.trigger,
      startedAt,
      durationMs: Math.round(result.durationMs),
      statusCode: result.ok ? result.status : null,
      error,
      detail: result.ok ? null : result.detail,
      responseBody: result.ok ? result.bodyText : null,
      remoteIp: result.remoteIp,
      requestHeaders: headers,
      responseHeaders: result.ok ? result.headers : null,
    })
    await updateDelivery(tx, {
      deliveryId: delivery.delivery_id,
      status: next.kind === 'delivered' ? 'delivered' : next.kind === 'retry' ? 'pending' : 'failed',
      attemptCount: job.attempt,
      reason: next.kind === 'give_up' ? next.reason : null,
      nextInSeconds: next.kind === 'retry' ? next.afterSeconds : null,
    })
    if (next.kind === 'delivered') {
      if (delivery.scan_id && ENDS.has(delivery.event_type)) await markWebhookDelivered(tx, delivery.scan_id)
      await markEndpointHealthy(tx, delivery.org_id, delivery.url)
    } else {
      await markEndpointFailing(tx, delivery.org_id, delivery.url, disableReason(result))
    }
    // Somebody who asks for one more attempt of what has arrived gets one; anything else goes on with the schedule.
    if (next.kind === 'retry' && delivery.status !== 'delivered') {
      await ctx.queue.enqueueDelivery(
        tx,
        { deliveryId: delivery.delivery_id, attempt: job.attempt + 1, trigger: 'scheduled' },
        { url: delivery.url, afterSeconds: next.afterSeconds, slow: true },
      )
    }
  })
  ctx.metrics.webhookAttempts.inc({ outcome: error ?? 'delivered' })
  const trace = readTrace(headers.traceparent)
  const sentAt = Date.now()
  if (trace)
    ctx.recordSpan?.({
      name: 'webhook attempt',
      kind: 'client',
      trace,
      parent: readTrace(delivery.trace),
      startedAt: sentAt - result.durationMs,
      endedAt: sentAt,
      ok: error === null,
      facts: {
        scan_id: delivery.scan_id ?? undefined,
        org_id: delivery.org_id,
        attempt: job.attempt,
        outcome: error ?? 'delivered',
      },
    })
  ctx.log.info(
    {
      delivery_id: delivery.delivery_id,
      scan_id: delivery.scan_id,
      org_id: delivery.org_id,
      trace_id: trace?.traceId,
      host: URL.parse(delivery.url)?.host,
      attempt: job.attempt,
      outcome: error ?? 'delivered',
      status: result.ok ? result.status : null,
      next: next.kind,
      duration_ms: Math.round(result.durationMs),
    },
    'webhook attempt',
  )
}

/** Events that say how a scan ended: what the record says of its webhook is about these. */
const ENDS = new Set(['scan.completed', 'scan.failed'])

/** The receiver has said nothing at all. Whoever refuses, or speaks something else, has answered. */
const SILENCES = new Set<PostFailure>(['timeout', 'connect_error', 'dns_error'])

/** Signed and sent as it is, at this moment. */
export async function send(
  ctx: Pick<DeliveryContext, 'db' | 'vault' | 'post' | 'userAgent'>,
  delivery: Pick<DeliveryRow, 'org_id' | 'webhook_id' | 'url' | 'body' | 'trace'>,
  attempt: number,
  at: Date,
  onAnswer?: (afterMs: number) => void,
): Promise<{ headers: Record<string, string>; result: PostResult }> {
  const secrets = (await liveSecrets(ctx.db, delivery.org_id)).map((sealed) => ctx.vault.open(sealed))
  const trace = readTrace(delivery.trace)
  const headers = {
    ...sign({ id: delivery.webhook_id, body: delivery.body, secrets, at }),
    'content-type': 'application/json',
    'user-agent': ctx.userAgent,
    'webhook-attempt': String(attempt),
    ...(trace && { traceparent: writeTrace(nextTrace(trace)) }),
  }
  const result = await ctx.post({ url: delivery.url, headers, body: Buffer.from(delivery.body), onAnswer })
  return { headers, result }
}

export function outcomeOf(result: PostResult): AttemptOutcome {
  if (!result.ok)
    return { kind: 'failed', statusCode: null, error: result.reason, retryAfter: null, abort: false }
  if (result.status >= 200 && result.status < 300) return { kind: 'delivered' }
  const error = result.status >= 300 && result.status < 400 ? 'redirect' : 'http_error'
  const abort = /^(abort-message|disable)$/.test(result.headers['webhook-delivery'] ?? '')
  return {
    kind: 'failed',
    statusCode: result.status,
    error,
    retryAfter: result.headers['retry-after'] ?? null,
    abort,
  }
}

/** 410 and the receiver's own word end all deliveries to the address. */
function disableReason(result: PostResult): string | null {
  if (!result.ok) return null
  if (result.status === 410) return 'gone'
  return result.headers['webhook-delivery'] === 'disable' ? 'disabled_by_receiver' : null
}

function stay(delivery: DeliveryRow) {
  return { deliveryId: delivery.delivery_id, attemptCount: delivery.attempt_count, nextInSeconds: null }
}
