import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { page } from '../../demo/web/pages.ts'
import type { Site } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const limited = {
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"API rate limit exceeded"}',
}

const SITE: Site = {
  'api.github.com/users/ida-quill': limited,
  'github.com/ida-quill': page('ida-quill (Ida Quill) · GitHub', ['ida-quill sets type by hand.'], []),
  // Its page is a shell that greets everybody alike.
  'api.github.com/users/nobody-special': limited,
  'github.com/nobody-special': page('GitHub: build software', ['Sign in to see more.'], []),
}

describe('a platform whose interface says nothing', () => {
  let web: WebUnderTest
  before(async () => {
    web = await scanThrough([SITE])
  })
  after(() => web.close())
  const scan = async (name: string) => {
    const input = { url: `https://github.com/${name}`, mode: 'quick' as const }
    const result = await scanProfile(
      web.context,
      input,
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.equal(result.status, 'completed')
    return result
  }
  const profileStep = (result: Awaited<ReturnType<typeof scan>>) =>
    result.coverage.steps.find((step) => step.step === 'profile')

  it('is read from the page that people see', async () => {
    const result = await scan('ida-quill')
    assert.equal(profileStep(result)?.status, 'completed')
    assert.equal(result.isBanned, false)
    assert.equal(result.username, 'ida-quill')
    assert.equal(result.report.evidence_index?.[0]?.http_status, 200)
  })

  it('is not read from a page that does not name the profile', async () => {
    const result = await scan('nobody-special')
    assert.notEqual(profileStep(result)?.status, 'completed')
    assert.equal(result.isBanned, null)
  })
})
