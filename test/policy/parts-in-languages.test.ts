import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { judgeText } from '../../src/pipeline/judge/judge-text.ts'
import { pack } from './built-in-pack.ts'

/** What offers, threats and claims are made of, by code and language, and harmless texts of the same making. */
const { harmless, ...offences } = z
  .record(z.string(), z.record(z.string(), z.string().or(z.array(z.string()))))
  .parse(parse(readFileSync(new URL('./parts-in-languages.yaml', import.meta.url), 'utf8')))

const findingsIn = (text: string) => judgeText(pack, { text }).findings

describe('parts of sentences', () => {
  for (const [code, byLanguage] of Object.entries(offences))
    for (const [language, text] of Object.entries(byLanguage))
      it(`make a claim together: ${code}, ${language}`, () => {
        const found = findingsIn(String(text))
        const isMet = found.some((each) => each.code === code && each.source === 'rule' && !each.mitigation)
        assert.ok(isMet, `${text}: ${found.map(({ rule }) => rule).join(', ')}`)
      })

  for (const [language, texts] of Object.entries(harmless ?? {}))
    it(`and each by itself accuses nobody: ${language}`, () => {
      const accused = [texts]
        .flat()
        .filter((text) => findingsIn(text).some(({ source }) => source === 'rule'))
      assert.deepEqual(accused, [])
    })

  it('are many', () => {
    const count = Object.values(offences).flatMap((each) => Object.values(each)).length
    assert.ok(count >= 100, String(count))
  })
})
