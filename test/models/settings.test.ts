import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { describeConfig, readConfig } from '../../src/config.ts'
import { addressOf } from '../../src/models/model-of.ts'
import { costOf, loadPrices, mostItCanCost } from '../../src/models/prices.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const KEY = 'sk-secret-of-the-operator'

describe('the settings of models', () => {
  const refused = (env: Record<string, string>, why: RegExp) => assert.throws(() => readConfig(env), why)

  it('take a provider with its key, or a server with its address', () => {
    const hosted = readConfig({ TOSCAN_MODEL_DEEP: 'anthropic:claude-x', TOSCAN_MODEL_API_KEY: KEY })
    assert.equal(hosted.models.deep, 'anthropic:claude-x')
    const own = readConfig({
      TOSCAN_MODEL_QUICK: 'openai-compatible:org/model:tag',
      TOSCAN_MODEL_BASE_URL: 'http://127.0.0.1:8000/v1/',
    })
    assert.equal(addressOf(own.models.quick ?? '', own.models.baseUrl), 'http://127.0.0.1:8000/v1')
    assert.deepEqual([own.models.timeoutMs, own.models.cacheDays], [60_000, 30])
  })

  it('are refused at start where something is missing or does not fit together', () => {
    refused({ TOSCAN_MODEL_DEEP: 'gpt-5' }, /TOSCAN_MODEL_DEEP: must look like/)
    refused({ TOSCAN_MODEL_DEEP: 'openai:x' }, /TOSCAN_MODEL_API_KEY is required/)
    refused({ TOSCAN_MODEL_QUICK: 'openai-compatible:x' }, /TOSCAN_MODEL_BASE_URL is required/)
    refused(
      { TOSCAN_MODEL_DEEP: 'anthropic:x', TOSCAN_MODEL_QUICK: 'google:y', TOSCAN_MODEL_API_KEY: KEY },
      /must name one provider/,
    )
    refused({ TOSCAN_MODEL_BASE_URL: 'http://user:secret@models.example/v1' }, /must not hold credentials/)
    refused({ TOSCAN_MODEL_BASE_URL: 'ftp://models.example' }, /TOSCAN_MODEL_BASE_URL/)
    refused({ TOSCAN_MODEL_PROXY: 'https://proxy.lan:3128' }, /TOSCAN_MODEL_PROXY: must be .*http:/)
    refused({ TOSCAN_MODEL_PRICES: 'openai:x=cheap' }, /must look like openai:<model>=0.25\/2/)
    refused({ TOSCAN_MODEL_PRICES: 'openai:x=1' }, /must look like/)
  })

  it('never show the key', () => {
    const env = {
      TOSCAN_MODEL_API_KEY: KEY,
      TOSCAN_MODEL_DEEP: 'openai:x',
      TOSCAN_MODEL_PROXY: `http://me:${KEY}@proxy.lan:3128`,
    }
    assert.ok(!JSON.stringify(describeConfig(env)).includes(KEY))
    assert.throws(
      () => readConfig({ ...env, TOSCAN_MODEL_QUICK: 'nonsense' }),
      (error: Error) => !error.message.includes(KEY),
    )
  })
})

describe('prices', () => {
  it('are what the list states unless the operator states others', () => {
    const config = readConfig({
      TOSCAN_MODEL_PRICES: 'openai:gpt-5-mini=1/2/0.5, openai-compatible:a/b:c=3/4',
    })
    const prices = loadPrices(config.models.prices)
    assert.deepEqual(prices.get('openai:gpt-5-mini'), { input: 1, output: 2, cached: 0.5 })
    assert.deepEqual(prices.get('openai-compatible:a/b:c'), { input: 3, output: 4, cached: 3 })
    assert.deepEqual(loadPrices({}).get('openai:gpt-5-mini'), { input: 0.25, output: 2, cached: 0.025 })
    assert.equal(loadPrices({}).get('openai:of-tomorrow'), undefined)
  })

  it('make a cost of tokens, cached ones apart, and nothing of what is unknown', () => {
    const price = { input: 2, output: 10, cached: 0.2 }
    assert.equal(costOf({ input: 1000, output: 100, cached: 400 }, price), (600 * 2 + 400 * 0.2 + 1000) / 1e6)
    assert.equal(costOf({ input: 1000, output: 100, cached: null }, price), 0.003)
    assert.equal(costOf({ input: null, output: 100, cached: 0 }, price), null)
    assert.equal(costOf({ input: 1, output: 1, cached: 0 }, null), null)
  })

  it('bound a request from above: no text has more tokens than bytes', () => {
    const price = { input: 1, output: 1, cached: 0 }
    assert.equal(mostItCanCost('é'.repeat(1000), 500, price), (2000 + 1000 + 500) / 1e6)
    assert.equal(mostItCanCost('x', 500, null), null)
  })
})

describe('the packages of model providers', () => {
  it('come without the gateway that takes bare model names', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const installed = Object.keys(lock.packages)
    assert.ok(installed.includes('node_modules/@ai-sdk/openai-compatible'))
    assert.deepEqual(
      installed.filter((name) => /node_modules\/(ai|@ai-sdk\/gateway)$/.test(name)),
      [],
    )
  })

  it('are made into models in one file, which gives them our fetch, an address and a key', () => {
    const makers = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) =>
      /(?:from |import\()'@ai-sdk\/(?!provider')/.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    assert.deepEqual(makers, ['src/models/model-of.ts'])
  })
})
