import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Vault } from '../context.ts'
import type { Db } from '../db/database.ts'
import { together } from '../db/statements/together.ts'
import type { DeliveryRow } from '../db/webhooks/delivery-claims.ts'
import { type AttemptRow, recordAttempts, skipDelivery } from '../db/webhooks/webhooks.ts'
import type { Metrics } from '../metrics.ts'
import type { PostFailure, PostGuarded, PostResult } from '../net/http/post.ts'
import { nextTrace, type RecordSpan, readTrace, writeTrace } from '../trace.ts'
import {
  type ClaimedDelivery,
  type DeliveryJob,
  type DeliveryQueue,
  type Heard,
  overWith,
  type QueuedDelivery,
} from './delivery-queue.ts'
import { type AttemptOutcome, type Next, nextAttempt } from './next-attempt.ts'
import { sign } from './sign.ts'
import { createSigningKeys } from './signing-keys.ts'

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

/** An attempt that was made, as it was claimed, and the job of the one that follows. */
interface Made extends Pick<ClaimedDelivery, 'job' | 'claim'> {
  attempt: AttemptRow
  decided: Next['kind']
  next: QueuedDelivery | null
}

/** Nobody waits for what is written down: the slot is free since the answer. */
const GATHER_MS = 5

/**
 * Makes one attempt for a job, then records it with what follows from it in one transaction, with which its claim is over where it was the last of it.
 * What is written of attempts that end within 5 ms is one statement.
 * @returns once the job has ended; rejects with the signal's reason when we ended the attempt ourselves: that says nothing about the receiver.
 */
export function createDeliver(
  ctx: DeliveryContext,
): (claimed: ClaimedDelivery, signal: AbortSignal, heard: Heard) => Promise<void> {
  const sender = { ...ctx, keysOf: createSigningKeys(ctx.vault) }
  const record = together(
    async (made: Made[]) => {
      await recordMade(ctx, made)
      return made
    },
    { gatherMs: GATHER_MS },
  )
  return async ({ job, delivery, claim }, signal, heard) => {
    if (!delivery || delivery.attempt_count >= job.attempt) return
    // Whoever lets go of a restored copy queues what is pending anew.
    if (delivery.is_held) return
    if (job.trigger === 'scheduled' && delivery.status !== 'pending') return
    if (job.trigger === 'scheduled' && delivery.is_disabled) {
      await skipDelivery(ctx.db, delivery.delivery_id)
      return
    }

    // Ours may be wrong, and receivers refuse what was signed too early or too late.
    const startedAt = new Date(delivery.read_at)
    const sending = send(sender, delivery, job.attempt, startedAt, heard.answered)
    // It is on its way as bytes. Held until the attempt is written down, texts outlive what is short-lived, and cost whole collections.
    delivery.body = ''
    const sent = await sending
    const { result } = sent
    if (!result.ok) signal.throwIfAborted()
    if (!result.ok && SILENCES.has(result.reason)) await heard.silent(delivery.url, result.reason)
    const made = await record({ job, claim, ...madeOf(ctx.schedule, delivery, job, startedAt, sent) })
    tell(ctx, delivery, made, sent)
  }
}

function madeOf(
  schedule: number[],
  delivery: DeliveryRow,
  job: DeliveryJob,
  startedAt: Date,
  { headers, result }: Sent,
): Omit<Made, 'job' | 'claim'> {
  const outcome = outcomeOf(result)
  const endedAt = new Date(startedAt.getTime() + result.durationMs)
  const next = nextAttempt(outcome, job.attempt, schedule, Math.random(), endedAt)
  const attempt: AttemptRow = {
    ...attemptOf(job, startedAt, { headers, result }),
    orgId: delivery.org_id,
    url: delivery.url,
    scanId: TELLING_THE_END.has(delivery.event_type) ? delivery.scan_id : null,
    status: next.kind === 'delivered' ? 'delivered' : next.kind === 'retry' ? 'pending' : 'failed',
    reason: next.kind === 'give_up' ? next.reason : null,
    nextInSeconds: next.kind === 'retry' ? next.afterSeconds : null,
    health: next.kind === 'delivered' ? 'well' : 'failing',
    disableReason: disableReason(result),
  }
  // Somebody who asks for one more attempt of what has arrived gets one; anything else goes on with the schedule.
  if (next.kind !== 'retry' || delivery.status === 'delivered')
    return { attempt, decided: next.kind, next: null }
  const { deliveryId, attempt: made } = job
  const following = { deliveryId, attempt: made + 1, trigger: 'scheduled' as const }
  return {
    attempt,
    decided: next.kind,
    next: { job: following, url: delivery.url, afterSeconds: next.afterSeconds, slow: true },
  }
}

/** What the record of a scan says of its webhook is about these. */
const TELLING_THE_END = new Set(['scan.completed', 'scan.failed'])

/** What is written down of an attempt, whatever follows from it. */
export function attemptOf(
  job: DeliveryJob,
  startedAt: Date,
  { headers, result }: Sent,
): Omit<
  AttemptRow,
  'orgId' | 'url' | 'scanId' | 'status' | 'reason' | 'nextInSeconds' | 'health' | 'disableReason'
> {
  const outcome = outcomeOf(result)
  return {
    deliveryId: job.deliveryId,
    attempt: job.attempt,
    trigger: job.trigger,
    startedAt,
    durationMs: Math.round(result.durationMs),
    statusCode: result.ok ? result.status : null,
    error: outcome.kind === 'delivered' ? null : outcome.error,
    detail: result.ok ? null : result.detail,
    responseBody: result.ok ? result.bodyText : null,
    remoteIp: result.remoteIp,
    requestHeaders: headers,
    responseHeaders: result.ok ? result.headers : null,
  }
}

/** Attempts and the jobs that follow, in one transaction: most need no more than its one statement. */
async function recordMade({ db, queue }: Pick<DeliveryContext, 'db' | 'queue'>, made: Made[]) {
  const [first = [], ...others] = inTurns(made)
  const over = overWith(made)
  const claimIds = over.map(({ claimId }) => claimId)
  if (others.length === 0 && made.every(({ next }) => next === null))
    await recordAttempts(db, first, claimIds)
  else
    await db.transaction().execute(async (tx) => {
      const recorded = await recordAttempts(tx, first, claimIds)
      for (const turn of others) await recordAttempts(tx, turn)
      // A scan may have been deleted while its webhook was sent: then nothing follows.
      const next = made.flatMap((each) =>
        each.next && recorded.has(each.next.job.deliveryId) ? [each.next] : [],
      )
      await queue.enqueueDeliveries(tx, next)
    })
  for (const claim of over) claim.isOver = true
  for (const { job, claim } of made) claim.running.delete(job)
}

/** Two attempts of one delivery are written down one after the other. */
function inTurns(made: Made[]): AttemptRow[][] {
  const turns: Map<string, AttemptRow>[] = []
  for (const { attempt } of made) {
    const turn = turns.find((each) => !each.has(attempt.deliveryId))
    if (turn) turn.set(attempt.deliveryId, attempt)
    else turns.push(new Map([[attempt.deliveryId, attempt]]))
  }
  return turns.map((turn) => [...turn.values()])
}

/** Counts, draws and logs one attempt. */
function tell(
  ctx: DeliveryContext,
  delivery: DeliveryRow,
  { attempt, decided }: Made,
  { headers, result }: Sent,
) {
  const outcome = attempt.error ?? 'delivered'
  const facts = { scan_id: delivery.scan_id, org_id: delivery.org_id, attempt: attempt.attempt, outcome }
  ctx.metrics.webhookAttempts.inc({ outcome })
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
      ok: attempt.error === null,
      facts: { ...facts, scan_id: delivery.scan_id ?? undefined },
    })
  ctx.log.info(
    {
      delivery_id: delivery.delivery_id,
      ...facts,
      trace_id: trace?.traceId,
      host: URL.parse(delivery.url)?.host,
      status: attempt.statusCode,
      next: decided,
      duration_ms: attempt.durationMs,
    },
    'webhook attempt',
  )
}

/** The receiver has said nothing at all. Whoever refuses, or speaks something else, has answered. */
const SILENCES = new Set<PostFailure>(['timeout', 'connect_error', 'dns_error'])

/** What sending takes. */
export interface Sender {
  post: PostGuarded
  userAgent: string
  /** The keys in sealed secrets that have blanks between them. */
  keysOf: (sealed: string) => KeyObject[]
}

interface Sent {
  headers: Record<string, string>
  result: PostResult
}

/** Signed and sent as it is, at this moment. */
export async function send(
  ctx: Sender,
  delivery: Pick<DeliveryRow, 'webhook_id' | 'url' | 'body' | 'trace' | 'secrets'>,
  attempt: number,
  at: Date,
  onAnswer?: (afterMs: number) => void,
): Promise<Sent> {
  const keys = ctx.keysOf(delivery.secrets)
  const trace = readTrace(delivery.trace)
  const body = Buffer.from(delivery.body)
  const headers = {
    ...sign({ id: delivery.webhook_id, body, keys, at }),
    'content-type': 'application/json',
    'user-agent': ctx.userAgent,
    'webhook-attempt': String(attempt),
    ...(trace && { traceparent: writeTrace(nextTrace(trace)) }),
  }
  const result = await ctx.post({ url: delivery.url, headers, body, onAnswer })
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
