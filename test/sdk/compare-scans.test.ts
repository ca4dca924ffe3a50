import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ComparedScan, compareScans, factsOf, learn } from '../../sdk/client.ts'
import { ScanChange } from '../../sdk/contract.ts'
import { pageOf, type SketchedScan, scanOf } from '../support/compared-scan.ts'

const kinds = (before: ComparedScan, after: ComparedScan) =>
  compareScans(before, after).map(({ kind, code, url }) => [kind, code ?? url].filter(Boolean).join(' '))

const HUB = pageOf({ ref: 'E2', url: 'https://linktr.ee/ana', kind: 'link_hub' })
const PAID = pageOf({
  ref: 'E3',
  url: 'https://fansly.com/ana',
  via: 'E2',
  hop: 2,
  kind: 'paid_profile',
  outcome: 'age_gate',
})
const DIRECTORY = pageOf({
  ref: 'E4',
  url: 'https://directory.example/ana',
  via: 'E2',
  hop: 2,
  kind: 'directory',
})

describe('comparing two scans of one profile', () => {
  it('says nothing of two that saw the same', () => {
    const scan = scanOf({ pages: [HUB, PAID], codes: { escort_offer: 'E2' } })
    assert.deepEqual(kinds(scan, scan), [])
  })

  it('tells the recommendation first, then codes, links and words, each in words', () => {
    const before = scanOf({
      recommendation: 'review_low',
      pages: [HUB],
      name: 'Ana',
      bio: 'Paints harbours.',
    })
    const after = scanOf({
      recommendation: 'review_high',
      pages: [HUB, DIRECTORY],
      codes: { escort_offer: 'E1' },
      name: 'Ana N.',
      bio: 'Rates on request.',
    })
    const changes = compareScans(before, after)
    for (const change of changes) ScanChange.parse(change)
    assert.deepEqual(
      changes.map(({ kind, text, ref, caveats }) => [kind, text, ref, caveats]),
      [
        ['recommendation_up', 'Review low before, review high now', null, []],
        ['code_added', 'New: About escort_offer', 'E1', []],
        ['link_added', 'New link to a directory: directory.example', 'E4', []],
        ['name_changed', 'The name has changed', null, []],
        ['bio_changed', 'The bio has changed', null, []],
      ],
    )
    assert.deepEqual(
      changes.slice(-1).map(({ from, to }) => [from, to]),
      [['Paints harbours.', 'Rates on request.']],
    )
  })

  it('tells what has gone where the later scan looked there', () => {
    const before = scanOf({
      recommendation: 'review_high',
      pages: [HUB, PAID],
      codes: { escort_offer: 'E2' },
    })
    assert.deepEqual(kinds(before, scanOf({ pages: [HUB] })), [
      'recommendation_down',
      'code_removed escort_offer',
      'link_removed https://fansly.com/ana',
    ])
    assert.deepEqual(kinds(before, scanOf({ pages: [] })).slice(1), [
      'code_removed escort_offer',
      'link_removed https://fansly.com/ana',
    ])
  })

  const before = scanOf({
    recommendation: 'review_high',
    pages: [HUB, PAID],
    codes: { escort_offer: 'E2', drug_sale: 'E1' },
    bio: 'Rates on request.',
  })
  const UNSEEN: Record<string, SketchedScan> = {
    'the profile was not read': { profile: 'login_wall' },
    'only its front was read': { profile: 'private' },
    'the page stood behind a wall': {
      pages: [{ ...HUB, outcome: 'bot_challenge' }],
      codes: { drug_sale: 'E1' },
    },
    'links were left for want of budget': { linksLeft: 3, codes: { drug_sale: 'E1' } },
    'it was a quick scan': { mode: 'quick', codes: { drug_sale: 'E1' } },
    'it was not judged': { analysis: 'partial' },
  }
  for (const [why, after] of Object.entries(UNSEEN))
    it(`says of nothing that it has gone where ${why}`, () => {
      assert.deepEqual(kinds(before, scanOf(after)), [])
    })

  it('does not count what a search brought once and not again', () => {
    const hit = pageOf({ ref: 'E9', url: 'https://news.example/ana', type: 'search_result' })
    assert.deepEqual(kinds(scanOf({ pages: [hit], codes: { escort_offer: 'E9' } }), scanOf({})), [])
  })

  it('does not take a model’s silence for a change where none was asked', () => {
    const said = scanOf({ recommendation: 'review_high', codes: { escort_offer: 'E1' }, isModel: true })
    assert.deepEqual(kinds(said, scanOf({})), [])
  })

  it('says of what is new that it may be older, where the earlier scan did not look there', () => {
    const quick = scanOf({ mode: 'quick' })
    const deep = scanOf({ pages: [HUB, DIRECTORY], codes: { escort_offer: 'E2', drug_sale: 'E1' } })
    assert.deepEqual(
      compareScans(quick, deep).map(({ kind, code, caveats }) => [kind, code, caveats]),
      [
        ['code_added', 'escort_offer', ['not_looked_before']],
        ['code_added', 'drug_sale', []],
        ['link_added', null, ['not_looked_before']],
      ],
    )
  })

  it('says where the policy has changed meanwhile', () => {
    const changes = compareScans(scanOf({}), scanOf({ policy: '2', codes: { escort_offer: 'E1' } }))
    assert.deepEqual(changes[0]?.caveats, ['other_policy'])
  })

  it('tells that a profile is gone and back, and nothing else of one that is gone', () => {
    const gone = scanOf({ profile: 'gone', codes: { profile_unavailable: 'E1' } })
    assert.deepEqual(kinds(before, gone), ['profile_gone'])
    assert.deepEqual(kinds(before, scanOf({ profile: 'banned' })), ['profile_gone'])
    assert.deepEqual(kinds(gone, gone), [])
    assert.deepEqual(kinds(gone, before), ['profile_back'])
  })

  it('leaves words alone that one of the two masks', () => {
    const masked = scanOf({ bio: 'I am 1*', codes: { minor_age: 'E1' }, family: 'minor_safety' })
    assert.deepEqual(kinds(scanOf({ bio: 'I am 16' }), masked), ['code_added minor_age'])
  })

  it('takes an address for the same with or without what counts its visitors', () => {
    const tracked = { ...PAID, url: 'https://www.fansly.com/ana/?utm_source=bio' }
    assert.deepEqual(kinds(scanOf({ pages: [HUB, PAID] }), scanOf({ pages: [HUB, tracked] })), [])
  })
})

describe('what is known over several scans', () => {
  it('is no news again after a scan that could not see it', () => {
    const full = scanOf({ recommendation: 'review_high', pages: [HUB, PAID], codes: { escort_offer: 'E2' } })
    const blind = scanOf({ pages: [{ ...HUB, outcome: 'rate_limited' }] })
    let facts = factsOf(full)
    const told = [blind, scanOf({ profile: 'error' }), full, scanOf({ profile: 'gone' }), blind, full].map(
      (scan) => {
        const step = learn(JSON.parse(JSON.stringify(facts)), scan)
        facts = step.facts
        return step.changes.map(({ kind }) => kind)
      },
    )
    assert.deepEqual(told, [[], [], [], ['profile_gone'], ['profile_back'], []])
  })
})
