import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { sumCodes } from '../../src/policy/score/sum-codes.ts'
import { pack } from './built-in-pack.ts'

/**
 * Beside each example of each code, 50 harmless words of trades and sentences in turn, as a sentence before or after it or as a line above or
 * below it: what the rules report stays, and what they leave alone stays so.
 */

const RULES = { ...pack, classifier: null }

const neighboursSchema = z.strictObject({ trades: z.array(z.string()), sentences: z.array(z.string()) })
const { trades, sentences } = neighboursSchema.parse(
  parse(readFileSync(new URL('./neighbours.yaml', import.meta.url), 'utf8')),
)
const NEIGHBOURS = [...trades, ...sentences]

const PLACES: readonly ((text: string, neighbour: string) => string)[] = [
  (text, neighbour) => `${neighbour}. ${text}`,
  (text, neighbour) => `${/[.!?。]$/u.test(text) ? text : `${text}.`} ${neighbour}`,
  (text, neighbour) => `${neighbour}\n${text}`,
  (text, neighbour) => `${text}\n${neighbour}`,
]

/** Acts of two meanings ("private bookings", "orders on WhatsApp", "Berlin 3–7 May"): a trade tells which, wherever it stands. */
const AMBIGUOUS: Readonly<Record<string, number>> = {
  escort_offer: 0.84,
  meetup_hint: 0.55,
  offplatform_contact: 0.57,
  offplatform_payment: 0.81,
  // Its examples are disguised private bookings.
  evasion_obfuscation: 0.64,
}

/** What a neighbour is taken for the act of, so that the refusal beside the true act is not seen: a bus, a café, "me gusta" (a like). */
const KNOWN = [
  'public_act: The bus was late and nobody minded\nI do not film in public, 18+ content elsewhere',
  'public_act: Adoro o cheiro de café\nI do not film in public, 18+ content elsewhere',
  'spam_engagement: I never buy followers, 1000 real ones\nMe gusta caminar por la montaña',
]

interface Measured {
  code: string
  family: string
  pairs: number
  lost: string[]
  appeared: string[]
}

function isReported(code: string, text: string): boolean {
  const { evidence, subject } = exampleEvidence(text)
  const sum = sumCodes(evaluate(RULES, { evidence, subject }), RULES, subject).find(
    (each) => each.code === code,
  )
  return (sum?.probability ?? 0) >= pack.scoring.report_probability
}

/** A text beside each neighbour, in one of four places by rotation. */
function besides(text: string, row: number): string[] {
  return NEIGHBOURS.map((neighbour, i) => PLACES[(row + i) % PLACES.length]?.(text, neighbour) ?? text)
}

function measure(code: string): Measured {
  const { hit, miss } = pack.codes[code]?.examples ?? { hit: [], miss: [] }
  const measured: Measured = {
    code,
    family: pack.codes[code]?.family ?? '',
    pairs: 0,
    lost: [],
    appeared: [],
  }
  for (const [row, text] of hit.entries()) {
    if (typeof text !== 'string' || !isReported(code, text)) continue
    const all = besides(text, row)
    measured.pairs += all.length
    measured.lost.push(...all.filter((each) => !isReported(code, each)))
  }
  for (const [row, text] of miss.entries()) {
    if (typeof text !== 'string' || isReported(code, text)) continue
    measured.appeared.push(...besides(text, row).filter((each) => isReported(code, each)))
  }
  return measured
}

describe('a harmless neighbour', () => {
  const measured = Object.keys(pack.codes).map(measure)
  const told = measured.filter(({ pairs }) => pairs > 0)
  const bySafety = Map.groupBy(told, ({ family }) => family === 'minor_safety')

  it('is tried beside many words', () => {
    assert.equal(NEIGHBOURS.length, 50)
    assert.ok(told.length >= 28)
    assert.ok(told.reduce((sum, { pairs }) => sum + pairs, 0) > 10_000)
  })

  it('silences nothing that endangers a child', () => {
    const minors = bySafety.get(true) ?? []
    assert.ok(minors.length > 0)
    assert.deepEqual(
      minors.flatMap(({ lost }) => lost),
      [],
    )
  })

  for (const { code, pairs, lost } of bySafety.get(false) ?? [])
    it(`leaves ${code} where it was`, () => {
      const kept = 1 - lost.length / pairs
      assert.ok(kept >= (AMBIGUOUS[code] ?? 0.97), `${kept}: ${lost.slice(0, 3).join(' | ')}`)
    })

  it('silences at most three in a hundred of all whose act has one meaning', () => {
    const plain = (bySafety.get(false) ?? []).filter(({ code }) => AMBIGUOUS[code] === undefined)
    const lost = plain.reduce((sum, each) => sum + each.lost.length, 0)
    assert.ok(lost <= 0.03 * plain.reduce((sum, { pairs }) => sum + pairs, 0), `${lost}`)
  })

  it('accuses nothing that was left alone', () => {
    const appeared = measured.flatMap(({ code, appeared }) => appeared.map((text) => `${code}: ${text}`))
    assert.deepEqual(appeared, KNOWN)
  })
})
