import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { measureWorld, type WorldFigures } from '../../scripts/world/eval-world.ts'
import { ratio, type Share } from '../../scripts/world/share.ts'
import { structures } from '../../scripts/world/structures.ts'

/** Of structures whose words or links are lost today, the share that comes through. Raise it, or strike it out, with what is mended. */
const WORDS_LOST: Record<string, number> = { 'nameless-lists': 0 }
const LINKS_LOST: Record<string, number> = { 'nameless-lists': 0, jsonp: 0.45 }

/** A world that is always the same. Every bound is what was measured, less a few points. */
describe('whole scans of the invented world', () => {
  let figures: WorldFigures
  /** What a page was not read for, where nothing stands before it. */
  let failures: string[]
  before(async () => {
    const measured = await measureWorld({ seed: 1, creators: 180 })
    figures = measured.figures
    failures = measured.scanned.flatMap(({ creator, coverage }) => {
      const readable = creator.pages.filter(({ barrier }) => barrier === null).map(({ url }) => url)
      return coverage.failed_urls
        .filter(({ url }) => readable.includes(url))
        .map((each) => JSON.stringify(each))
    })
  })

  it('find the links and read the pages', () => {
    const { linksFound, pagesRead } = figures.collection
    atLeast(linksFound, 0.95)
    atLeast(pagesRead, 0.95)
  })

  it("bring the owner's words to the judge", () => {
    atLeast(figures.collection.statements, 0.95)
  })

  for (const { id } of structures)
    it(`read ${id} as well as they did`, () => {
      const { statementsByStructure, linksByStructure } = figures.collection
      atLeast(statementsByStructure.get(id) ?? { hit: 0, of: 0 }, WORDS_LOST[id] ?? 0.97, failures)
      atLeast(linksByStructure.get(id) ?? { hit: 0, of: 0 }, LINKS_LOST[id] ?? 0.97, failures)
    })

  it("do not take other people's words for the owner's", () => {
    atMost(figures.collection.strangersTaken, 0.01)
  })

  it('name the pages that they came to and could not read, and walls for what they are', () => {
    const { gapsSaid, wallsRight } = figures.collection
    assert.ok(gapsSaid.of >= 20 && wallsRight.of >= 10)
    atLeast(gapsSaid, 0.95)
    atLeast(wallsRight, 0.9)
  })

  it('lose words in silence with no more creators than they did', () => {
    const { gapsHidden, creators } = figures.collection
    atMost({ hit: gapsHidden.length, of: creators }, 0.04)
  })

  it('show the way to what they report', () => {
    atLeast(figures.collection.chainsRight, 0.74)
    atLeast(figures.collection.chainsRightWhereReported, 0.95)
  })

  it('report what there is, and no other codes', () => {
    const { macroF1, microF1, acceptable } = figures.judgement
    assert.ok(macroF1 >= 0.65 && microF1 >= 0.69, `${macroF1} ${microF1}`)
    atLeast(acceptable, 0.81)
  })

  it('judge as well where all words were read', () => {
    const { macroF1, microF1, acceptable } = figures.judgement.whereRead
    assert.ok(macroF1 >= 0.66 && microF1 >= 0.69, `${macroF1} ${microF1}`)
    atLeast(acceptable, 0.81)
  })

  it('leave the harmless alone', () => {
    const { benignFlagged, lookAlikesLeftAlone, strangersNotBlamed } = figures.judgement
    atMost(benignFlagged, 0.03)
    atLeast(lookAlikesLeftAlone, 0.88)
    atLeast(strangersNotBlamed, 0.93)
  })

  it('are not moved by orders to the reviewer', () => {
    const { injectionsWithoutEffect } = figures.judgement
    assert.ok(injectionsWithoutEffect.of >= 10)
    atLeast(injectionsWithoutEffect, 1)
  })
})

function atLeast(share: Share, bound: number, failures: string[] = []): void {
  assert.ok(
    ratio(share) >= bound,
    [`${share.hit} of ${share.of} is less than ${bound}`, ...failures].join('\n'),
  )
}

function atMost(share: Share, bound: number): void {
  assert.ok(share.hit <= bound * share.of, `${share.hit} of ${share.of} is more than ${bound}`)
}
