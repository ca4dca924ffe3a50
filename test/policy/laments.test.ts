import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** What is so, and what somebody else has said. */
const TOLD: readonly string[] = [
  'Women have no rights in this country',
  'Women have no rights in Iran and the world is silent',
  'Trans people have no rights in many countries',
  'Frauen haben keine Rechte in diesem Land',
  'Mujeres sin derechos en Afganistán, hasta cuándo',
  'Muslims are not welcome here, said the mayor, and was sued',
  'Gay people should be banned from schools, claimed the senator',
  'Flüchtlinge sind Ungeziefer, sagte der Abgeordnete',
]
/** What should be so, and what nobody else is named for. */
const CALLED_FOR: readonly string[] = [
  'Women should have no rights',
  'Muslims should have no rights',
  'Refugees should not have rights',
  'Frauen sollten keine Rechte haben',
  'Los inmigrantes no merecen derechos',
  'Muslims are not welcome here',
  'Gay people should be banned from schools, says everyone I know',
]

function isAccused(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === 'hate_speech' && mitigation === null,
  )
}

describe('a group without rights', () => {
  for (const text of TOLD)
    it(`is lamented, or somebody else’s words: ${text}`, () => assert.ok(!isAccused(text)))
  for (const text of CALLED_FOR) it(`is called for: ${text}`, () => assert.ok(isAccused(text)))
})
