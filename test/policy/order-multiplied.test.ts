import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

function isPromised(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(({ code }) => code === 'scam_financial')
}

describe('an order to invest, and many times the sum for it', () => {
  for (const text of [
    'Invest 250 and get 5000',
    'Investiere 250 € und erhalte 5000 €',
    'Investiere 250 und bekomme 5000',
    'Invierte 250 € y recibe 5000 €',
    'Invierte 250 y obtén 5.000',
    'Invista 250 reais e receba 5000 reais',
    'Investis 250 € et reçois 5000 €',
    'Investi 250 € e ricevi 5000 €',
    'Вложи 1000 и получи 10000 за сутки',
    'Wpłać 250 zł i odbierz 5000 zł',
    'Investeer 250 euro en ontvang 5000 euro',
    '250 yatır 5000 al',
  ])
    it(`is a promise of gain: ${text}`, () => assert.ok(isPromised(text)))

  for (const text of [
    'Deposit 20 €, the rest of 180 € on arrival',
    'Put in 20 eggs and get 200 cookies',
    'Invest 1000 € in a good camera, it lasts 4000 days',
    'Zahle 50 € an und bekomme das Bild im März',
    'Zahle 50 €, spare 200 € Versand',
    'Ingresa 20 € y gana 200 amigos',
    'Deposit 100 get 100 words of feedback',
    'Deposita 20 euros para reservar, total 200 euros',
    'Put in 30 minutes, get 300 recipes',
    'Versa 20 g di zucchero e ricevi 200 biscotti',
  ])
    it(`is none: ${text}`, () => assert.ok(!isPromised(text)))
})
