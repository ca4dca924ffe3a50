import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { score } from '../../src/policy/score/score.ts'
import { pack } from './built-in-pack.ts'

/** What a profile that says no more than this is recommended for. */
function isFlagged(text: string): boolean {
  const { recommendation } = score(evaluate(pack, exampleEvidence(text)), {
    coverage: 1,
    mode: 'deep',
    analysisMode: 'rules',
    pack,
    subject: exampleEvidence('').subject,
    statusCodes: [],
  })
  return recommendation !== 'no_flags'
}

describe('what somebody else sells', () => {
  for (const text of [
    'My neighbour sells ketamine, 40 a gram, drop tonight.',
    'The guy next door sells weed, 10 a gram, delivers at night.',
    'My old landlord was selling coke, 70 a gram, delivery tonight.',
    'She offers incall in Ghent, 200 an hour.',
    'A stranger asked me for incall in Ghent, 200 an hour. No.',
    'People keep offering me 1000 followers for 5 dollars.',
    'Er verkauft Koks, 80 das Gramm, Lieferung heute.',
    'Mein Nachbar verkauft Koks, 80 das Gramm, Lieferung heute.',
    'Mi vecino vende coca, 60 el gramo, entrega hoy.',
    'Elle vend de la coke, 70 le gramme, livraison ce soir.',
    'Mio cugino vende cocaina, 60 al grammo, consegna stasera.',
    'O meu vizinho vende cocaína, 60 a grama, entrega hoje.',
    'Mijn buurman verkoopt coke, 60 per gram, levert vanavond.',
    'Мой сосед продаёт кокаин, 80 за грамм, доставка.',
  ])
    it(`accuses nobody: ${text}`, () => assert.ok(!isFlagged(text)))

  for (const text of [
    'Selling ketamine, 40 a gram, drop tonight.',
    'My brother sells weed, 10 a gram, dm me.',
    'She sells coke, 70 a gram, delivery tonight. Text me.',
    'My girls offer incall in Ghent, 200 an hour.',
    'Ana offers incall in Ghent, 200 an hour.',
    'He deals, I deliver: coke, 70 a gram, tonight.',
    'My cousin sells coke and we deliver, 70 a gram.',
    'Someone selling ketamine here: me. 40 a gram, drop tonight.',
    'People, I sell coke, 70 a gram, delivery tonight.',
    'Mein Bruder verkauft Koks, 80 das Gramm, schreib mir.',
    'Vendo coca, 60 el gramo, entrego hoy. Mi vecino vende pan.',
    'Selling coke, 70 a gram, delivery tonight. My neighbour sells pots.',
    'My neighbour sells pots. Selling coke, 70 a gram, delivery tonight.',
    'Incall in Ghent, 200 an hour. He sells flowers.',
  ])
    it(`is an offer: ${text}`, () => assert.ok(isFlagged(text)))
})
