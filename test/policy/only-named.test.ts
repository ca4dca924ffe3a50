import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const half = z.strictObject({
  offers: z.array(z.strictObject({ code: z.string(), says: z.string() })),
  neighbours: z.array(z.string()),
})
const { looked_at, aside } = z
  .strictObject({ looked_at: half, aside: half })
  .parse(parse(readFileSync(fileURLToPath(new URL('only-named.yaml', import.meta.url)), 'utf8')))

function accusedOf(text: string): string[] {
  return evaluate(pack, exampleEvidence(text))
    .filter(({ mitigation }) => mitigation === null)
    .map(({ code }) => code)
}

function missed({ offers }: z.infer<typeof half>): string[] {
  return offers.filter(({ code, says }) => !accusedOf(says).includes(code)).map(({ says }) => says)
}

function accused({ neighbours }: z.infer<typeof half>): string[] {
  return neighbours.filter((text) => accusedOf(text).length > 0)
}

/** Accused whether or not such words excuse: other faults of the judge. */
const ACCUSED_ALL_THE_SAME = new Set([
  'No minors here. Nudes 10€, telegram, whoever is underage gets blocked and reported',
  'La police ne trouve pas celui qui échange des vidéos de mineures nues sur Telegram',
  'Bitte nicht teilen, sondern melden: Nacktbilder von Minderjährigen im Kanal',
  "Hidden cam videos in changing rooms: police can't find who filmed them",
  "Underage nudes offered for 5€ on Telegram, police say they can't find the seller",
  'La policía no encuentra a quien vende videos de menores desnudas por Telegram',
  "My netflix account was sold for 5€, police don't care",
])

describe('the police, reporting and news that are only named beside an offer', () => {
  it('excuse nothing', () => {
    assert.deepEqual(missed(looked_at), [])
  })

  it('excuse where they are told of, asked or forbid', () => {
    assert.deepEqual(
      accused(looked_at).filter((text) => !ACCUSED_ALL_THE_SAME.has(text)),
      [],
    )
  })

  /** Judged once, when the forms were written. */
  it('are told apart in what was kept aside', () => {
    assert.deepEqual(missed(aside), ['upskirt videos, they never notice, telegram, i also have a dog'])
    assert.deepEqual(
      accused(aside).filter((text) => !ACCUSED_ALL_THE_SAME.has(text)),
      [],
    )
  })
})
