import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

function isThreat(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation, bare }) => code === 'violence_threat' && mitigation === null && bare !== true,
  )
}

describe('a condition and what its author does then', () => {
  for (const text of [
    'quand je te croise je te plante',
    'si je te vois je te tue',
    'je te tue si je te revois',
    'dès que je te vois je t’égorge',
    'si te veo te mato',
    'Si te cruzo por la calle te rajo',
    'como te encuentre te rajo',
    'wenn ich dich sehe stech ich dich ab',
    'sobald ich dich sehe, bist du tot',
    'wenn er nochmal kommt erschieß ich ihn',
    'se ti becco ti ammazzo',
    'ti ammazzo se ti becco',
    'next time i see you, you’re dead',
    'If I catch you alone I’ll break your legs',
    'quando eu te pegar te mato',
    'als ik je zie sla ik je dood',
    'jak cię znajdę, jesteś trupem',
    'если увижу тебя убью',
    'как увижу тебя, так и убью',
    'лише побачу тебе — вб’ю',
    'seni bulursam gebertirim',
    'kalau ketemu kamu gue bunuh',
    'dacă te prind te omor',
    'om jag ser dig dödar jag dig',
  ])
    it(`are a threat as a whole clause, in either order: ${text}`, () => assert.ok(isThreat(text)))

  for (const text of [
    'quand je te croise je te souris',
    'quand je te croise je plante des fleurs',
    'si te veo te mato a besos',
    'si te veo te mato de la risa',
    'si te veo te pincho una canción',
    'si je te croise je te tue de bisous',
    'wenn ich dich sehe sterbe ich vor Glück',
    'wenn ich dich treffe, mach ich dich glücklich',
    'als ik je zie maak ik je blij',
    'if I see you I will break your record',
    'when i see you i’ll kill it on stage',
    'If I see a spider I will kill it',
    'if i see you in the lobby i will kill you in fortnite',
    '"si je te vois je te tue", m’a-t-il écrit. J’ai porté plainte.',
    'Mein Ex schrieb: wenn ich dich sehe stech ich dich ab. Hilfe bei Stalking.',
    'He wrote: if I see you I’ll kill you. I moved away.',
    'Song: "Si te veo te mato", nuevo single',
  ])
    it(`are none where a word more says otherwise, or somebody else says it: ${text}`, () =>
      assert.ok(!isThreat(text)))
})
