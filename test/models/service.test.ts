import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allEnded, type Service, startService, startWeb, type Web } from '../jobs/service.ts'
import { answer } from './ask-model.ts'
import { baseUrlOf, type ModelServer, startModelServer } from './model-server.ts'

describe('the service with a model in its environment', () => {
  let web: Web
  let server: ModelServer
  let service: Service
  before(async () => {
    web = await startWeb()
    server = await startModelServer(() => ({
      say: answer([
        { code: 'spam_engagement', quote: 'paints harbours and sells prints' },
        { code: 'spam_engagement', quote: 'words that nobody wrote' },
      ]),
    }))
    service = await startService({
      TOSCAN_MODEL_QUICK: 'anthropic:of-the-test',
      TOSCAN_MODEL_BASE_URL: baseUrlOf(server, 'anthropic'),
      TOSCAN_MODEL_API_KEY: 'key-of-the-test',
      TOSCAN_MODEL_PRICES: 'anthropic:of-the-test=1/10/0.1',
    })
  })
  after(async () => {
    await service.stop()
    await server.close()
    await web.close()
  })

  it('scans with it, tells its cost by the interface, and keeps the key to itself', async () => {
    const api = await service.api()
    const worker = await service.worker()
    const { orgId, key } = await service.org()
    const scanId = await service.submit(orgId, [`${web.origin}/ana`], { single: true })
    await allEnded(service, orgId)
    const answered = await fetch(`${api.url}/api/v2/scans/${scanId}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const record = Object(await answered.json())
    assert.deepEqual(record.triage_report.reason_codes, ['spam_engagement'])
    assert.equal(record.triage_report.model.dropped.quote_not_found, 1)
    assert.deepEqual(record.model_usage, {
      model: 'anthropic:of-the-test',
      requests: 2,
      input_tokens: 2400,
      output_tokens: 160,
      cached_tokens: 400,
      cost_usd: 0.00364,
      remembered: false,
    })
    assert.ok(!`${api.output()}${worker.output()}${JSON.stringify(record)}`.includes('key-of-the-test'))
  })
})
