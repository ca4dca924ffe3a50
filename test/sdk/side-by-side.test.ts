import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ComparedScan, sideBySide } from '../../sdk/client.ts'
import { pageOf, type SketchedScan, scanOf } from '../support/compared-scan.ts'

const HUB = pageOf({ ref: 'E2', url: 'https://linktr.ee/ana', kind: 'link_hub' })
const PAID = pageOf({ ref: 'E3', url: 'https://paid.example/ana', via: 'E2', hop: 2, kind: 'paid_profile' })
const SHOP = pageOf({ ref: 'E4', url: 'https://shop.example/', kind: 'page' })

function scanWith(sketch: SketchedScan, profile: Partial<NonNullable<ComparedScan['profile']>> = {}) {
  const scan = scanOf(sketch)
  return { ...scan, profile: { ...(scan.profile as NonNullable<ComparedScan['profile']>), ...profile } }
}

/** How each thing of a group differs. */
const hows = (group: string, before: ComparedScan, after: ComparedScan) =>
  Object.fromEntries(
    sideBySide(before, after)
      .filter((row) => row.group === group)
      .map(({ name, how }) => [name, how]),
  )

describe('two scans side by side', () => {
  it('are the same in everything where they saw the same', () => {
    const scan = scanWith(
      { pages: [HUB, PAID], codes: { escort_offer: 'E2' }, bio: 'Paints.' },
      { followers: 7 },
    )
    const rows = sideBySide(scan, scan)
    assert.deepEqual(
      rows.filter(({ how }) => how !== 'same').map(({ name, before, after }) => [name, before, after]),
      // What neither of them read.
      [
        ['Name', null, null],
        ['Verified', null, null],
        ['Picture', null, null],
      ],
    )
  })

  it('tell what came, went and changed, of every link and finding', () => {
    const before = scanWith({ pages: [HUB, SHOP], codes: { drug_sale: 'E4' } }, { followers: 10 })
    const after = scanWith(
      { pages: [{ ...HUB, binding: 'links_back' }, PAID], codes: { escort_offer: 'E3' } },
      { followers: 1200 },
    )
    assert.deepEqual(hows('link', before, after), {
      'https://linktr.ee/ana': 'changed',
      'https://paid.example/ana': 'added',
      'https://shop.example/': 'removed',
    })
    assert.deepEqual(hows('finding', before, after), {
      'About escort_offer': 'added',
      'About drug_sale': 'removed',
    })
    const followers = sideBySide(before, after).find(({ name }) => name === 'Followers')
    assert.deepEqual([followers?.before, followers?.after, followers?.how], ['10', '1,200', 'changed'])
  })

  it('call unknown what one of them did not look at, and never gone', () => {
    const deep = scanWith({ pages: [HUB, PAID], codes: { escort_offer: 'E3' } }, { followers: 10 })
    const others = {
      quick: scanWith({ mode: 'quick' }),
      walled: scanWith({ profile: 'login_wall' }),
      'without budget': scanWith({ linksLeft: 3 }),
      unjudged: scanWith({ pages: [HUB, PAID], analysis: 'partial' }),
    }
    for (const [name, other] of Object.entries(others)) {
      assert.equal(hows('finding', deep, other)['About escort_offer'], 'unknown', name)
      assert.equal(hows('finding', other, deep)['About escort_offer'], 'unknown', name)
      const link = hows('link', deep, other)['https://paid.example/ana']
      assert.equal(link, name === 'unjudged' ? 'same' : 'unknown', name)
      assert.equal(hows('profile', deep, other).Followers, 'unknown', name)
    }
  })

  it('compare no words where those of one are masked', () => {
    const plain = scanWith({ bio: 'I am 15', name: 'Kim' })
    const masked = scanWith({
      bio: 'I am **',
      name: 'Kim',
      codes: { minor_age_claim: 'E1' },
      family: 'minor_safety',
    })
    assert.deepEqual(
      [hows('profile', plain, masked).Bio, hows('profile', plain, masked).Name],
      ['unknown', 'same'],
    )
  })

  it('tell a picture that was saved anew from another one', () => {
    const picture = 'f0e1d2c3'.repeat(8)
    const of = (picture_hash: string) => scanWith({}, { picture_hash })
    assert.equal(hows('profile', of(picture), of(`f1${picture.slice(2, -2)}c2`)).Picture, 'same')
    assert.equal(hows('profile', of(picture), of('0f1e2d3c'.repeat(8))).Picture, 'changed')
    assert.equal(hows('profile', of(picture), scanWith({})).Picture, 'unknown')
  })
})
