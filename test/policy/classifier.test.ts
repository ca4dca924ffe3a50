import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { digestOf } from '../../scripts/human-text.ts'
import {
  labelledByPeople,
  labelledTexts,
  readTexts,
  trainColumns,
  trainingHash,
} from '../../scripts/train-classifier.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { decodeClassifier, encodeClassifier, valuesOf } from '../../src/policy/learnt/classifier.ts'
import type { Example } from '../../src/policy/pack/code-schema.ts'
import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../../src/policy/pack/pack.ts'
import { score } from '../../src/policy/score/score.ts'
import { pack } from './built-in-pack.ts'

const compiled = compilePack(pack)
const classifier = compiled.classifier ?? assert.fail('the built-in pack has a classifier')
const labelled = labelledTexts(pack)

function alike(example: Example) {
  return evaluate(pack, exampleEvidence(example)).filter(({ source }) => source === 'classifier')
}

/** A text that only the classifier speaks of, found among those that it learnt from. */
const paraphrase =
  labelled.find(({ author, text }) => {
    if (author !== 'fourth') return false
    const found = evaluate(pack, exampleEvidence(text))
    return found.length === 1 && found[0]?.source === 'classifier'
  })?.text ?? assert.fail('there is a paraphrase that no rule knows')

describe('the file of the classifier', () => {
  it('was trained from what the repository holds: else `npm run train`', () => {
    assert.equal(classifier.trainedFrom, trainingHash(pack, labelled))
  })

  const folder = process.env.HUMAN_TEXT
  const skip = folder ? false : 'HUMAN_TEXT names no folder of texts that people wrote'

  it('was trained from the texts of people that are named', { skip }, () => {
    assert.equal(classifier.humanText, digestOf(labelledByPeople(folder ?? '')))
  })

  const rarely = process.env.TRAIN_AGAIN ? skip : 'takes a minute: TRAIN_AGAIN=1'
  it('comes out the same when a part of it is trained again', { skip: rarely }, () => {
    const human = labelledByPeople(folder ?? '')
    const [any, code] = [classifier.columns[0], classifier.columns[3]]
    assert.ok(any && code)
    const read = readTexts(compiled, [...labelled, ...human])
    const again = decodeClassifier(
      encodeClassifier({ ...classifier }, trainColumns(pack, read, [any.name, code.name])),
    )
    for (const { features } of read.slice(0, 200)) {
      const whole = features[0] ?? assert.fail()
      const now = valuesOf(again, whole)
      const then = valuesOf(classifier, whole)
      assert.deepEqual([now[0], now[1]], [then[0], then[3]])
    }
  })

  it('is small, and reads back as it was written', () => {
    const file = pack.classifier ?? assert.fail()
    assert.ok(file.length < 600_000, `${file.length} bytes`)
    assert.throws(() => decodeClassifier(file.slice(0, -1)))
    assert.throws(() => decodeClassifier(Buffer.from('{"format":2}\n')))
  })

  it('speaks of no code that an opinion must not raise', () => {
    for (const { name } of classifier.columns) assert.notEqual(pack.codes[name]?.family, 'minor_safety', name)
  })
})

describe('a resemblance', () => {
  it('is a finding with words of the text, by what it is', () => {
    const [finding] = alike(paraphrase)
    assert.ok(finding)
    assert.equal(finding.rule, `resembles.${finding.code}`)
    assert.equal(finding.quote, paraphrase.slice(finding.start, finding.end))
    assert.ok(finding.quote.length > 0)
  })

  it('never passes review_medium alone, nor a confidence of medium', () => {
    const input = exampleEvidence(paraphrase)
    const result = score(evaluate(pack, input), {
      coverage: 1,
      mode: 'deep',
      analysisMode: 'rules+model',
      pack,
      subject: input.subject,
      statusCodes: [],
    })
    assert.ok(result.riskScore < pack.scoring.bands.review_high)
    assert.notEqual(result.confidence, 'high')
  })

  it('is one for a scan, however many texts there are', () => {
    const texts = labelled.filter(({ author, codes }) => author === 'fourth' && codes.length > 0).slice(0, 40)
    assert.ok(alike({ evidence: texts.map(({ text }) => ({ text })) }).length <= 1)
  })

  it('is not looked for behind an account that merely shares the handle', () => {
    const namesake = {
      text: paraphrase,
      channel: 'snippet' as const,
      binding: 'same_handle' as const,
      hop: 1,
    }
    assert.deepEqual(alike({ evidence: [{ text: 'I paint harbours.' }, namesake] }), [])
  })

  it('is gone where an operator switches it off', () => {
    const scoring = { ...pack.scoring, classifier: { ...pack.scoring.classifier, enabled: false } }
    assert.deepEqual(evaluate({ ...pack, scoring }, exampleEvidence(paraphrase)), [])
    assert.deepEqual(evaluate({ ...pack, classifier: null }, exampleEvidence(paraphrase)), [])
  })

  it('is not made of an address', () => {
    const bird = "it's images of drones, as described by a computer. Powered by"
    assert.deepEqual(alike(`${bird} http://example.org/BYXD0BoDU6`), [])
  })

  it('is the same every time', () => {
    const fresh = loadPolicyPack([fileURLToPath(new URL('../../policies', import.meta.url))])
    assert.deepEqual(
      evaluate(fresh, exampleEvidence(paraphrase)),
      evaluate(pack, exampleEvidence(paraphrase)),
    )
  })
})
