import {
  DeletedChannel,
  ErrorBody,
  NotificationChannel,
  TestedChannel,
  ValidationErrorBody,
} from '../../../sdk/contract.ts'
import { newId } from '../../auth/ids.ts'
import type { Tx } from '../../db/database.ts'
import {
  insertChannel,
  lockChannel,
  type RuleRow,
  deleteChannel as remove,
  retryChannel,
  rulesOfOrg,
  updateChannel,
} from '../../db/notifications/notifications.ts'
import { lockOrg, orgName } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { type ApiContext, endpoint, personOf } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { refuseWhileHeld } from '../http/refuse-while-held.ts'
import { toInteger } from '../requests/checks.ts'
import { isPlainId } from '../requests/ids.ts'
import { changeChannelRequest, createChannelRequest } from '../requests/notification-requests.ts'
import { storableText, storableUrl } from '../requests/storable-text.ts'
import { publicChannel, termsOf } from './own-notifications.ts'

const MOST_CHANNELS = 20

export const createChannel = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/notifications/channels',
    summary: 'Have a channel told',
    description: `By an incoming webhook of Slack, of whoever takes the same, or of Teams. ${MOST_CHANNELS} at most. Its address is kept sealed.`,
    tag: 'Notifications',
    access: 'admin',
    body: createChannelRequest(ctx.isAllowedPrivately),
    status: 201,
    acts: ['channel.create'],
    answers: { 201: NotificationChannel, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      await refusePrivate(ctx, body.url)
      const ruleId = newId('chn')
      return ctx.db.transaction().execute(async (tx) => {
        if (!(await lockOrg(tx, caller.orgId))) throw new Refusal(404, 'Org settings not found')
        const channels = await rulesOfOrg(tx, caller.orgId, '')
        if (channels.length >= MOST_CHANNELS) throw new Refusal(400, 'Channel limit reached')
        const { kind } = body
        const name = storableText(body.name).trim()
        const urlSealed = ctx.vault.seal(storableUrl(body.url))
        await insertChannel(tx, { ruleId, orgId: caller.orgId, kind, name, urlSealed }, termsOf(body))
        const made = (await rulesOfOrg(tx, caller.orgId, '')).find(({ rule_id }) => rule_id === ruleId)
        if (!made) throw new Error('insert returned no row')
        const channel = publicChannel(ctx, made)
        const after = { kind, name, host: channel.host, ...termsOf(body) }
        await recordAct(tx, by, { action: 'channel.create', orgId: caller.orgId, subject: ruleId, after })
        return channel
      })
    },
  })

export const changeChannel = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/notifications/channels/:channel_id',
    summary: 'Change a channel',
    description:
      'What is left out stays. A new address is tried at once, with what the old one did not take; `queue_hours` null: never.',
    tag: 'Notifications',
    access: 'admin',
    body: changeChannelRequest(ctx.isAllowedPrivately),
    acts: ['channel.change'],
    answers: { 200: NotificationChannel, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, params, body }) {
      if (Object.values(body).every((value) => value === undefined))
        throw new Refusal(400, 'No fields to update')
      if (body.url !== undefined) await refusePrivate(ctx, body.url)
      return ctx.db.transaction().execute(async (tx) => {
        const old = await channelOf(tx, caller.orgId, params.channel_id)
        const url = body.url === undefined ? null : storableUrl(body.url)
        const changed: RuleRow = {
          ...old,
          kind: body.kind ?? old.kind,
          name: body.name === undefined ? old.name : storableText(body.name).trim(),
          url_sealed: url === null ? old.url_sealed : ctx.vault.seal(url),
          changes: body.changes ?? old.changes,
          high_risk: body.high_risk ?? old.high_risk,
          queue_hours: body.queue_hours === undefined ? old.queue_hours : hoursOf(body.queue_hours),
          pace: body.pace ?? old.pace,
        }
        await updateChannel(tx, changed, url !== null)
        const channel = publicChannel(ctx, await channelOf(tx, caller.orgId, params.channel_id))
        await recordAct(tx, by, {
          action: 'channel.change',
          orgId: caller.orgId,
          subject: old.rule_id,
          before: toldOf(ctx, old),
          after: { ...toldOf(ctx, changed), ...(url !== null && { new_address: true }) },
        })
        return channel
      })
    },
  })

export const testChannel = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/notifications/channels/:channel_id/test',
    summary: 'Send a channel a test message',
    description: 'Sent once, before the answer, which says what the receiver made of it.',
    tag: 'Notifications',
    access: 'admin',
    acts: ['channel.test'],
    answers: { 200: TestedChannel, 404: ErrorBody, 409: ErrorBody },
    async handle({ caller, by, params }) {
      await refuseWhileHeld(ctx)
      const channel = await ctx.db.transaction().execute(async (tx) => {
        const found = await channelOf(tx, caller.orgId, params.channel_id)
        await recordAct(tx, by, { action: 'channel.test', orgId: caller.orgId, subject: found.rule_id })
        return found
      })
      const told = {
        orgId: caller.orgId,
        orgName: (await orgName(ctx.db, caller.orgId)) ?? '',
        by: personOf(caller)?.email ?? '',
      }
      const error = await ctx.testChannel(channel, told)
      if (error === null) await retryChannel(ctx.db, channel.rule_id)
      return { channel_id: channel.rule_id, taken: error === null, error }
    },
  })

export const deleteChannel = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/org/notifications/channels/:channel_id',
    summary: 'Tell a channel nothing more',
    description: 'Nobody is told there any more.',
    tag: 'Notifications',
    access: 'admin',
    acts: ['channel.delete'],
    answers: { 200: DeletedChannel, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const channelId = params.channel_id ?? ''
      await ctx.db.transaction().execute(async (tx) => {
        if (!isPlainId(channelId) || !(await remove(tx, caller.orgId, channelId)))
          throw new Refusal(404, 'Channel not found')
        await recordAct(tx, by, { action: 'channel.delete', orgId: caller.orgId, subject: channelId })
      })
      return { channel_id: channelId, status: 'deleted' }
    },
  })

/** @throws Refusal 404 */
async function channelOf(tx: Tx, orgId: string, channelId = ''): Promise<RuleRow> {
  const found = isPlainId(channelId) ? await lockChannel(tx, orgId, channelId) : undefined
  if (!found) throw new Refusal(404, 'Channel not found')
  return found
}

/** @throws Refusal 422 */
async function refusePrivate(ctx: Pick<ApiContext, 'checkCallbackUrl'>, url: string) {
  const reason = await ctx.checkCallbackUrl(url, { resolve: true })
  if (reason) throw new Refusal(422, `Invalid channel URL: ${reason}`)
}

/** No address but its host: the rest lets anybody write there. */
function toldOf(ctx: Pick<ApiContext, 'vault'>, rule: RuleRow) {
  const { kind, name, host, changes, high_risk, queue_hours, pace } = publicChannel(ctx, rule)
  return { kind, name, host, changes, high_risk, queue_hours, pace }
}

function hoursOf(given: unknown): number | null {
  return given === null ? null : toInteger(given)
}
