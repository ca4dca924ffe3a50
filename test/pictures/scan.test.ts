import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Site } from '../../demo/web/site.ts'
import type { Evidence } from '../../src/evidence/evidence.ts'
import { createPictureReader, type PictureReader } from '../../src/pictures/create-picture-reader.ts'
import { fetchProfile } from '../../src/pipeline/collect/fetch-profile.ts'
import { readImages } from '../../src/pipeline/collect/read-images.ts'
import { findingsOf } from '../../src/pipeline/judge/findings-of.ts'
import { type ScanContext, scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { isTied } from '../../src/policy/rules/links/ties.ts'
import { type Bench, openBench } from '../evidence/bench.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { bombPicture, greyPicture, hillPicture, qrPicture } from './draw.ts'
import { picture, profile } from './pages.ts'

const OFFER = 'Independent companion in Lisbon. Incall and outcall, 200 EUR per hour, message to book.'

/** The rest of a fetched profile, which pictures do not ask for. */
const PROFILE = { isBanned: false, unreachable: null, startedAt: '', durationMs: 0 }

describe('the pictures of a scan', () => {
  let web: WebUnderTest
  let reader: PictureReader
  let context: ScanContext
  before(async () => {
    const site: Site = {
      'mara.example/mara': profile('Mara Lind', 'Ceramics', 'https://pics.example/mara.png'),
      'pics.example/mara.png': picture(await qrPicture('https://directory.example/mara')),
      'directory.example/mara': profile('Mara, Lisbon', OFFER, null),
      'self.example/self': profile('Self', 'My own code', 'https://pics.example/self.png'),
      'pics.example/self.png': picture(await qrPicture('http://self.example/self')),
      'inner.example/inner': profile('Inner', 'A code that leads inside', 'https://pics.example/inner.png'),
      'pics.example/inner.png': picture(await qrPicture('http://127.0.0.1:9/admin')),
      'text.example/text': profile('Text', 'A code with words', 'https://pics.example/text.png'),
      'pics.example/text.png': picture(await qrPicture(OFFER)),
      'plain.example/plain': profile('Plain', 'A grey picture', 'https://pics.example/grey.png'),
      'pics.example/grey.png': picture(greyPicture(100, 100)),
      'bare.example/bare': profile('Bare', 'No picture at all', null),
      'bomb.example/bomb': profile('Bomb', 'A picture that bursts', 'https://pics.example/bomb.png'),
      'pics.example/bomb.png': picture(bombPicture(10, 10, 300)),
      'lost.example/lost': profile('Lost', 'A picture that is gone', 'https://pics.example/lost.png'),
      'closed.example/robots.txt': { body: 'User-agent: *\nDisallow: /' },
      'many.carrd.co/': {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: `<title>Many</title><h1>Many</h1>${[1, 2, 3, 4, 5, 6].map((at) => `<img src="https://pics.example/grey.png?${at}">`).join('')}<p>Grey pictures</p>`,
      },
      'shy.example/shy': profile('Shy', 'A picture behind robots.txt', 'https://closed.example/x.png'),
      'closed.example/x.png': picture(greyPicture(100, 100)),
      'young.example/kim': profile(
        'Kim',
        'I am 15 years old and sell my photos',
        'https://pics.example/kim.png',
      ),
      'pics.example/kim.png': picture(await qrPicture('my number is 4242')),
      'twice.example/ina': profile(
        'Ina',
        'Wool and <a href="http://second.example/ina">more</a>',
        'https://pics.example/ina.png',
      ),
      'second.example/ina': profile('Ina again', 'Linen by Ina', 'https://pics.example/ina.jpg'),
      'pics.example/ina.png': picture(hillPicture(1, 'png')),
      'pics.example/ina.jpg': picture(hillPicture(1, 40), 'image/jpeg'),
      'claims.example/lee': profile('Lee', 'Ceramics and cups', 'https://pics.example/lee.png'),
      'pics.example/lee.png': picture(await qrPicture('I am 15 years old and sell my photos')),
    }
    web = await scanThrough([site])
    reader = createPictureReader()
    context = { ...web.context, readPicture: reader.readPicture }
  })
  after(async () => {
    await reader.close()
    await web.close()
  })

  async function scan(url: string, more: Partial<ScanContext> = {}, mode: 'deep' | 'quick' = 'deep') {
    const step = plainStepRunner(() => {})
    const result = await scanProfile(
      { ...context, ...more },
      { url, mode },
      step,
      AbortSignal.timeout(60_000),
    )
    assert.ok(result.status === 'completed')
    const images = result.coverage.steps.find((each) => each.step === 'images')
    return { ...result, images: [images?.status, images?.detail], index: result.report.evidence_index }
  }
  const plainly = { readPicture: null }

  /** As it was read, no word of it masked. */
  async function profileAt(url: string): Promise<Evidence> {
    const signal = AbortSignal.timeout(60_000)
    const { evidence } = await fetchProfile({ ...web.context, signal }, url, 'quick')
    return { ...evidence, ref: 'E1' }
  }

  it('lead on where their codes lead, and what stands there counts', async () => {
    const { index, report, images } = await scan('http://mara.example/mara')
    assert.deepEqual(
      index.map(({ ref, type, url, binding }) => [ref, type, url, binding]),
      [
        ['E1', 'profile', 'http://mara.example/mara', 'own'],
        ['E2', 'image', 'https://pics.example/mara.png', 'picture'],
        ['E3', 'page', 'https://directory.example/mara', 'picture'],
      ],
    )
    assert.equal(index[1]?.snippet, 'https://directory.example/mara')
    assert.equal(report.link_chain, 'profile -> picture -> directory')
    assert.deepEqual(images, ['completed', 'codes in 1 of 1 pictures'])
    assert.ok(report.reason_codes.includes('escort_offer'), report.reason_codes.join())
    const without = await scan('http://mara.example/mara', plainly)
    assert.ok(!without.report.reason_codes.includes('escort_offer'))
  })

  it('speak for themselves where a code holds words', async () => {
    const { report } = await scan('http://text.example/text')
    const offer = report.findings.find(({ code }) => code === 'escort_offer')
    assert.deepEqual([offer?.evidence[0]?.ref, offer?.evidence[0]?.channel], ['E2', 'picture'])
  })

  it('lead back to nobody: a code of the profile’s own address is not followed', async () => {
    const { index } = await scan('http://self.example/self')
    assert.deepEqual(
      index.map(({ type }) => type),
      ['profile', 'image'],
    )
  })

  it('show which other page has the picture of the profile', async () => {
    const { index } = await scan('http://twice.example/ina')
    assert.deepEqual(
      index.map(({ type, url, title }) => [type, url, title]),
      [
        ['profile', 'http://twice.example/ina', 'Ina'],
        ['page', 'http://second.example/ina', 'Ina again'],
        ['image', 'https://pics.example/ina.jpg', 'Shows the same picture as the profile'],
      ],
    )
  })

  it('of namesakes are compared and never read, and tie nobody to the creator', async () => {
    const own = await profileAt('http://twice.example/ina')
    const stranger = {
      ...(await profileAt('http://second.example/ina')),
      ref: 'search/000',
      binding: 'same_handle' as const,
      pictures: ['https://pics.example/mara.png', 'https://pics.example/ina.jpg'],
    }
    const signal = AbortSignal.timeout(60_000)
    const creator = { url: own.url, handle: 'ina', name: 'Ina' }
    const fetched = { ...PROFILE, evidence: own, creator }
    const { evidence } = await readImages({ ...context, signal }, fetched, [own, stranger])
    assert.deepEqual(
      evidence.map(({ url, binding, links, texts, facts }) => [url, binding, links, texts, facts]),
      [['https://pics.example/ina.jpg', 'search', [], [], { samePictureAs: 'https://pics.example/ina.png' }]],
    )
    assert.deepEqual(evidence.filter(isTied), [])
  })

  it('lead to no private address', async () => {
    const { index, coverage } = await scan('http://inner.example/inner')
    assert.deepEqual(coverage.failed_urls, [{ url: 'http://127.0.0.1:9/admin', reason: 'blocked_address' }])
    assert.equal(index[2]?.outcome, 'error')
  })

  for (const [what, url, expected] of [
    ['without codes', 'http://plain.example/plain', ['completed', 'codes in 1 of 1 pictures']],
    ['that are none', 'http://bare.example/bare', ['skipped', 'nothing_to_look_at']],
    ['that burst', 'http://bomb.example/bomb', ['failed', 'codes in 0 of 1 pictures, 1 unreadable']],
    ['that are gone', 'http://lost.example/lost', ['failed', 'codes in 0 of 1 pictures, 1 http_404']],
    ['that robots.txt closes', 'http://shy.example/shy', ['failed', 'codes in 0 of 1 pictures, 1 robots']],
  ] as const) {
    it(`${what} leave no evidence, and coverage says so`, async () => {
      const { index, images } = await scan(url)
      assert.equal(index.length, 1)
      assert.deepEqual(images, expected)
    })
  }

  it('that are more than are read count as unseen', async () => {
    const { images, coverage, report } = await scan('https://many.carrd.co/')
    assert.deepEqual(images, ['partial', 'codes in 2 of 2 pictures, 4 pictures beyond the budget'])
    assert.equal(coverage.left_out?.pictures, 4)
    assert.match(report.reason_summary, /4 pictures not read/)
    // Codes alone are half of what a picture says, and two of six were read.
    const others = 0.35 + 0.15 + 0.2 + 0.1
    assert.equal(coverage.score, Math.floor((others + 0.1 * 0.5 * (2 / 6)) * 1000) / 1000)
  })

  it('are not looked at in quick scans, nor where that is turned off', async () => {
    web.requests.length = 0
    assert.deepEqual((await scan('http://mara.example/mara', {}, 'quick')).images, ['skipped', 'mode_quick'])
    assert.deepEqual((await scan('http://mara.example/mara', plainly)).images, ['skipped', 'not_configured'])
    assert.deepEqual(
      web.requests.filter((request) => request.includes('pics.example')),
      [],
    )
  })

  describe('and minor safety', () => {
    const minorsIn = ({ report }: Awaited<ReturnType<typeof scan>>) =>
      report.findings.filter(({ family }) => family === 'minor_safety')

    it('make no such finding, whatever they say', async () => {
      const told = await scan('http://claims.example/lee')
      assert.equal(told.index[1]?.snippet, 'I am 15 years old and sell my photos')
      assert.deepEqual(minorsIn(told), [])
    })

    it('change none that stands without them', async () => {
      const [with_, without] = [
        await scan('http://young.example/kim'),
        await scan('http://young.example/kim', plainly),
      ]
      assert.equal(with_.index.length, 2)
      assert.ok(minorsIn(without).length > 0)
      assert.deepEqual(minorsIn(with_), minorsIn(without))
    })

    it('put no adult link within reach of an age claim, which would raise it', async () => {
      const [host] = web.context.policies.lists.adult_hosts ?? []
      assert.ok(host)
      const own = await profileAt('http://young.example/kim')
      const link = { url: `https://${host}/kim`, domain: host, label: 'QR code' }
      const shown: Evidence = {
        ...own,
        ref: 'E2',
        type: 'image',
        hop: 1,
        via: 'E1',
        binding: 'picture',
        links: [link],
      }
      const subject = { platform: own.platform, handle: own.handle, url: own.url }
      const claims = (evidence: Evidence[]) =>
        findingsOf(web.context.policies, { evidence, subject }).filter(
          ({ code }) => web.context.policies.codes[code]?.family === 'minor_safety',
        )
      const alone = claims([own])
      assert.ok(alone.some(({ code, tag }) => code === 'minor_age_claim' && tag !== 'adult_link'))
      assert.deepEqual(claims([own, shown]), alone)
      // The same link on the page itself does raise it: the test above could fail.
      assert.notDeepEqual(claims([{ ...own, links: [link] }]), alone)
    })
  })

  describe('in the evidence store', () => {
    let bench: Bench
    let orgId: string
    before(async () => {
      bench = await openBench(context)
      orgId = await bench.makeOrg()
    })
    after(() => bench.close())

    it('lie under the hash that the report states', async () => {
      const scanId = await bench.scan(orgId, 'http://mara.example/mara')
      const shown = (await bench.capturesOf(scanId)).find(({ kind }) => kind === 'picture')
      assert.equal(shown?.ref, 'E2')
      const found = await bench.evidence.get(shown?.sha256 ?? '')
      assert.ok(found.ok)
      const reading = await reader.readPicture(found.bytes)
      assert.deepEqual(reading.ok && reading.codes, ['https://directory.example/mara'])
    })

    it('are not kept of a page behind a minor-safety finding', async () => {
      const captures = await bench.capturesOf(await bench.scan(orgId, 'http://young.example/kim'))
      assert.deepEqual(
        captures.map(({ ref, kind, withheld }) => [ref, kind, withheld]),
        [
          ['E1', 'answer', true],
          ['E2', 'picture', true],
        ],
      )
      for (const { sha256 } of captures) assert.equal(await bench.evidence.has(sha256), false)
    })
  })
})
