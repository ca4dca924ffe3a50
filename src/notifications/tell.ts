import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import {
  changesBetween,
  type DueRule,
  deleteRule,
  highRiskBetween,
  postponeRule,
  settleRule,
  takeDueRule,
  waitingLongerThan,
} from '../db/notifications/notifications.ts'
import type { QueueMail } from '../mail/mail.ts'
import type { Metrics } from '../metrics.ts'
import { isEmpty, mailOf, messageOf, type Notice } from './notice.ts'
import { type PostContext, postMessage } from './post-message.ts'

export interface NotificationContext extends PostContext {
  db: Db
  log: Logger
  /** Null where no mail is configured. */
  queueMail: QueueMail | null
  metrics?: Pick<Metrics, 'notifications'>
  /** Of the dashboard, for links. */
  baseUrl: string
}

const HOLD_SECONDS = 120
const LOOK_SECONDS = 55
/** After something was told "at once": what comes meanwhile is told together. */
const REST_SECONDS = 600
const DAY_SECONDS = 24 * 3600
/** Before a channel that did not take it is tried again. */
const RETRY_SECONDS = [60, 300, 1800, 7200]
const MOST_IN_ONE_GO = 500

/** Tells everybody whose rule is due: what each worker does every minute. Any number of them share it. */
export async function tellAll(ctx: NotificationContext) {
  for (let i = 0; i < MOST_IN_ONE_GO; i += 1) {
    const rule = await takeDueRule(ctx.db, HOLD_SECONDS)
    if (!rule) return
    await tell(ctx, rule)
  }
}

async function tell(ctx: NotificationContext, rule: DueRule) {
  // Somebody who has left is told nothing more.
  if (rule.kind === 'mail' && rule.email === null) return deleteRule(ctx.db, rule.rule_id)
  const notice = await noticeOf(ctx.db, rule)
  const settled = { until: rule.until, toldOfQueue: notice.waiting !== null }
  if (isEmpty(notice))
    return settleRule(ctx.db, rule.rule_id, { ...settled, nextInSeconds: waitOf(rule, LOOK_SECONDS) })
  const nextInSeconds = waitOf(rule, REST_SECONDS)
  const { queueMail } = ctx
  if (rule.kind === 'mail') {
    if (queueMail === null || rule.email === null)
      return settleRule(ctx.db, rule.rule_id, { ...settled, nextInSeconds })
    const to = rule.email
    await ctx.db.transaction().execute(async (tx) => {
      const content = mailOf(notice, ctx.baseUrl)
      await queueMail(tx, { kind: 'notification', orgId: rule.org_id, to, content })
      await settleRule(tx, rule.rule_id, { ...settled, nextInSeconds })
    })
    ctx.metrics?.notifications.inc({ kind: 'mail', outcome: 'told' })
    return
  }
  const error = await postMessage(ctx, rule, messageOf(notice, ctx.baseUrl))
  if (error === null) await settleRule(ctx.db, rule.rule_id, { ...settled, nextInSeconds })
  else await postponeRule(ctx.db, rule.rule_id, error, RETRY_SECONDS[rule.failures] ?? DAY_SECONDS)
  ctx.metrics?.notifications.inc({ kind: rule.kind, outcome: error === null ? 'told' : 'not_taken' })
  ctx.log.info(
    { rule_id: rule.rule_id, org_id: rule.org_id, kind: rule.kind, outcome: error ?? 'told' },
    'notification',
  )
}

/** A digest comes once a day, whether there was anything or not the time before. */
function waitOf({ pace }: DueRule, seconds: number): number {
  return pace === 'daily' ? DAY_SECONDS : seconds
}

async function noticeOf(db: Db, rule: DueRule): Promise<Notice> {
  const { org_id: orgId, told_until: from, until, queue_hours: hours } = rule
  const nothing = { items: [], count: 0 }
  const count = hours !== null && rule.is_queue_due ? await waitingLongerThan(db, orgId, hours) : 0
  return {
    orgId,
    orgName: rule.org_name,
    changes: rule.changes ? await changesBetween(db, orgId, from, until) : nothing,
    highRisk: rule.high_risk ? await highRiskBetween(db, orgId, from, until) : nothing,
    waiting: hours !== null && count > 0 ? { count, hours } : null,
  }
}
