import { WebhookEndpointList } from '../../../sdk/contract.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type EndpointRow, endpointsOfOrg } from '../../db/webhooks/deliveries.ts'
import { type SilentHostRow, silentHosts } from '../../db/webhooks/webhook-hosts.ts'
import { hostKeyOf } from '../../webhooks/receiver-host.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'

const SLOW_MS = 2000

export const getWebhookEndpoints = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/webhook-endpoints',
    summary: 'See how the addresses of the webhooks do',
    description: 'The addresses of the newest thousand deliveries; those used last stand first.',
    tag: 'Webhooks',
    access: 'any',
    answers: { 200: WebhookEndpointList },
    async handle({ caller }) {
      const rows = await endpointsOfOrg(ctx.db, caller.orgId)
      const keys = rows.map((row) => hostKeyOf(row.url))
      const silences = new Map((await silentHosts(ctx.db, keys)).map((row) => [row.host_key, row]))
      return {
        endpoints: rows.map(({ last_duration_ms, ...row }) => {
          const silence = silences.get(hostKeyOf(row.url))
          const state = stateOf({ last_duration_ms, ...row }, silence)
          return {
            ...row,
            state,
            silent_since: silence?.silent_since ?? null,
            held_until: silence?.is_held ? silence.held_until : null,
          }
        }),
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })

function stateOf(row: EndpointRow, silence: SilentHostRow | undefined) {
  if (row.disabled_at) return 'disabled'
  if (silence) return silence.is_held ? 'held_back' : 'silent'
  if (row.last_error) return 'failing'
  return (row.last_duration_ms ?? 0) > SLOW_MS ? 'slow' : 'working'
}
