import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { instagram, linktree, page, tiktok } from '../../demo/web/pages.ts'
import type { Page, Site } from '../../demo/web/site.ts'
import { type ScanResult, scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const URL_OF_PROFILE = 'https://www.instagram.com/patient.pia/'

/** Does not answer before `awaited` has been asked for; who waits for it first waits in vain. */
const stubborn = (isAsked: () => boolean): Page => ({
  headers: { 'content-type': 'text/html' },
  send(outgoing) {
    const timer = setInterval(() => {
      if (!isAsked()) return
      clearInterval(timer)
      outgoing.end('<title>At last</title><p>Here I am</p>')
    }, 5)
    outgoing.once('close', () => clearInterval(timer))
  },
})

describe('a page that keeps us waiting', () => {
  let web: WebUnderTest
  let result: ScanResult
  const asked = (url: string) => web.requests.includes(`GET ${url}`)
  const site: Site = {
    ...instagram({
      handle: 'patient.pia',
      name: 'Pia',
      bio: 'hello',
      links: [
        { url: 'https://stubborn.example/', label: 'slow' },
        { url: 'https://linktr.ee/patientpia', label: 'hub' },
      ],
    }),
    'stubborn.example/': stubborn(
      () =>
        Array.from({ length: 20 }, (_, i) => `https://leaf${i}.example/`).every(asked) &&
        asked('https://beyond.example/'),
    ),
    ...linktree({
      handle: 'patientpia',
      bio: 'links',
      links: [
        ...Array.from({ length: 20 }, (_, i) => ({ url: `https://leaf${i}.example/`, label: `leaf ${i}` })),
        { url: 'https://www.tiktok.com/@patient.pia', label: 'TikTok' },
      ],
    }),
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`leaf${i}.example/`, page(`Leaf ${i}`, ['Green.'])]),
    ),
    ...tiktok({
      handle: 'patient.pia',
      name: 'Pia',
      bio: 'hello',
      links: [{ url: 'https://beyond.example/', label: '' }],
    }),
    'beyond.example/': page('Beyond', ['Further on.']),
  }
  before(async () => {
    web = await scanThrough([site])
    const input = { url: URL_OF_PROFILE, mode: 'deep' as const }
    result = await scanProfile(
      web.context,
      input,
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
  })
  after(() => web.close())

  it('holds up neither what its neighbours lead to nor what their profiles lead to', () => {
    assert.ok(result.status === 'completed')
    assert.deepEqual(result.coverage.failed_urls, [])
    assert.equal(result.coverage.urls_visited, 25)
  })

  it('changes nothing in the order of the evidence', () => {
    assert.ok(result.status === 'completed')
    assert.deepEqual(
      result.report.evidence_index.slice(0, 4).map((entry) => entry.url),
      [URL_OF_PROFILE, 'https://stubborn.example/', 'https://linktr.ee/patientpia', 'https://leaf0.example/'],
    )
  })
})
