import { client } from './hey-api/client.gen.js'
import {
  createDeepScan,
  createQuickScan,
  followScan,
  getBatch,
  getScan,
  getWebhookDelivery,
  listScans,
  listWebhookDeliveries,
  updateOrgSettings,
} from './hey-api/index.js'
import type { ScanCompletedEvent, ScanFailedEvent, TestEvent } from './hey-api/types.gen.js'

/** A stranger's hour with the client of hey-api. Compiled and run by `generated-clients.test.ts`. */

type Event = ScanCompletedEvent | ScanFailedEvent | TestEvent

const { SERVER = '', KEY = '', ADMIN = '', PROFILE = '', RECEIVER = '' } = process.env
client.setConfig({ baseUrl: SERVER, auth: KEY })

const settings = await updateOrgSettings({ auth: ADMIN, body: { default_callback_url: RECEIVER } })
if (settings.error) throw new Error(JSON.stringify(settings.error))

const submitted = await createQuickScan({ body: { profile_url: PROFILE, metadata: { case: 17 } } })
if (submitted.error) throw new Error(JSON.stringify(submitted.error.detail))
const { scan_id } = submitted.data

const seen: string[] = []
const { stream } = await followScan({ path: { scan_id } })
for await (const progress of stream) {
  seen.push(progress.status)
  if (progress.status !== 'processing') break
}

const recordOf = async () => (await getScan({ path: { scan_id }, throwOnError: true })).data
let scan = await recordOf()
while (scan.webhook_delivered_at === undefined) scan = await recordOf()
const report = scan.triage_report
if (scan.status !== 'completed' || report === undefined) throw new Error(scan.error ?? 'no report')

const list = await listScans({
  query: { limit: 1, recommendation: report.recommendation, sort_by: 'created_at' },
})
const deliveries = await listWebhookDeliveries({ query: { scan_id }, throwOnError: true })
const [delivery] = deliveries.data.deliveries
if (!delivery) throw new Error('nothing was sent')
const sent = await getWebhookDelivery({ path: { delivery_id: delivery.delivery_id }, throwOnError: true })

const unknown = await getBatch({ path: { batch_id: scan_id } })
const invalid = await createDeepScan({ body: { profile_url: 'none' } })
const problems = invalid.error?.detail
const [problem] = Array.isArray(problems) ? problems : []

console.log(
  JSON.stringify({
    scan_id,
    score: report.risk_score,
    listed: list.data?.scans.map((each) => each.scan_id),
    ended: seen.at(-1) === 'completed',
    event: whatIs(JSON.parse(sent.data.request_body)),
    unknown: [unknown.response?.status, unknown.error?.detail],
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
