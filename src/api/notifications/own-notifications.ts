import { ErrorBody, NotificationSettings, ValidationErrorBody } from '../../../sdk/contract.ts'
import { newId } from '../../auth/ids.ts'
import type { Tx } from '../../db/database.ts'
import { type RuleRow, type RuleTerms, rulesOfOrg, setOwnRule } from '../../db/notifications/notifications.ts'
import { recordAct } from '../../db/people/acts.ts'
import { type ApiContext, endpoint, type OrgCaller } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { ownNotificationsRequest } from '../requests/notification-requests.ts'

export const getNotifications = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/notifications',
    summary: 'Read who is told of what, where',
    description: 'Your own, by mail, and the channels of the organization.',
    tag: 'Notifications',
    access: 'session',
    answers: { 200: NotificationSettings },
    handle: ({ caller }) => settingsOf(ctx, ctx.db, caller),
  })

export const putOwnNotifications = (ctx: ApiContext) =>
  endpoint({
    method: 'PUT',
    path: '/org/notifications/mine',
    summary: 'Choose what you are told by mail',
    description:
      'Of this organization, from now on. Takes a mail server to be of use (`mail`); without one what is chosen is kept.',
    tag: 'Notifications',
    access: 'session',
    body: ownNotificationsRequest,
    acts: ['notifications.change'],
    answers: { 200: NotificationSettings, 422: ValidationErrorBody, 404: ErrorBody },
    async handle({ caller, by, body }) {
      const { orgId } = caller
      const userId = personOf(caller)
      const after = termsOf(body)
      await ctx.db.transaction().execute(async (tx) => {
        const old = (await rulesOfOrg(tx, orgId, userId)).find(({ user_id }) => user_id !== null)
        await setOwnRule(tx, { ruleId: newId('rule'), orgId, userId }, after)
        const before = old ? { ...publicTerms(old) } : null
        await recordAct(tx, by, {
          action: 'notifications.change',
          orgId,
          subject: userId,
          before,
          after: { ...after },
        })
      })
      return settingsOf(ctx, ctx.db, caller)
    },
  })

export function termsOf(body: {
  changes?: boolean | undefined
  high_risk?: boolean | undefined
  queue_hours?: unknown
  pace?: RuleTerms['pace'] | undefined
}): RuleTerms {
  const { changes = false, high_risk = false, queue_hours: hours, pace = 'at_once' } = body
  return {
    changes,
    high_risk,
    queue_hours: hours === undefined || hours === null ? null : toInteger(hours),
    pace,
  }
}

async function settingsOf(ctx: ApiContext, db: Tx, caller: OrgCaller): Promise<NotificationSettings> {
  const rules = await rulesOfOrg(db, caller.orgId, personOf(caller))
  const mine = rules.find(({ user_id }) => user_id !== null)
  return {
    mail: ctx.queueMail !== null,
    mine: mine ? publicTerms(mine) : null,
    channels: rules.filter(({ user_id }) => user_id === null).map((rule) => publicChannel(ctx, rule)),
  }
}

/** Of its address no more than the host: the rest lets anybody write there. */
export function publicChannel({ vault }: Pick<ApiContext, 'vault'>, rule: RuleRow) {
  return {
    channel_id: rule.rule_id,
    kind: rule.kind === 'teams' ? ('teams' as const) : ('slack' as const),
    name: rule.name ?? '',
    host: URL.parse(vault.open(rule.url_sealed ?? ''))?.host ?? '',
    ...publicTerms(rule),
    failures: rule.failures,
    last_error: rule.last_error,
    created_at: rule.created_at,
  }
}

function publicTerms({ changes, high_risk, queue_hours, pace }: RuleRow): RuleTerms {
  return { changes, high_risk, queue_hours, pace }
}

/** @throws Refusal 403 */
function personOf(caller: OrgCaller): string {
  if (caller.kind !== 'session') throw new Refusal(403, 'Notifications take a person')
  return caller.userId
}
