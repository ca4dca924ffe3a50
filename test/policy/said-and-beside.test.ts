import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { judgeText } from '../../src/pipeline/judge/judge-text.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const FILE = join(import.meta.dirname, 'said-and-beside.yaml')
const pairs = z.array(z.strictObject({ code: z.string(), says: z.string(), beside: z.string() })).length(30)
const said = z.strictObject({ looked_at: pairs, kept_aside: pairs }).parse(parse(readFileSync(FILE, 'utf8')))

/** What is met and accused now; before anybody looked 22 and 6, and 23 and 7. */
const BOUNDS = { looked_at: { met: 24, accused: 5 }, kept_aside: { met: 23, accused: 7 } } as const

function isMet({ code, says }: { code: string; says: string }): boolean {
  return evaluate(pack, exampleEvidence(says)).some((each) => each.code === code && each.mitigation === null)
}

function isAccused(text: string): boolean {
  return judgeText(pack, { text }).score.recommendation !== 'no_flags'
}

describe('what profiles say, and what stands beside it in the same words', () => {
  for (const part of ['looked_at', 'kept_aside'] as const)
    describe(part === 'looked_at' ? 'of those that were looked at' : 'of those that were kept aside', () => {
      it('is met no less than it is known to be', () => {
        const missed = said[part].filter((each) => !isMet(each)).map(({ says }) => says)
        assert.ok(missed.length <= 30 - BOUNDS[part].met, missed.join('\n'))
      })

      it('is accused no more often than it is known to be', () => {
        const accused = said[part].map(({ beside }) => beside).filter(isAccused)
        assert.ok(accused.length <= BOUNDS[part].accused, accused.join('\n'))
      })
    })
})
