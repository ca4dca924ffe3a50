import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { score } from '../../src/policy/score/score.ts'
import { pack } from './built-in-pack.ts'

const bios = readFileSync(new URL('./benign.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

describe('benign bios', () => {
  it('are many', () => assert.ok(bios.length >= 60))

  for (const bio of bios) {
    it(`raises no flag: ${bio}`, () => {
      const input = exampleEvidence(bio)
      const result = score(evaluate(pack, input), {
        coverage: 0.95,
        mode: 'deep',
        analysisMode: 'rules',
        pack,
        subject: input.subject,
        statusCodes: [],
      })
      assert.deepEqual([result.recommendation, result.reasonCodes], ['no_flags', []])
    })
  }
})
