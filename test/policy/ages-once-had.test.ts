import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const ONCE_HAD: readonly string[] = [
  'At 15 I dropped out of high school',
  'At age 14 I left school for the sea',
  'I ran away from school when I was fourteen',
  'Me escapé del colegio cuando tenía catorce años',
  'A los 15 años dejé el instituto para pintar',
  'Quando tinha 13 anos mudei de escola',
  'Aos 15 anos larguei a escola e virei padeira',
  'Mit 14 flog ich von der Schule',
  'Mit 15 bin ich vom Gymnasium geflogen',
  'Als ich 15 war, ging ich noch zur Schule',
  'A 14 anni ho lasciato la scuola',
  'Quand j’avais 15 ans, au lycée, je jouais de la basse',
  'À 15 ans j’ai quitté le lycée',
  'Toen ik 14 was ging ik van school',
  'W wieku 15 lat rzuciłam szkołę',
  'В 14 лет я ушла из школы',
]
const HAD_NOW: readonly string[] = [
  'At 15 I go to high school',
  'Mit 15 bin ich auf dem Gymnasium',
  'Mit 14 gehe ich noch zur Schule',
  'Tengo 14 años, voy al colegio y dibujo',
  'Tenho 13 anos e mudei de escola',
  'J’ai 15 ans et j’ai changé de lycée',
  'Ho 14 anni e ho cambiato scuola',
  'Mam 15 lat, zmieniłam szkołę',
  'Мне 14 лет, я ушла из школы',
  "I'm fourteen and I left my old school",
]

function isAccused(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === 'minor_age_claim' && mitigation === null,
  )
}

describe('an age that somebody had once', () => {
  for (const text of ONCE_HAD) it(`is no age of now: ${text}`, () => assert.ok(!isAccused(text)))
  for (const text of HAD_NOW) it(`is told from one of now: ${text}`, () => assert.ok(isAccused(text)))
})
