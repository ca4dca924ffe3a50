import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { measureCollection } from '../../scripts/world/measure-collection.ts'
import { lossOfCode, measureJudgement } from '../../scripts/world/measure-judgement.ts'
import type { WorldCreator } from '../../scripts/world/plan.ts'
import type { Scanned } from '../../scripts/world/scan-world.ts'

const URL_HERE = 'https://stagedoor.example/mira'
const URL_THERE = 'https://mira-blog.example/'
const OFFER = 'Two Berettas looking for a new owner'
const FILLER = 'Thirty bars a day and nothing more'
const COMMENT = 'Greetings from rainy Utrecht, keep going'

describe('what is measured of whole scans', () => {
  it('counts what was read, and finds nothing to complain about', () => {
    const { collection, judgement } = measured(scanned({}))
    assert.deepEqual(collection.statements, { hit: 2, of: 2 })
    assert.deepEqual(collection.linksFound, { hit: 1, of: 1 })
    assert.deepEqual(collection.pagesRead, { hit: 2, of: 2 })
    assert.deepEqual(collection.chainsRight, { hit: 1, of: 1 })
    assert.deepEqual(collection.strangersTaken, { hit: 0, of: 1 })
    assert.deepEqual(collection.gapsHidden, [])
    assert.deepEqual([judgement.macroF1, judgement.microF1, judgement.acceptable], [1, 1, { hit: 1, of: 1 }])
  })

  it('sees words that were dropped from a page, and that nobody said so', () => {
    const lost = scanned({ there: [], codes: [], result: 'no_flags' })
    const { collection, judgement } = measured(lost)
    assert.deepEqual(collection.statements, { hit: 1, of: 2 })
    assert.deepEqual(collection.statementsByStructure.get('wordpress'), { hit: 0, of: 1 })
    assert.deepEqual(collection.statementsByField.get('post'), { hit: 0, of: 1 })
    assert.deepEqual(collection.gapsHidden, ['c0'])
    assert.equal(lossOfCode(lost, 'weapon_sale'), 'not read')
    assert.deepEqual([judgement.macroF1, judgement.acceptable], [0, { hit: 0, of: 1 }])
    assert.deepEqual(judgement.whereRead.acceptable, { hit: 0, of: 0 })
  })

  it('hides nothing where the report says that a page was not read', () => {
    const lost = scanned({ there: null, codes: [], result: 'no_flags', failed: [URL_THERE] })
    assert.deepEqual(measured(lost).collection.gapsHidden, [])
    assert.equal(lossOfCode(lost, 'weapon_sale'), 'not found')
    assert.deepEqual(measured(lost).collection.pagesRead, { hit: 1, of: 2 })
  })

  it('does not take words that no visitor sees for read ones', () => {
    const hidden = scanned({ there: [{ channel: 'hidden', text: OFFER }] })
    assert.equal(lossOfCode(hidden, 'weapon_sale'), 'not read')
  })

  it('tells missed judgement from missed words', () => {
    const missed = scanned({ codes: [], result: 'no_flags' })
    assert.equal(lossOfCode(missed, 'weapon_sale'), null)
    assert.deepEqual(measured(missed).judgement.whereRead.acceptable, { hit: 0, of: 1 })
  })

  it("counts a visitor's words that came as the owner's, and codes that nobody expected", () => {
    const taken = scanned({
      here: [...HERE, { channel: 'bio', text: COMMENT }],
      codes: ['weapon_sale', 'drug_sale'],
    })
    assert.deepEqual(measured(taken).collection.strangersTaken, { hit: 1, of: 1 })
    assert.ok(measured(taken).judgement.microF1 < 0.7)
  })

  it('wants a wall told for what it is, and named in the report', () => {
    const walled = (outcome: string, named: string[]) =>
      measured(scanned({ wall: true, there: [], outcome, walls: named, codes: [], result: 'no_flags' }))
        .collection
    assert.deepEqual(walled('login_wall', [URL_THERE]).wallsRight, { hit: 1, of: 1 })
    assert.deepEqual(walled('login_wall', [URL_THERE]).gapsSaid, { hit: 1, of: 1 })
    assert.deepEqual(walled('error', []).wallsRight, { hit: 0, of: 1 })
    assert.deepEqual(walled('error', []).gapsSaid, { hit: 0, of: 1 })
    assert.deepEqual(walled('error', []).gapsHidden, ['c0'])
  })

  it('sees an order to the reviewer that moved something', () => {
    const ordered = scanned({ kind: 'injection', codes: [], result: 'no_flags' })
    const moved = measureJudgement([ordered], new Map([['c0', scanned({})]]))
    assert.deepEqual(moved.injectionsWithoutEffect, { hit: 0, of: 1 })
    const unmoved = measureJudgement([scanned({ kind: 'injection' })], new Map([['c0', scanned({})]]))
    assert.deepEqual(unmoved.injectionsWithoutEffect, { hit: 1, of: 1 })
  })
})

function measured(one: Scanned) {
  return { collection: measureCollection([one]), judgement: measureJudgement([one], new Map()) }
}

interface Given {
  kind?: string
  /** Texts as the judge was given them; null where the page was not found. */
  here?: { channel: string; text: string }[]
  there?: { channel: string; text: string }[] | null
  outcome?: string
  wall?: boolean
  codes?: string[]
  result?: Scanned['result']
  failed?: string[]
  walls?: string[]
}

const HERE = [{ channel: 'bio', text: `Cellist.\n${FILLER}` }]

/** A creator with an offer on a blog that the profile leads to, and a scan of them. */
function scanned(given: Given): Scanned {
  const {
    kind = 'offender',
    here = HERE,
    there = [{ channel: 'post', text: OFFER }],
    outcome = 'ok',
    wall = false,
  } = given
  const { codes = ['weapon_sale'], result = 'review_medium', failed = [], walls = [] } = given
  const seen = [
    { url: URL_HERE, finalUrl: URL_HERE, outcome: 'ok', texts: here, links: [{ url: URL_THERE }] },
    ...(there === null ? [] : [{ url: URL_THERE, finalUrl: URL_THERE, outcome, texts: there, links: [] }]),
  ]
  return {
    creator: creatorWith(kind, wall),
    result,
    codes,
    chain: 'profile -> page',
    seen,
    collected: new Map(),
    coverage: {
      mode: 'deep',
      score: 0.8,
      steps: [],
      steps_completed: [],
      steps_skipped: [],
      steps_failed: [],
      urls_visited: 2,
      urls_failed: failed.length,
      failed_urls: failed.map((url) => ({ url, reason: 'timeout' })),
      login_blocked_urls: walls,
      bot_blocked_urls: [],
      referrer_matches: { total: 0, by_domain: {} },
      pages_truncated: false,
    },
  }
}

function creatorWith(kind: string, wall: boolean): WorldCreator {
  const said = [{ text: OFFER, field: 'post' as const, isOwners: true }]
  return {
    id: 'c0',
    kind,
    url: URL_HERE,
    pages: [
      {
        url: URL_HERE,
        structure: 'nuxt-2',
        hop: 0,
        said: [
          { text: FILLER, field: 'bio', isOwners: true },
          { text: COMMENT, field: 'visitor', isOwners: false },
        ],
        links: [URL_THERE],
        outcome: 'ok',
        barrier: null,
      },
      {
        url: URL_THERE,
        structure: 'wordpress',
        hop: 1,
        said: wall ? [] : said,
        links: [],
        outcome: wall ? 'login_wall' : 'ok',
        barrier: wall ? 'login_page' : null,
      },
    ],
    placed: wall
      ? []
      : [
          {
            text: OFFER,
            field: 'post',
            url: URL_THERE,
            structure: 'wordpress',
            code: 'weapon_sale',
            isOwners: true,
          },
        ],
    link: null,
    truth: {
      codes: ['weapon_sale'],
      may: [],
      recommendations: ['review_medium', 'review_high'],
      chain: 'profile -> page',
    },
    site: {},
  }
}
