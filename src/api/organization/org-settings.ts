import { ErrorBody, OrgSettings, OrgUsage, ValidationErrorBody } from '../../../sdk/contract.ts'
import { lockOrg, orgSettings, orgUsage, setDefaultCallbackUrl } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { markEndpointHealthy } from '../../db/webhooks/webhooks.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { settingsRequest } from '../requests/organization-requests.ts'
import { storableUrl } from '../requests/storable-text.ts'

export const getOrgSettings = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/settings',
    summary: 'Read the settings of the organization',
    description: 'The default callback address, and what was counted ever.',
    tag: 'Organization',
    access: 'any',
    answers: { 200: OrgSettings, 404: ErrorBody },
    async handle({ caller }) {
      const settings = await orgSettings(ctx.db, caller.orgId)
      if (!settings) throw new Refusal(404, 'Org settings not found')
      return settings
    },
  })

export const updateOrgSettings = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/settings',
    summary: 'Change the settings of the organization',
    description:
      'Only members that are sent change. A callback address whose host is private, or cannot be resolved, is refused (422).',
    tag: 'Organization',
    access: 'admin',
    body: settingsRequest,
    acts: ['settings.change'],
    answers: { 200: OrgSettings, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      if (body.default_callback_url === undefined) throw new Refusal(400, 'No fields to update')
      const url = storableUrl(body.default_callback_url ?? '') || null
      const reason = url && (await ctx.checkCallbackUrl(url, { resolve: true }))
      if (reason) throw new Refusal(422, `Invalid callback URL: ${reason}`)
      return ctx.db.transaction().execute(async (tx) => {
        await lockOrg(tx, caller.orgId)
        const before = await orgSettings(tx, caller.orgId)
        const settings = await setDefaultCallbackUrl(tx, caller.orgId, url)
        if (!before || !settings) throw new Refusal(404, 'Org settings not found')
        // Whoever sets an address vouches for it: one that was disabled is tried again.
        if (url) await markEndpointHealthy(tx, caller.orgId, url)
        await recordAct(tx, by, {
          action: 'settings.change',
          orgId: caller.orgId,
          subject: null,
          before: { default_callback_url: withoutSecrets(before.default_callback_url) },
          after: { default_callback_url: withoutSecrets(url) },
        })
        return settings
      })
    },
  })

/** Its host: paths, queries and user names of receivers' addresses are often what lets one in. */
function withoutSecrets(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address)
  if (url === null) return null
  return url.pathname + url.search === '/' ? url.origin : `${url.origin}/…`
}

export const getOrgUsage = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/usage',
    summary: 'Read how much of the daily limit is used',
    description: 'What of the daily limit is used, and when the day ends: at 00:00 UTC.',
    tag: 'Organization',
    access: 'any',
    answers: { 200: OrgUsage, 404: ErrorBody },
    async handle({ caller }) {
      const usage = await orgUsage(ctx.db, caller.orgId)
      if (!usage) throw new Refusal(404, 'Org settings not found')
      const remaining = usage.daily_limit === null ? null : Math.max(0, usage.daily_limit - usage.used)
      return { limit: usage.daily_limit, used: usage.used, remaining, resets_at: usage.resets_at }
    },
  })
