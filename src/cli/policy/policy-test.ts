import type { Config } from '../../config.ts'
import { evaluate } from '../../policy/evaluate.ts'
import { lintRules } from '../../policy/pack/bare-rules.ts'
import type { Example } from '../../policy/pack/code-schema.ts'
import { exampleEvidence } from '../../policy/pack/example-evidence.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { sumCodes } from '../../policy/score/sum-codes.ts'
import { policiesFor } from './replay.ts'

interface FailedExample {
  code: string
  expected: 'hit' | 'miss'
  probability: number
  example: Example
}

/**
 * `toscan policy test`: reads the pack as the service would (shapes, references, regular expressions) and tries every
 * example of every code. Exit code 1 when one of them comes out otherwise. Rules that claim more than they may are named and counted down, as in
 * every scan. Throws `InvalidInput` when the pack does not fit.
 */
export function testPolicy(config: Config, options: { policy?: string; json?: boolean }) {
  const pack = policiesFor(config, options.policy)
  const failed = failedExamples(pack)
  const codes = Object.values(pack.codes)
  const tried = codes.reduce((sum, { examples }) => sum + examples.hit.length + examples.miss.length, 0)
  const warnings = lintRules(pack)
  const facts = {
    policy_version: pack.version,
    codes: codes.length,
    examples: tried,
    failed: failed.length,
    warnings,
  }
  if (options.json) console.log(JSON.stringify({ ...facts, failures: failed }))
  else {
    for (const warning of warnings) console.log(`warning: ${warning}`)
    for (const { code, expected, probability, example } of failed)
      console.log(`${code}: expected a ${expected}, P = ${probability.toFixed(2)}: ${nameOf(example)}`)
    console.log(
      `Policy pack ${facts.policy_version}: ${tried} examples of ${codes.length} codes, ${failed.length} failed`,
    )
  }
  if (failed.length > 0) process.exitCode = 1
}

function failedExamples(pack: PolicyPack): FailedExample[] {
  const { report_probability } = pack.scoring
  return Object.values(pack.codes).flatMap(({ id, examples }) =>
    (['hit', 'miss'] as const).flatMap((expected) =>
      examples[expected]
        .map((example) => ({ code: id, expected, probability: probabilityOf(pack, id, example), example }))
        .filter(({ probability }) => probability >= report_probability !== (expected === 'hit')),
    ),
  )
}

/** P of one code over everything that the rules find in an example. */
function probabilityOf(pack: PolicyPack, code: string, example: Example): number {
  const input = exampleEvidence(example)
  const sums = sumCodes(evaluate(pack, input), pack, input.subject)
  return sums.find((sum) => sum.code === code)?.probability ?? 0
}

function nameOf(example: Example): string {
  return typeof example === 'string' ? example : JSON.stringify(example)
}
