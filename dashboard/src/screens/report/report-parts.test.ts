import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Coverage, EvidenceEntry } from '../../../../sdk/contract.ts'
import { flatten, kindOf, linkTree } from './chain/link-tree.ts'
import { findInContext } from './evidence/find-in-context.ts'
import { quotePieces } from './evidence/quote-pieces.ts'
import { gapsOf } from './summary/gaps.ts'
import { summaryParts } from './summary/summary-parts.ts'

function entry(ref: string, more: Partial<EvidenceEntry> = {}): EvidenceEntry {
  return {
    ref,
    url: `https://${ref.toLowerCase()}.example/`,
    type: 'page',
    domain: `${ref.toLowerCase()}.example`,
    title: '',
    snippet: '',
    captured_at: '2026-11-21T12:00:00.000000+00:00',
    http_status: 200,
    sha256: null,
    hop: 1,
    binding: 'linked',
    outcome: 'ok',
    codes: [],
    ...more,
  }
}

const shape = (entries: EvidenceEntry[]) =>
  flatten(linkTree(entries)).map(({ node, depth }) => `${'-'.repeat(depth)}${node.entry.ref}`)

describe('the tree of links', () => {
  it('hangs each page below the one that led to it', () => {
    const entries = [
      entry('E1', { hop: 0 }),
      entry('E2', { via: 'E1' }),
      entry('E3', { via: 'E2' }),
      entry('E4', { via: 'E1' }),
    ]
    assert.deepEqual(shape(entries), ['E1', '-E2', '--E3', '-E4'])
  })

  it('loses nothing when a page does not say who led to it', () => {
    assert.deepEqual(shape([entry('E1', { hop: 0 }), entry('E2'), entry('E3', { via: 'E9' })]), [
      'E1',
      '-E2',
      '-E3',
    ])
  })

  it('ends, also where two pages claim to have led to each other', () => {
    assert.deepEqual(
      shape([entry('E1', { hop: 0 }), entry('E2', { via: 'E3' }), entry('E3', { via: 'E2' })]),
      ['E1', '-E2', '--E3'],
    )
  })

  it('shows screenshots with their pages, not as pages', () => {
    assert.deepEqual(shape([entry('E1', { hop: 0 }), entry('E2', { type: 'screenshot', shows: 'E1' })]), [
      'E1',
    ])
  })

  it('never draws what was not seen as if it were clean', () => {
    assert.equal(kindOf(entry('E2', { outcome: 'login_wall' })), 'unseen')
    assert.equal(kindOf(entry('E2', { outcome: 'some_new_word' })), 'unseen')
    assert.equal(kindOf(entry('E2', { codes: ['escort_offer'] })), 'flagged')
  })
})

describe('a quote in its context', () => {
  it('is found whatever blanks lie between its words', () => {
    const context = findInContext(
      'Lisbon\n  Independent   companion, see below',
      'lisbon independent companion',
    )
    assert.deepEqual(context, { before: '', quote: 'Lisbon\nIndependent companion', after: ', see below' })
  })

  it('may hold every character that means something to a regular expression', () => {
    assert.equal(findInContext('price: $5 (a+b)* [x]?', '$5 (a+b)* [x]?')?.quote, '$5 (a+b)* [x]?')
  })

  it('marks the hit in its sentence', () => {
    assert.equal(findInContext('Paid private meetings', 'Paid public ones', { start: 5, length: 6 }), null)
    assert.deepEqual(
      findInContext('Ana. Paid  private\nmeetings here. Bye', 'Paid private meet here.', {
        start: 5,
        length: 7,
      }),
      {
        before: 'Ana. Paid ',
        quote: 'private',
        after: '\nmeetings here. Bye',
      },
    )
    assert.deepEqual(
      findInContext('Ana. Paid  private\nmeetings here. Bye', 'Paid private meetings here.', {
        start: 5,
        length: 16,
      }),
      {
        before: 'Ana. Paid ',
        quote: 'private\nmeetings',
        after: ' here. Bye',
      },
    )
  })

  it('is not invented where it does not stand', () => {
    assert.equal(findInContext('nothing of the kind', 'escort'), null)
    assert.equal(findInContext('anything', '  '), null)
  })

  it('shows that there is more on both sides', () => {
    const context = findInContext(`${'a '.repeat(500)}HERE${' b'.repeat(500)}`, 'here')
    assert.ok(context?.before.startsWith('…') && context.after.endsWith('…'))
  })
})

describe('a quote', () => {
  const quote = {
    ref: 'E1',
    channel: 'bio',
    quote: 'one two three four',
    url: null,
    rule: 'r',
    mitigation: null,
  }
  const shown = (...hits: [start: number, length: number][]) =>
    quotePieces(hits.map(([start, length]) => ({ ...quote, hit: { start, length } })))
      .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
      .join('')

  it('has every hit marked once, wherever they lie', () => {
    assert.equal(shown([4, 3]), 'one [two] three four')
    assert.equal(shown([14, 4], [0, 3]), '[one] two three [four]')
    assert.equal(shown([4, 9], [8, 5]).replaceAll('][', ''), 'one [two three] four')
    assert.equal(shown([0, 18]), '[one two three four]')
  })

  it('is the hit where it is older, and shows where it is cut', () => {
    assert.deepEqual(quotePieces([quote]), [{ text: 'one two three four', isHit: true }])
    const cut = { ...quote, hit: { start: 0, length: 3 }, cut: { before: false, after: true } }
    assert.equal(quotePieces([cut]).at(-1)?.text, ' … ')
  })
})

describe('the gaps of a report', () => {
  const whole: Coverage = {
    mode: 'deep',
    score: 1,
    steps: [
      { step: 'profile', status: 'completed', detail: null, started_at: null, duration_ms: null },
      {
        step: 'images',
        status: 'skipped',
        detail: 'nothing_to_look_at',
        started_at: null,
        duration_ms: null,
      },
    ],
    steps_completed: ['profile'],
    steps_skipped: ['images'],
    steps_failed: [],
    urls_visited: 1,
    urls_failed: 0,
    failed_urls: [],
    login_blocked_urls: [],
    bot_blocked_urls: [],
    referrer_matches: { total: 0, by_domain: {} },
    pages_truncated: false,
  }

  it('are none where everything was seen that was there', () => {
    assert.deepEqual(gapsOf(whole), [])
  })

  it('name links that nobody looked behind, with the hosts of most of them', () => {
    const gaps = gapsOf({
      ...whole,
      left_out: {
        pages_cut: 0,
        letters: 0,
        links: 12,
        links_by_host: { 'shop.example': 11, 'other.example': 1 },
        first_links: ['https://shop.example/1'],
        pictures: 0,
        search_hits: 0,
      },
    })
    assert.deepEqual(gaps, [
      {
        what: 'Links that nobody looked behind',
        why: '12 beyond the budget: shop.example (11), other.example (1)',
        urls: [{ url: 'https://shop.example/1', reason: null }],
      },
    ])
  })

  it('name the languages that the rules do not cover, or not wholly', () => {
    const told = { letters: 80, minor_safety: true, rules: true, refs: [] }
    const gaps = gapsOf({
      ...whole,
      languages: [
        { ...told, language: 'en' },
        { ...told, language: 'fi', minor_safety: false, rules: false, refs: ['E1', 'E4'] },
        { ...told, language: 'ka', rules: false, refs: ['E2'] },
      ],
    })
    assert.deepEqual(
      gaps.map(({ what, why }) => `${what}: ${why}`),
      [
        'Text in Finnish (E1, E4): The rules do not cover it: somebody who reads it must look.',
        'Text in Georgian (E2): The rules know stated ages alone in it: somebody who reads it must look.',
      ],
    )
  })

  it('tell a login from an age gate, and a challenge from a plea to come later', () => {
    const [login, gate, bots, later] = gapsOf({
      ...whole,
      login_blocked_urls: ['https://a.example', 'https://b.example'],
      age_gated_urls: ['https://b.example'],
      bot_blocked_urls: ['https://c.example', 'https://d.example'],
      rate_limited_urls: ['https://d.example'],
    })
    assert.deepEqual(
      [login, gate, bots, later].map((gap) => [gap?.what, gap?.urls.map(({ url }) => url)]),
      [
        ['Pages behind a login', ['https://a.example']],
        ['Pages behind an age gate', ['https://b.example']],
        ['Pages that refuse scanners', ['https://c.example']],
        ['Pages that asked to come later', ['https://d.example']],
      ],
    )
  })

  it('name every page that was not seen, and why', () => {
    const gaps = gapsOf({
      ...whole,
      steps: [
        { step: 'search', status: 'skipped', detail: 'not_configured', started_at: null, duration_ms: null },
      ],
      failed_urls: [{ url: 'https://a.example', reason: 'timeout' }],
      login_blocked_urls: ['https://b.example'],
      bot_blocked_urls: ['https://c.example'],
      screenshots: { taken: 0, missed: [{ url: 'https://d.example', reason: 'late' }] },
      pages_truncated: true,
    })
    assert.equal(gaps.length, 6)
    assert.deepEqual(gaps[0], {
      what: 'Outside search',
      why: 'Skipped: not set up in this deployment',
      urls: [],
    })
    assert.deepEqual(
      gaps.flatMap((gap) => gap.urls.map(({ url }) => url)),
      ['https://b.example', 'https://c.example', 'https://a.example', 'https://d.example'],
    )
  })
})

describe('the summary', () => {
  it('is cut at its references', () => {
    assert.deepEqual(summaryParts('Offers [E1, E3]. Leads [E2].'), [
      { text: 'Offers ' },
      { ref: 'E1' },
      { ref: 'E3', tail: '.' },
      { text: ' Leads ' },
      { ref: 'E2', tail: '.' },
    ])
  })

  it('leaves brackets of others alone', () => {
    assert.deepEqual(summaryParts('a [EX] [1]'), [{ text: 'a [EX] [1]' }])
  })
})
