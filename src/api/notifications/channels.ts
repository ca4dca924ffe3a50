import { DeletedChannel, ErrorBody, NotificationChannel, ValidationErrorBody } from '../../../sdk/contract.ts'
import { newId } from '../../auth/ids.ts'
import { recordAct } from '../../db/acts.ts'
import { insertChannel, deleteChannel as remove, rulesOfOrg } from '../../db/notifications.ts'
import { lockOrg } from '../../db/orgs.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { isPlainId } from '../http/ids.ts'
import { createChannelRequest } from '../http/notification-requests.ts'
import { Refusal } from '../http/refusal.ts'
import { storableText, storableUrl } from '../http/storable-text.ts'
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
      const reason = await ctx.checkCallbackUrl(body.url, { resolve: true })
      if (reason) throw new Refusal(422, `Invalid channel URL: ${reason}`)
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
