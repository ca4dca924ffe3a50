import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCreators } from '../../scripts/eval.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import type { Finding } from '../../src/policy/finding.ts'
import { MOST_SHIFT, type Sense } from '../../src/policy/learnt/sense.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { score } from '../../src/policy/score/score.ts'
import { standingsOf } from '../../src/policy/score/standing.ts'
import { pack } from './built-in-pack.ts'

/** Creators that nothing was learnt from, by one author: every fourth. */
const CREATORS = readCreators(pack)
  .filter(({ file }) => file.startsWith('unseen-ninth'))
  .filter((_, i) => i % 4 === 0)
  .map(({ creator, text }) => exampleEvidence(creator ?? text ?? ''))

const asked = new Set<string>()
const askedTexts = new Set<string>()
const always = (shift: number): Sense => ({
  shiftOf(text, code) {
    asked.add(code)
    askedTexts.add(text)
    return shift
  },
})

const without = CREATORS.map((input) => evaluate(pack, input))
const agreed = CREATORS.map((input) => evaluate(pack, input, always(MOST_SHIFT)))
const doubted = CREATORS.map((input) => evaluate(pack, input, always(-MOST_SHIFT)))

const isTipped = ({ resembles }: Finding) => resembles?.embedding?.tipped === true
const namesOf = (findings: readonly Finding[]) =>
  findings.map(({ rule, evidenceRef, start, quote }) => [rule, evidenceRef, start, quote])

function scoreOf(findings: Finding[], i: number) {
  return score(findings, {
    coverage: 1,
    mode: 'deep',
    analysisMode: 'rules',
    pack,
    subject: CREATORS[i]?.subject ?? assert.fail(),
    statusCodes: [],
  })
}

describe('an embedding model beside the classifier', () => {
  it('changes nothing where it says nothing', () => {
    const silent = CREATORS.map((input) => evaluate(pack, input, always(0)))
    assert.equal(JSON.stringify(silent), JSON.stringify(without))
  })

  it('brings what the classifier nearly names, and drops nothing of what was found without it', () => {
    assert.ok(agreed.flat().filter(isTipped).length > 5)
    for (const [i, findings] of agreed.entries())
      assert.deepEqual(namesOf(findings.filter((each) => !isTipped(each))), namesOf(without[i] ?? []))
  })

  it('never carries a report beyond review_low by what it has tipped, nor lowers one', () => {
    for (const [i, findings] of agreed.entries()) {
      const standings = standingsOf(findings, pack)
      for (const [k, finding] of findings.entries())
        if (isTipped(finding)) assert.equal(standings[k], 'weak', finding.code)
      const own = scoreOf(
        findings.filter((each) => !isTipped(each)),
        i,
      )
      const all = scoreOf(findings, i)
      assert.ok(all.riskScore >= own.riskScore)
      if (all.riskScore > own.riskScore) assert.ok(all.riskScore <= pack.scoring.alone.weak)
    }
  })

  it('stays weak beside a rule of the same code', () => {
    const tipped = agreed.flat().find(isTipped) ?? assert.fail()
    const { resembles: _, ...plain } = tipped
    const rule: Finding = { ...plain, source: 'rule', rule: `${tipped.code}/some`, mitigation: null }
    assert.deepEqual(standingsOf([rule, tipped], pack), ['full', 'weak'])
  })

  it('is not asked about minors, nor about codes on which the classifier keeps silent', () => {
    assert.ok(asked.size > 5)
    for (const code of asked) {
      assert.notEqual(pack.codes[code]?.family, 'minor_safety')
      assert.ok(!pack.scoring.classifier.silent.includes(code), code)
    }
  })

  it('is shown passages as they were written, unless they are disguised', () => {
    const written = CREATORS.flatMap(({ evidence }) =>
      evidence.flatMap(({ texts }) => texts.map(({ text }) => text)),
    )
    const asWritten = [...askedTexts].filter((text) => written.some((whole) => whole.includes(text)))
    assert.ok(asWritten.some((text) => /\p{Lu}/u.test(text)))
    for (const text of askedTexts) if (!asWritten.includes(text)) assert.equal(text, text.toLowerCase())
  })

  it('silences nothing that the classifier names, and says that it doubts it', () => {
    for (const [i, findings] of doubted.entries()) {
      assert.deepEqual(namesOf(findings), namesOf(without[i] ?? []))
      for (const [k, { p, source, code, resembles }] of findings.entries()) {
        assert.ok(p <= (without[i]?.[k]?.p ?? 0))
        if (source === 'classifier' && resembles && asked.has(code))
          assert.deepEqual(resembles.embedding, { shift: -MOST_SHIFT, tipped: false })
      }
    }
  })

  it('is told only where it had a part', () => {
    for (const { source, resembles } of [...without.flat(), ...agreed.flat()])
      if (source !== 'classifier') assert.equal(resembles, undefined)
    for (const { resembles } of without.flat()) assert.equal(resembles?.embedding, undefined)
  })
})
