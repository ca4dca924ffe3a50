import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadCreators, SEARCH_SETTING, sitesOf } from '../../demo/creators.ts'
import { type ScanResult, scanProfile } from '../../src/pipeline/scan.ts'
import type { RunStep } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const STEPS = ['profile', 'links', 'social', 'search', 'images', 'analysis']
/** What each step of this scan asks for. */
const ASKED_BY: Record<string, RegExp> = {
  profile: /instagram\.com\/mara\.vossberg\.music/,
  links: /linktr\.ee\/maravossberg|maravossberg\.example\/tour/,
  social: /tiktok\.com\/@maravossberg/,
  search: /search\.example/,
}

describe('a scan that is stopped and taken up by another worker', () => {
  let web: WebUnderTest
  let url: string
  let whole: ScanResult
  before(async () => {
    const creators = await loadCreators()
    url = creators.find((creator) => creator.name === 'touring-musician')?.url ?? ''
    web = await scanThrough(sitesOf(creators), { search: SEARCH_SETTING })
    whole = await run(new Map(), STEPS.length + 1)
  })
  after(() => web.close())

  for (let finished = 1; finished < STEPS.length; finished++) {
    it(`gives the same report after ${finished} finished steps, and repeats none of them`, async () => {
      const stored = new Map<string, string>()
      await assert.rejects(run(stored, finished), /stopped/)
      assert.equal(stored.size, finished)
      const done = [...stored.keys()]
      const asked = web.requests.length
      const resumed = await run(stored, STEPS.length + 1)
      assert.deepEqual(timeless(resumed), timeless(whole))
      const again = web.requests.slice(asked)
      for (const name of done)
        assert.deepEqual(
          again.filter((request) => ASKED_BY[name]?.test(request)),
          [],
          `${name} had been finished`,
        )
    })
  }

  it('asks for nothing when every step is stored', async () => {
    const stored = new Map<string, string>()
    await run(stored, STEPS.length + 1)
    const asked = web.requests.length
    assert.deepEqual(timeless(await run(stored, STEPS.length + 1)), timeless(whole))
    assert.equal(web.requests.length, asked)
    assert.deepEqual([...stored.keys()].sort(), [...STEPS].sort())
  })

  /** A worker that is told to stop as soon as `most` steps are stored, and stores none after that. */
  function run(stored: Map<string, string>, most: number): Promise<ScanResult> {
    const stop = new AbortController()
    const step: RunStep = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const known = stored.get(name)
      if (known !== undefined) return JSON.parse(known) as T
      const output = JSON.stringify(await work())
      stop.signal.throwIfAborted()
      stored.set(name, output)
      if (stored.size >= most) stop.abort(new Error('stopped'))
      return JSON.parse(output) as T
    }
    return scanProfile(web.context, { url, mode: 'deep' }, step, stop.signal)
  }
})

function timeless(result: ScanResult): unknown {
  const times = ['captured_at', 'read_at', 'started_at', 'duration_ms']
  return JSON.parse(JSON.stringify(result, (key, value) => (times.includes(key) ? null : value)))
}
