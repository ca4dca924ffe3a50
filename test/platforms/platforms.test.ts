import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Outcome } from '../../src/evidence/evidence.ts'
import { parseHtml } from '../../src/net/html/parse-html.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import type { Reading } from '../../src/platforms/platform.ts'
import { withPieces } from '../../src/platforms/reading/with-pieces.ts'
import { readGeneric } from '../../src/platforms/sites/generic.ts'
import { table } from '../../src/platforms/sites/table.ts'
import { compileHostList, listHasHost } from '../../src/policy/pack/host-list.ts'
import { pack } from '../policy/built-in-pack.ts'
import { addressesOf, FIXTURES, neverOf, type RecordedCase, recordedCases } from './recorded-answer.ts'

const { all, recognise } = await loadPlatforms()

const OUTCOMES: Outcome[] = [
  'ok',
  'gone',
  'banned',
  'private',
  'age_gate',
  'login_wall',
  'bot_challenge',
  'rate_limited',
  'error',
]

describe('fixtures/platforms', () => {
  it('has a folder for every platform, and one for every other site', () => {
    assert.deepEqual(readdirSync(FIXTURES).sort(), [...all.map(({ id }) => id), 'generic'].sort())
  })
})

describe('the table of sites', () => {
  it('has addresses of profiles, and of pages that are none, for every entry', () => {
    const isBare = ({ id }: { id: string }) => {
      const { profiles, others } = addressesOf(id)
      return Object.keys(profiles).length === 0 || others.length < 3
    }
    assert.deepEqual(
      table.filter(isBare).map(({ id }) => id),
      [],
    )
  })

  it('calls adult what the policy pack does, and nothing else', () => {
    const adultHosts = compileHostList(pack.lists.adult_hosts ?? [])
    for (const { id, hosts, adult } of table) {
      for (const host of hosts) {
        const isAdult = adult === true || (adult?.includes(host) ?? false)
        assert.equal(listHasHost(adultHosts, host), isAdult, `${host} of ${id}`)
      }
    }
  })
})

describe('an account of the table', () => {
  const further = (id: string, name: string) => {
    const platform = all.find((each) => each.id === id) ?? null
    const recorded = recordedCases(id).find((each) => each.name === name)
    assert.ok(platform && recorded?.target)
    const { response, target } = recorded
    const { profile } = withPieces(platform.read(response, target), response, { platform, target })
    return profile?.about ?? profile?.further
  }

  it('does not say what its site writes around every name', () => {
    const said = table.filter(({ id }) => further(id, 'ok')?.join() !== undefined).map(({ id }) => id)
    assert.deepEqual(said, [])
  })

  it('says what stands in a title beside the name', () => {
    const [response] = recordedCases('tryst').filter(({ name }) => name === 'ok')
    const platform = all.find(({ id }) => id === 'tryst') ?? null
    assert.ok(response?.target && platform)
    const title = 'Mina Testingham, Escort in Leeds, incall or outcall, 200 an hour | Tryst.link'
    const html = `<title>${title}</title><meta property="og:title" content="${title}">`
    const answer = { ...response.response, page: parseHtml(html, response.finalUrl) }
    const { target } = response
    const whole = withPieces(platform.read(answer, target), answer, { platform, target })
    assert.ok([whole.profile?.about, whole.profile?.further].join().includes('200 an hour'))
  })
})

describe('sites that tell whether somebody has a handle', () => {
  for (const { id, lookUp } of all) {
    if (!lookUp) continue
    it(`${id}: a recorded 404 where nobody has it`, () => {
      const gone = recordedCases(id).filter(
        ({ expected, status, target }) =>
          expected.outcome === 'gone' && status === 404 && target?.url === lookUp(target?.handle ?? '')?.url,
      )
      assert.ok(gone.length > 0)
      assert.equal(lookUp('no/body'), null)
    })
  }

  it('are as many as a scan may be told to ask', () => {
    assert.equal(all.filter(({ lookUp }) => lookUp).length, 12)
  })
})

for (const platform of all) {
  describe(platform.label, () => {
    const cases = recordedCases(platform.id)

    it('is recorded with every status, or says why it never has it', () => {
      const recorded = new Set<string>(cases.map(({ expected }) => expected.outcome))
      const never = neverOf(platform.id)
      assert.deepEqual(
        OUTCOMES.filter((outcome) => !recorded.has(outcome) && never[outcome] === undefined),
        [],
        'neither recorded nor in never.json',
      )
      assert.deepEqual(
        Object.keys(never).filter(
          (outcome) => recorded.has(outcome) || !OUTCOMES.some((each) => each === outcome),
        ),
        [],
        'in never.json and recorded, or no status',
      )
      for (const reason of Object.values(never)) assert.match(reason, /^(?:[A-Z].{15,}\.|not seen)$/)
    })

    for (const [handle, urls] of Object.entries(addressesOf(platform.id).profiles)) {
      for (const url of urls) {
        it(`knows ${url} as ${handle}`, () => {
          const target = recognise(url)
          assert.deepEqual([target?.platform, target?.handle], [platform.id, handle])
          assert.deepEqual(recognise(target?.url ?? ''), target)
        })
      }
    }

    for (const url of addressesOf(platform.id).others)
      it(`takes no profile from ${url}`, () => assert.equal(recognise(url), null))

    for (const recorded of cases) {
      it(`reads "${recorded.name}" as ${recorded.expected.outcome} (${recorded.expected.signal})`, () => {
        const target = recorded.target
        assert.ok(target)
        assert.deepEqual(recognise(target.url), target)
        assert.equal(platform.request(target).url, recorded.url)
        const reading = platform.read(recorded.response, target)
        assert.deepEqual(reading, recorded.expected)
        assertSameOutcome(reading, withPieces(reading, recorded.response, { platform, target }))
        assertHonest(recorded)
        if (!recorded.next || !recorded.nextResponse) return
        assert.equal(reading.next?.url, recorded.next.url)
        assert.deepEqual(platform.readNext?.(recorded.nextResponse, target, reading), recorded.next.expected)
      })
    }

    it('reads changed markup as nothing read, and never throws', () => {
      for (const { response, target } of cases) {
        assert.ok(target)
        const page = response.page && {
          ...response.page,
          title: '',
          meta: {},
          links: [],
          images: [],
          jsonLd: [],
          text: 'ok',
          hasPasswordField: false,
        }
        for (const json of [null, [], {}, 'text', { data: [] }, { response: 1 }]) {
          const scripts = (response.page?.scripts ?? []).map((script) => ({
            ...script,
            text: script.text.slice(0, 40),
          }))
          const changed = {
            ...response,
            status: 200,
            headers: {},
            finalUrl: response.requestedUrl,
            hops: [],
            json: page ? undefined : json,
          }
          const reading = platform.read({ ...changed, page: page && { ...page, scripts } }, target)
          if (platform.id !== 'carrd') assert.notEqual(reading.outcome, 'ok')
          assert.notEqual(reading.outcome, 'banned')
        }
      }
    })

    it('never takes a refusal for an absent or banned account', () => {
      const target = cases[0]?.target
      assert.ok(target)
      for (const status of [401, 403, 429, 500, 502, 503, 999]) {
        for (const recorded of cases) {
          const blank = recorded.response.page && {
            ...recorded.response.page,
            text: '',
            title: '',
            scripts: [],
          }
          const refused = {
            ...recorded.response,
            status,
            page: blank,
            json: undefined,
            hops: [],
            finalUrl: recorded.url,
            requestedUrl: recorded.url,
          }
          const { outcome } = platform.read(refused, target)
          assert.ok(!['ok', 'gone', 'banned', 'private'].includes(outcome), `${status} read as ${outcome}`)
        }
      }
    })
  })
}

describe('any other site', () => {
  for (const recorded of recordedCases('generic')) {
    it(`reads "${recorded.name}" as ${recorded.expected.outcome} (${recorded.expected.signal})`, () => {
      const reading = readGeneric(recorded.response)
      assert.deepEqual(reading, recorded.expected)
      const whole = withPieces(reading, recorded.response, { platform: null, target: null })
      assertSameOutcome(reading, whole)
      assertHonest(recorded)
    })
  }
})

/** What else an answer says makes no profile of a wall, and changes nothing that its reader found. */
function assertSameOutcome(reading: Reading, whole: Reading): void {
  assert.deepEqual([whole.outcome, whole.signal], [reading.outcome, reading.signal])
  if (reading.outcome !== 'ok' && !reading.profile) assert.deepEqual(whole, reading)
  const { about: _about, further: _further, links, left: _left, ...rest } = whole.profile ?? { links: [] }
  const { links: known, left: _unread, ...kept } = reading.profile ?? { links: [] }
  assert.deepEqual(rest, kept)
  assert.deepEqual(links.slice(0, known.length), known)
}

/** An `ok` carries something; what is no profile carries none, or nothing but the words that it was told by. */
function assertHonest({ expected: { outcome, profile } }: RecordedCase): void {
  if (outcome === 'ok') assert.ok(profile?.name || profile?.bio || profile?.links.length)
  else if (outcome !== 'private' && outcome !== 'age_gate' && profile !== undefined)
    assert.deepEqual(profile, { bio: profile.bio, links: [], counts: {}, pictures: [], posts: [] })
}
