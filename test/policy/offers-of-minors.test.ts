import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { labelledTexts } from '../../scripts/train-classifier.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'
import { HARBOUR_PAGE } from './harbour-page.ts'

const half = z.strictObject({ offences: z.array(z.string()), neighbours: z.array(z.string()) })
const { looked_at, aside } = z
  .strictObject({ looked_at: half, aside: half })
  .parse(parse(readFileSync(fileURLToPath(new URL('offers-of-minors.yaml', import.meta.url)), 'utf8')))

function isAccused(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === 'minor_coded_terms' && mitigation === null,
  )
}

function missed(texts: readonly string[]): string[] {
  return texts.filter((text) => !isAccused(text))
}

describe('offers of sexual material of children in plain words', () => {
  it('were not learnt from', () => {
    const learnt = new Set(labelledTexts(pack).map(({ text }) => text))
    const all = [looked_at, aside].flatMap(({ offences, neighbours }) => [...offences, ...neighbours])
    assert.deepEqual(
      all.filter((text) => learnt.has(text)),
      [],
    )
  })

  it('are met in ten languages', () => {
    assert.deepEqual(missed(looked_at.offences), [])
  })

  it('are no refusals, no news, nothing of adults and nothing that children wear, learn or play', () => {
    assert.deepEqual(looked_at.neighbours.filter(isAccused), [])
  })

  /** Judged once, when the rules were done. */
  it('are met, and told from their neighbours, in what was kept aside', () => {
    assert.deepEqual(missed(aside.offences), [])
    assert.deepEqual(aside.neighbours.filter(isAccused), [])
  })

  it('are met in one line of a page, and masked', () => {
    const offer = 'underage nudes 5€, telegram'
    const lines = [
      'Welcome to the shop',
      'Stickers, 3€ the sheet',
      offer,
      'Mugs with a cat, 12€',
      'We ship on Fridays',
    ]
    for (const text of [
      lines.join('\n'),
      [...HARBOUR_PAGE.slice(0, 4), ...lines, ...HARBOUR_PAGE.slice(4)].join('\n'),
    ]) {
      const found = evaluate(pack, exampleEvidence({ evidence: [{ channel: 'page', text }] })).filter(
        ({ code }) => code === 'minor_coded_terms',
      )
      assert.equal(found.length, 1)
      assert.ok(found.every(({ quote, mitigation }) => !quote.includes('nudes') && mitigation === null))
    }
  })

  it("are none on a newspaper's page that tells of them", () => {
    const text = [
      ...HARBOUR_PAGE.slice(0, 4),
      'Man sold underage nudes on Telegram, court hears',
      'A man of 41 who traded videos of girls under 16 in a channel was sentenced to nine years on Monday.',
      'Police found a folder of child pornography on his computer, and links that he had offered for 20€.',
      'Subscribe for 5€ a month, and write to us by Signal or WhatsApp if you know more.',
      ...HARBOUR_PAGE.slice(4),
    ].join('\n')
    const found = evaluate(pack, exampleEvidence({ evidence: [{ channel: 'page', text }] }))
    assert.deepEqual(
      found.filter(({ code }) => code === 'minor_coded_terms'),
      [],
    )
  })
})
