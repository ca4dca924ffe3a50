import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const FILE = join(import.meta.dirname, 'on-profiles-persons.yaml')
const said = z
  .record(
    z.string(),
    z.strictObject({ met: z.array(z.string()).default([]), harmless: z.array(z.string()).default([]) }),
  )
  .parse(parse(readFileSync(FILE, 'utf8')))
/** What is met is met by rules, whatever the classifier has learnt. */
const RULES = { ...pack, classifier: null }
/** As many as are met and accused now: the first may rise, the second may fall. */
const MET = 338
const ACCUSED = 26

function codesIn(text: string, by = pack): string[] {
  return evaluate(by, exampleEvidence(text)).map(({ code }) => code)
}

describe('what people write on profiles about persons, drugs and weapons', () => {
  it('is met by rules as often as it was', () => {
    const met = Object.entries(said).flatMap(([code, { met }]) =>
      met.filter((text) => codesIn(text, RULES).includes(code)),
    )
    assert.ok(met.length >= MET, `${met.length} are met`)
  })

  it('accuses of trades, hobbies and survivors no more than it did', () => {
    const accused = Object.values(said).flatMap(({ harmless }) =>
      harmless.filter((text) => codesIn(text).length > 0),
    )
    assert.ok(accused.length <= ACCUSED, `${accused.length} are accused:\n${accused.join('\n')}`)
  })
})
