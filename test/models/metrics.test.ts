import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createReviewers } from '../../src/cli/start/models.ts'
import { readConfig } from '../../src/config.ts'
import { createMetrics } from '../../src/metrics.ts'
import { pack } from '../policy/built-in-pack.ts'
import { answer, page } from './ask-model.ts'
import { baseUrlOf, type ModelServer, startModelServer } from './model-server.ts'

describe('the metrics of models', () => {
  let server: ModelServer
  let isBroken = false
  before(async () => {
    const findings = ['my menu of time', 'words that nobody wrote'].map((quote) => ({
      code: 'escort_offer',
      quote,
    }))
    server = await startModelServer(() => (isBroken ? { status: 401 } : { say: answer(findings) }))
  })
  after(() => server.close())

  it('count answers and failures, tokens, cost, and findings by what became of them', async () => {
    const metrics = createMetrics()
    const reviewers = createReviewers(
      readConfig({
        TOSCAN_MODEL_DEEP: 'openai-compatible:m',
        TOSCAN_MODEL_BASE_URL: baseUrlOf(server, 'openai-compatible'),
        TOSCAN_MODEL_PRICES: 'openai-compatible:m=1/10/0.1',
      }),
      metrics,
      null,
    )
    assert.equal(reviewers.quick, null)
    const evidence = [page({ bio: 'Ask for my menu of time' })]
    const profile = { pack, platform: null, mode: 'deep' as const, evidence, orgId: null }
    await reviewers.deep?.consult(profile, new AbortController().signal)
    isBroken = true
    await reviewers.deep?.consult(profile, new AbortController().signal)
    await reviewers.close()
    const shown = await metrics.registry.metrics()
    for (const line of [
      'toscan_model_answers_total{model="openai-compatible:m",outcome="answered"} 1',
      'toscan_model_answers_total{model="openai-compatible:m",outcome="unauthorized"} 1',
      'toscan_model_tokens_total{model="openai-compatible:m",kind="input"} 2400',
      'toscan_model_tokens_total{model="openai-compatible:m",kind="cached_input"} 400',
      'toscan_model_tokens_total{model="openai-compatible:m",kind="output"} 160',
      'toscan_model_cost_usd_total{model="openai-compatible:m"} 0.00364',
      'toscan_model_findings_total{model="openai-compatible:m",fate="kept"} 1',
      'toscan_model_findings_total{model="openai-compatible:m",fate="quote_not_found"} 1',
    ])
      assert.ok(shown.includes(line), line)
  })
})
