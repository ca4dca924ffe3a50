import createClient from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

/** A stranger's hour with openapi-typescript and openapi-fetch. Compiled and run by `generated-clients.test.ts`. */

type Shapes = components['schemas']
type Event = Shapes['ScanCompletedEvent'] | Shapes['ScanFailedEvent'] | Shapes['TestEvent']

const { SERVER = '', KEY = '', ADMIN = '', PROFILE = '', RECEIVER = '' } = process.env
const baseUrl = SERVER
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${KEY}` } })
const admin = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${ADMIN}` } })

const settings = await admin.PATCH('/api/v2/org/settings', { body: { default_callback_url: RECEIVER } })
if (settings.error) throw new Error(JSON.stringify(settings.error))

const submitted = await client.POST('/api/v2/scan/quick', {
  body: { profile_url: PROFILE, metadata: { case: 17 } },
})
if (submitted.error) throw new Error(JSON.stringify(submitted.error.detail))
const { scan_id } = submitted.data

const stream = await client.GET('/api/v2/scans/{scan_id}/events', {
  params: { path: { scan_id } },
  parseAs: 'text',
})
if (stream.error) throw new Error(stream.error.detail)

const recordOf = async (): Promise<Shapes['ScanRecord']> => {
  const { data, error } = await client.GET('/api/v2/scans/{scan_id}', { params: { path: { scan_id } } })
  if (error) throw new Error(error.detail)
  return data
}
let scan = await recordOf()
while (scan.webhook_delivered_at === undefined) scan = await recordOf()
const report = scan.triage_report
if (scan.status !== 'completed' || report === undefined) throw new Error(scan.error ?? 'no report')

const query = { limit: 1, recommendation: report.recommendation, sort_by: 'created_at' } as const
const list = await client.GET('/api/v2/org/scans', { params: { query } })
const deliveries = await client.GET('/api/v2/org/webhook-deliveries', { params: { query: { scan_id } } })
const [delivery] = deliveries.data?.deliveries ?? []
if (!delivery) throw new Error('nothing was sent')
const sent = await client.GET('/api/v2/org/webhook-deliveries/{delivery_id}', {
  params: { path: { delivery_id: delivery.delivery_id } },
})

const unknown = await client.GET('/api/v2/batches/{batch_id}', { params: { path: { batch_id: scan_id } } })
const invalid = await client.POST('/api/v2/scan/deep', { body: { profile_url: 'none' } })
const problems = invalid.error?.detail
const [problem] = Array.isArray(problems) ? problems : []

console.log(
  JSON.stringify({
    scan_id,
    score: report.risk_score + report.evidence_index.length * 0,
    listed: list.data?.scans.map((each) => each.scan_id),
    ended: /event: end/.test(String(stream.data)),
    event: whatIs(JSON.parse(sent.data?.request_body ?? '')),
    unknown: [unknown.response.status, unknown.error?.detail],
    invalid: problem?.loc,
    callback: settings.data.default_callback_url,
  }),
)

function whatIs(event: Event): string {
  switch (event.type) {
    case 'scan.completed':
      return `${event.url} ${event.triage_report.recommendation}`
    case 'scan.failed':
      return event.error
    case 'test':
      return event.message
  }
}
