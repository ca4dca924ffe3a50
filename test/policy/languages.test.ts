import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const FILE = join(import.meta.dirname, 'offences-in-languages.yaml')
const { order, ...offences } = z
  .object({ order: z.array(z.string()) })
  .catchall(z.array(z.string()))
  .parse(parse(readFileSync(FILE, 'utf8')))
const AGE = order.indexOf('minor_age_claim')
/** Of eight mild offences. */
const LEAST_FOUND = 6

/** `R` where a rule found the offence, `.` where none did, in the order of the codes. */
function foundIn(language: string): string {
  return (offences[language] ?? []).map((text, i) => (isFound(text, order[i] ?? '') ? 'R' : '.')).join('')
}

function isFound(text: string, wanted: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, source, mitigation }) => code === wanted && source === 'rule' && mitigation === null,
  )
}

describe('the languages that the pack says it covers', () => {
  for (const [language, { minor_safety, rules }] of Object.entries(pack.languages)) {
    const found = foundIn(language)
    it(`are covered as it says: ${language} ${found}`, () => {
      assert.equal(found.length, order.length)
      if (minor_safety) assert.equal(found[AGE], 'R')
      if (rules) assert.ok(found.replaceAll('.', '').length >= LEAST_FOUND, found)
    })
  }

  it('are those that somebody has said offences in', () =>
    assert.deepEqual(Object.keys(pack.languages).sort(), Object.keys(offences).sort()))
})
