import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** Days without rest, doors, debts and languages: what is said of people who are held, and of anybody's day. */
const EVERYDAY = [
  'no days off, i lift every morning',
  'I train seven days a week and eat rice',
  'new stock on friday, i sew every piece myself',
  'our café is under new owner, she bakes',
  "I can't leave the house without lipstick",
  "i can't leave my dog alone, so cafes with terraces only",
  'locked in with my cats this weekend',
  'they can’t leave, the bus is stuck in the snow',
  "i can't leave the studio before the album is mixed, the label keeps half of what every stream pays",
  'ich habe keine Wahl, sie wollen Kuchen',
  'er entscheidet, was wir kochen, sie kocht',
  'ich darf nicht gehen, bevor die Schicht vorbei ist',
  'elle ne parle pas, il décide du tempo : duo de jazz',
  "elle n'a pas le choix, elle doit chanter, les fans attendent",
  "on a pas de jour de repos, les filles du volley s'entraînent",
]

const HELD = [
  'they have my passport and i get no days off',
  "she can't leave until she pays what she owes us",
  "girls can't leave, ask the manager, 200 an hour",
  'chicas nuevas, no hablan español, pregunta al encargado',
  'i keep her passport until she pays',
  'ona nie może wyjść, mam jej paszport',
  'my boss keeps my papers, no days off, i must finish quota',
  'mein chef hat meinen pass und sagt, erst muss ich die schulden abarbeiten',
]

function isAccused(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === 'trafficking_indicator' && mitigation === null,
  )
}

describe('a sign of being held that is anybody’s as well', () => {
  for (const text of EVERYDAY) it(`accuses nobody alone: ${text}`, () => assert.equal(isAccused(text), false))
  for (const text of HELD) it(`is one beside another: ${text}`, () => assert.equal(isAccused(text), true))
})
