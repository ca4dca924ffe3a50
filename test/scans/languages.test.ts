import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { html, type Site } from '../../demo/web/site.ts'
import { type ScanResult, scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const FINNISH = 'Valokuvaaja Helsingistä. Rakastan kahvia, pitkiä kävelyjä metsässä ja vanhoja elokuvia.'
const ENGLISH = 'Photographer from Helsinki. I love coffee, long walks in the woods and old films.'
const SITES: Site[] = [
  {
    'aino.example': html('Aino', `<p>${FINNISH}</p>`),
    'mary.example': html('Mary', `<p>${ENGLISH}</p>`),
    'both.example': html('Both', `<p>${ENGLISH}</p><a href="https://aino.example/">Blog</a>`),
    'few.example': html('Few', '<p>Valokuvaaja, Helsinki</p>'),
    'asha.example': html('Asha', '<p>আমি ছবি আঁকি</p>'),
    'lea.example': html('Lea', '<h1>Lea Brandt</h1><p>Ceramics from Aarhus</p>'),
    'jana.example': html('Jana', '<p>Ráda kreslím koně a psy, bydlím v Brně.</p>'),
    'maija.example': html(
      'Maija',
      `<p>${FINNISH} Escort in Helsinki, 200€ an hour, two hours at least, write to me on WhatsApp before you come</p>`,
    ),
  },
]

type Completed = Extract<ScanResult, { status: 'completed' }>

describe('a profile in a language that the rules do not cover', () => {
  let web: WebUnderTest
  before(async () => {
    web = await scanThrough(SITES)
  })
  after(() => web.close())

  async function scan(host: string, mode: 'deep' | 'quick' = 'deep'): Promise<Completed> {
    const asked = { url: `https://${host}/`, mode }
    const result = await scanProfile(
      web.context,
      asked,
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.equal(result.status, 'completed')
    return result
  }

  it('counts half, and coverage says why', async () => {
    const [foreign, known] = [await scan('aino.example'), await scan('mary.example')]
    const [told] = foreign.coverage.languages ?? []
    assert.deepEqual(
      [told?.language, told?.minor_safety, told?.rules, told?.refs],
      ['fi', false, false, ['E1']],
    )
    assert.ok((told?.letters ?? 0) >= 60)
    const step = foreign.coverage.steps.find((each) => each.step === 'profile')
    assert.deepEqual([step?.status, step?.detail], ['partial', 'language_not_covered'])
    const weights = web.context.policies.scoring.coverage_weights
    const lost = (weights.profile + weights.bio) / 2
    assert.ok(Math.abs(known.coverage.score - foreign.coverage.score - lost) < 0.01)
    const quick = await scan('aino.example', 'quick')
    assert.equal(quick.coverage.score, 0.5)
  })

  it('is not told of a few words whose letters English has too', async () => {
    const { coverage } = await scan('lea.example', 'quick')
    assert.deepEqual([coverage.languages, coverage.score], [[], 1])
  })

  it('counts half where it is all that there is, however short', async () => {
    for (const [host, language] of [
      ['asha.example', 'bn'],
      ['jana.example', 'cs'],
    ] as const) {
      const { coverage } = await scan(host, 'quick')
      assert.deepEqual(
        coverage.languages?.map((each) => each.language),
        [language],
      )
      assert.equal(coverage.score, 0.5)
    }
  })

  it('is said to be in it, with what would help, and is no clean result', async () => {
    const { report } = await scan('aino.example')
    assert.match(
      report.reason_summary,
      /Text of the profile is in Finnish \[E1\], which the rules do not cover: an offer, a threat or a stated age in it would not be found\. This is not a clean result\./,
    )
    assert.deepEqual(
      report.would_change
        ?.filter(({ kind }) => kind === 'language_not_covered')
        .map(({ ref, text }) => [ref, text]),
      [
        [
          'E1',
          'If what is said in Finnish were known. Have somebody who reads it look at E1 (aino.example): the rules do not cover it.',
        ],
      ],
    )
    assert.notEqual(report.confidence, 'high')
  })

  it('lessens the step of the pages that are in it, which are to be opened', async () => {
    const { coverage, report } = await scan('both.example')
    const details = Object.fromEntries(coverage.steps.map(({ step, detail }) => [step, detail]))
    assert.deepEqual([details.profile, details.links], [null, 'language_not_covered'])
    assert.deepEqual(
      coverage.languages?.map(({ language, rules, refs }) => [language, rules, refs]),
      [
        ['fi', false, ['E2']],
        ['en', true, []],
      ],
    )
    assert.match(report.reason_summary, /Text of linked pages is in Finnish \[E2\]/)
    assert.ok(report.review_targets.includes('https://aino.example/'))
  })

  it('is judged by what it says in another', async () => {
    const { report, coverage } = await scan('maija.example')
    assert.ok(report.reason_codes.includes('escort_offer'))
    assert.deepEqual(new Set(coverage.languages?.map(({ language }) => language)), new Set(['fi', 'en']))
    assert.doesNotMatch(report.reason_summary, /not a clean result/)
  })

  it('is not supposed of a few words, nor where the rules cover it', async () => {
    for (const host of ['few.example', 'mary.example']) {
      const { coverage, report } = await scan(host)
      assert.ok(
        coverage.languages?.every(({ rules, minor_safety }) => rules && minor_safety),
        host,
      )
      assert.equal(coverage.steps.find(({ step }) => step === 'profile')?.detail, null)
      assert.doesNotMatch(report.reason_summary, /do not cover/)
    }
  })
})
