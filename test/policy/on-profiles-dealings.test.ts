import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const FILE = join(import.meta.dirname, 'on-profiles-dealings.yaml')
const said = z
  .record(z.string(), z.strictObject({ met: z.array(z.string()), harmless: z.array(z.string()) }))
  .parse(parse(readFileSync(FILE, 'utf8')))
/** What is met is met by rules, whatever the classifier has learnt. */
const RULES = { ...pack, classifier: null }
/** How many of the 24 statements of a code are met now: none may be lost. */
const MET: Readonly<Record<string, number>> = {
  hate_speech: 20,
  extremism_support: 24,
  violence_threat: 23,
  self_harm_promotion: 23,
  scam_financial: 18,
  phishing_malware_link: 23,
  offplatform_payment: 23,
  offplatform_contact: 22,
  access_resale: 20,
  impersonation: 17,
  stolen_content: 21,
  leak_piracy: 22,
  spam_engagement: 23,
  ban_evasion: 24,
  regulated_goods: 23,
  ai_persona_undisclosed: 22,
  prompt_injection_attempt: 23,
  evasion_obfuscation: 20,
}
/** How many of the harmless ones of all codes are accused now, by whatever part: none may be added. */
const MOST_ACCUSED = 4

function codesIn(text: string, by = pack): string[] {
  return evaluate(by, exampleEvidence(text)).map(({ code }) => code)
}

describe('what people deal in and say on profiles', () => {
  for (const [code, { met }] of Object.entries(said))
    it(`meets ${code} by rules as often as it did`, () => {
      const missed = met.filter((text) => !codesIn(text, RULES).includes(code))
      const found = met.length - missed.length
      assert.ok(
        found >= (MET[code] ?? met.length),
        `${found} of ${met.length} met, missed: ${missed.join(' | ')}`,
      )
    })

  it('accuses no more of those who use the same words', () => {
    const accused = Object.values(said)
      .flatMap(({ harmless }) => harmless)
      .filter((text) => codesIn(text).length > 0)
    assert.ok(accused.length <= MOST_ACCUSED, accused.join(' | '))
  })
})
