import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadPolicyPack } from '../../pack/pack.ts'
import { isBegunClause, isWholeClause } from './whole-clause.ts'

const { clauses } = loadPolicyPack([fileURLToPath(new URL('../../../../policies', import.meta.url))])

function isWhole(text: string, first: string, second: string): boolean {
  const spanOf = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length })
  return isWholeClause([spanOf(first), spanOf(second)], text, { words: clauses, isSaid: false })
}

function isBegun(text: string, first: string, second: string): boolean {
  const spanOf = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length })
  return isBegunClause([spanOf(first), spanOf(second)], text, clauses)
}

function isSaid(text: string, first: string, second: string): boolean {
  const spanOf = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length })
  return isWholeClause([spanOf(first), spanOf(second)], text, { words: clauses, isSaid: true })
}

describe('two parts of a sentence', () => {
  it('are a clause of the author’s from end to end', () => {
    assert.ok(isWhole('all cyclists are pests', 'cyclists', 'are pests'))
    assert.ok(isWhole('i think most cyclists are pests, and i say so', 'cyclists', 'are pests'))
    assert.ok(isWhole('cyclists like you are pests!', 'cyclists', 'are pests'))
    assert.ok(isWhole('honestly, i hate those cyclists so much', 'i hate', 'cyclists'))
  })

  it('are spoken of where more leads up to them or goes on', () => {
    assert.ok(!isWhole('people who think cyclists are pests are wrong', 'cyclists', 'are pests'))
    assert.ok(!isWhole('if cyclists are pests, what are cars', 'cyclists', 'are pests'))
    assert.ok(!isWhole('i hate cyclists being treated like that', 'i hate', 'cyclists'))
    assert.ok(!isWhole('i hate how cyclists are treated', 'i hate', 'cyclists'))
    assert.ok(!isWhole("i hate cyclists' lanes that end", 'i hate', 'cyclists'))
  })

  it('begin a clause that goes on with where, when and how', () => {
    assert.ok(isBegun('chase every last one of these lazy cyclists off the road', 'chase', 'cyclists'))
    assert.ok(isBegun('honestly, chase cyclists until they learn', 'chase', 'cyclists'))
    assert.ok(isBegun('persigan a todos los ciclistas en la ciudad', 'persigan', 'ciclistas'))
  })

  it('begin none where another noun is spoken of, or somebody else speaks', () => {
    assert.ok(!isBegun('chase cyclists records with our app', 'chase', 'cyclists'))
    assert.ok(!isBegun('chase pictures of cyclists at dawn', 'chase', 'cyclists'))
    assert.ok(!isBegun("chase cyclists' dreams", 'chase', 'cyclists'))
    assert.ok(!isBegun('why do drivers chase cyclists at night', 'chase', 'cyclists'))
  })

  it('are joined by the words of one language', () => {
    assert.ok(isWhole('alle radfahrer wie du sind eine plage', 'radfahrer', 'sind eine plage'))
    assert.ok(!isWhole('alle radfahrer like you sind eine plage', 'radfahrer', 'sind eine plage'))
  })

  it('are said of one another by a verb between them, or behind them where verbs stand last', () => {
    assert.ok(isSaid('los ciclistas son una plaga', 'ciclistas', 'plaga'))
    assert.ok(isSaid('सब पड़ोसी कीड़े हैं', 'पड़ोसी', 'कीड़े'))
    assert.ok(isSaid('邻居都是害虫', '邻居', '害虫'))
    assert.ok(!isSaid('los ciclistas, una plaga', 'ciclistas', 'plaga'))
    assert.ok(!isSaid('los ciclistas plaga', 'ciclistas', 'plaga'))
  })

  it('are not cut off by how far is looked', () => {
    assert.ok(!isWhole(`${'who said so often '.repeat(6)}all cyclists are pests`, 'cyclists', 'are pests'))
  })
})
