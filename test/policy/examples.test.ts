import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import type { Example } from '../../src/policy/pack/code-schema.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { sumCodes } from '../../src/policy/score/sum-codes.ts'
import { pack } from './built-in-pack.ts'

/** P of one code over everything that the rules find in an example. */
function probabilityOf(code: string, example: Example): number {
  const input = exampleEvidence(example)
  const sum = sumCodes(evaluate(pack, input), pack, input.subject).find((each) => each.code === code)
  return sum?.probability ?? 0
}

function nameOf(example: Example): string {
  return typeof example === 'string' ? example : JSON.stringify(example)
}

for (const code of Object.values(pack.codes)) {
  describe(`${code.id}`, () => {
    for (const example of code.examples.hit) {
      it(`reports ${nameOf(example)}`, () => {
        assert.ok(probabilityOf(code.id, example) >= 0.2, `P = ${probabilityOf(code.id, example)}`)
      })
    }
    for (const example of code.examples.miss) {
      it(`leaves alone ${nameOf(example)}`, () => {
        assert.ok(probabilityOf(code.id, example) < 0.2, `P = ${probabilityOf(code.id, example)}`)
      })
    }
  })
}
