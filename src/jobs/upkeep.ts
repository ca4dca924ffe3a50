import type { Logger } from 'pino'
import { deleteLostHostRequests } from '../db/collection/host-requests.ts'
import { deleteIdleHostTurns } from '../db/collection/host-turns.ts'
import { deleteOldRecentPages } from '../db/collection/recent-pages.ts'
import type { Db } from '../db/database.ts'
import { heldSentence } from '../db/deployment/held.ts'
import { deleteOldMails } from '../db/notifications/mails.ts'
import { writeActsLeft } from '../db/people/acts-left.ts'
import { deleteOldAttempts } from '../db/people/attempts.ts'
import { deleteExpiredSessions, deleteExpiredVerifications } from '../db/people/credentials.ts'
import { expireActs } from '../db/people/expire-acts.ts'
import { deleteExpiredResets } from '../db/people/password-resets.ts'
import { deleteExpiredOpinions } from '../db/scans/model-opinions.ts'
import { deleteIdleStamps } from '../db/scans/time-stamps.ts'
import { deleteOldSilences } from '../db/webhooks/webhook-hosts.ts'
import { deleteOldDeliveries, overdueDeliveries } from '../db/webhooks/webhooks.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import { expireEvidence } from './expire-evidence.ts'
import { expireScans } from './expire-scans.ts'
import type { JobQueue } from './queue.ts'
import { type StampAuthority, stampManifests } from './stamp-manifests.ts'

const KEEP_DELIVERIES_DAYS = 30
const KEEP_SILENCES_DAYS = 7
const KEEP_MAILS_DAYS = 30
/** After a day a page is fetched anew rather than asked about. */
const KEEP_RECENT_PAGES_HOURS = 24

/** What has to be done now and then: old rows go, deliveries that were lost from the queue are queued again. */
export async function scheduleUpkeep(ctx: {
  db: Db
  log: Logger
  queue: JobQueue
  evidence: EvidenceStore
  evidenceRetentionDays: number
  /** Null: scans are kept. */
  scanRetentionDays: number | null
  /** Null: acts are kept. */
  auditRetentionDays: number | null
  /** Null: manifests are not stamped. */
  stampAuthority: StampAuthority | null
}) {
  await ctx.queue.every('hourly-upkeep', '7 * * * *', async () => {
    await deleteExpiredSessions(ctx.db)
    await deleteExpiredVerifications(ctx.db)
    await deleteExpiredResets(ctx.db)
    await deleteOldAttempts(ctx.db)
    await deleteIdleHostTurns(ctx.db)
    await deleteExpiredOpinions(ctx.db)
    await deleteLostHostRequests(ctx.db)
    await deleteOldRecentPages(ctx.db, KEEP_RECENT_PAGES_HOURS)
    await deleteOldMails(ctx.db, KEEP_MAILS_DAYS)
    await deleteOldSilences(ctx.db, KEEP_SILENCES_DAYS)
    await deleteIdleStamps(ctx.db)
    const deleted = await deleteOldDeliveries(ctx.db, KEEP_DELIVERIES_DAYS)
    const scans = await expireScans(ctx, ctx.scanRetentionDays)
    const acts = ctx.auditRetentionDays === null ? 0 : await expireActs(ctx.db, ctx.auditRetentionDays)
    const retentionDays = ctx.evidenceRetentionDays
    const expired = await expireEvidence(ctx, { retentionDays, now: new Date() })
    ctx.log.info(
      {
        deleted_scans: scans,
        deleted_deliveries: deleted,
        deleted_acts: acts,
        deleted_captures: expired.captures,
        deleted_evidence: expired.objects,
      },
      'upkeep',
    )
    const held = await heldSentence(ctx.db)
    if (held !== null) ctx.log.warn(held)
  })
  await ctx.queue.every('stamp-manifests', '* * * * *', async () => {
    const { db, stampAuthority: authority } = ctx
    if (authority === null) return
    const stamped = await stampManifests({ db, authority }).catch((error) => {
      ctx.log.warn({ err: error }, 'manifests were not time-stamped')
      return 0
    })
    if (stamped > 0) ctx.log.info({ manifests: stamped }, 'manifests were time-stamped')
  })
  await ctx.queue.every('acts-left', '* * * * *', async () => {
    const written = await writeActsLeft(ctx.db)
    if (written > 0) ctx.log.info({ acts: written }, 'acts were written with further organizations')
  })
  await ctx.queue.every('requeue-deliveries', '*/5 * * * *', async () => {
    const late = await overdueDeliveries(ctx.db)
    const queued = await ctx.queue.queuedDeliveries(
      ctx.db,
      late.map((each) => each.delivery_id),
    )
    const overdue = late.filter((each) => !queued.has(each.delivery_id))
    await ctx.queue.enqueueDeliveries(
      ctx.db,
      overdue.map(({ delivery_id: deliveryId, attempt_count: made, url }) => ({
        job: { deliveryId, attempt: made + 1, trigger: 'scheduled' },
        url,
        afterSeconds: 0,
        slow: true,
      })),
    )
    if (overdue.length > 0) ctx.log.warn({ deliveries: overdue.length }, 'deliveries queued again')
  })
}
