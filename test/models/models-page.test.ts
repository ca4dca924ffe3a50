import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { costOf, loadPrices } from '../../src/models/prices.ts'

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'models.md'), 'utf8')

describe('docs/models.md', () => {
  it('states the cost of every model that has a price, from the tokens that it states', () => {
    const [world, fullest] = [rowOf('the world'), rowOf('the fullest question')]
    const costs = (input: number, output: number, model: string) =>
      (1000 * (costOf({ input, output, cached: 0 }, loadPrices({}).get(model) ?? null) ?? 0)).toFixed(2)
    const stated = new Map(
      [...PAGE.matchAll(/^\| `([^`]+:[^`]+)` \| ([\d.]+) \| ([\d.]+) \|$/gm)].map(([, model, ...cells]) => [
        model,
        cells,
      ]),
    )
    const computed = new Map(
      [...loadPrices({}).keys()].map((model) => [model, [costs(...world, model), costs(...fullest, model)]]),
    )
    assert.deepEqual(stated, computed)
  })

  it('gives settings that the service takes', () => {
    const env = {
      TOSCAN_MODEL_DEEP: 'openai-compatible:name',
      TOSCAN_MODEL_BASE_URL: 'http://127.0.0.1:8000/v1',
      TOSCAN_MODEL_TIMEOUT_SECONDS: '300',
    }
    for (const [name, value] of Object.entries(env))
      assert.ok(PAGE.includes(`${name}=${value.replace(':name', ':<name>')}`), name)
    assert.equal(readConfig(env).models.timeoutMs, 300_000)
  })
})

function rowOf(start: string): [number, number] {
  const [, input = '', output = ''] =
    new RegExp(`^\\| ${start}[^|]*\\| ([\\d,]+) \\| ([\\d,]+) \\|$`, 'm').exec(PAGE) ?? []
  assert.ok(input && output, start)
  return [Number(input.replaceAll(',', '')), Number(output.replaceAll(',', ''))]
}
