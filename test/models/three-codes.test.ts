import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Consultation } from '../../src/models/opinion.ts'
import { weighOpinion } from '../../src/pipeline/judge/weigh-opinion.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { score } from '../../src/policy/score/score.ts'
import { pack } from '../policy/built-in-pack.ts'

const NOTHING_DROPPED = {
  quote_not_found: 0,
  unknown_ref: 0,
  unknown_code: 0,
  hidden_text: 0,
  repeated: 0,
  one_sided: 0,
  unconfirmed: 0,
}
const TEXT = 'I bake bread in Porto and write about it every week'
const codes = Object.values(pack.codes)
  .filter(({ family }) => family !== 'status')
  .map(({ id }) => id)

/** What a model says that names every code there is, with real words. */
function accusing(input: ReturnType<typeof exampleEvidence>, named: readonly string[]): Consultation {
  const passages = named.map((code) => ({
    code,
    stance: 'offers' as const,
    evidenceRef: input.evidence[0]?.ref ?? '',
    textIndex: 0,
    start: 0,
    end: 12,
  }))
  return {
    model: 'test',
    promptVersion: '1',
    opinion: { passages, language: 'en', injectionSeen: false, dropped: NOTHING_DROPPED },
    failure: null,
    usage: {
      requests: 1,
      input_tokens: null,
      output_tokens: null,
      cached_tokens: null,
      cost_usd: null,
      remembered: false,
    },
  }
}

function weighed(text: string, named: readonly string[]) {
  const input = exampleEvidence(text)
  const ruleFindings = evaluate(pack, input)
  const { findings } = weighOpinion(accusing(input, named), { evidence: input.evidence, ruleFindings, pack })
  const result = score([...ruleFindings, ...findings], {
    coverage: 0.95,
    mode: 'deep',
    analysisMode: 'rules+model',
    pack,
    subject: input.subject,
    statusCodes: [],
  })
  return { findings, result }
}

describe('a model that accuses of everything', () => {
  it('names three codes at most, and never convicts', () => {
    const { findings, result } = weighed(TEXT, codes)
    assert.equal(new Set(findings.map(({ code }) => code)).size, 3)
    assert.equal(result.reasonCodes.length, 3)
    assert.equal(result.recommendation, 'review_medium')
  })

  it('confirms as many as the rules name, beside its three', () => {
    const text = 'Incall in Antwerp, 180 an hour, text me. Glock for sale, 400, ships today, DM'
    const { findings } = weighed(text, codes)
    const named = new Set(findings.map(({ code }) => code))
    assert.ok(named.has('escort_offer') && named.has('weapon_sale'))
    assert.equal(named.size, 5)
  })
})
