import type { Logger } from 'pino'
import type { Vault } from '../context.ts'
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
} from '../db/notifications.ts'
import { Unavailable } from '../errors.ts'
import type { QueueMail } from '../mail/mail.ts'
import type { PostGuarded } from '../net/http/post.ts'
import { isEmpty, mailOf, type Notice, slackMessage, teamsMessage } from './notice.ts'

export interface NotificationContext {
  db: Db
  log: Logger
  vault: Vault
  post: PostGuarded
  /** Null where no mail is configured. */
  queueMail: QueueMail | null
  userAgent: string
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
    return ctx.db.transaction().execute(async (tx) => {
      const content = mailOf(notice, ctx.baseUrl)
      await queueMail(tx, { kind: 'notification', orgId: rule.org_id, to, content })
      await settleRule(tx, rule.rule_id, { ...settled, nextInSeconds })
    })
  }
  const error = await postTo(ctx, rule, notice).catch(unlessSealed)
  if (error === null) await settleRule(ctx.db, rule.rule_id, { ...settled, nextInSeconds })
  else await postponeRule(ctx.db, rule.rule_id, error, RETRY_SECONDS[rule.failures] ?? DAY_SECONDS)
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

/** By the door of webhooks. Null when it was taken; else why not. */
async function postTo(ctx: NotificationContext, rule: DueRule, notice: Notice): Promise<string | null> {
  const message =
    rule.kind === 'teams' ? teamsMessage(notice, ctx.baseUrl) : slackMessage(notice, ctx.baseUrl)
  const result = await ctx.post({
    url: ctx.vault.open(rule.url_sealed ?? ''),
    headers: { 'content-type': 'application/json', 'user-agent': ctx.userAgent },
    body: Buffer.from(JSON.stringify(message)),
  })
  if (!result.ok) return result.reason
  return result.status >= 200 && result.status < 300 ? null : `http_${result.status}`
}

/** Sealed with another key: said by the log of each attempt, and no reason to hold up the others. */
function unlessSealed(error: unknown): string {
  if (error instanceof Unavailable) return 'sealed'
  throw error
}
