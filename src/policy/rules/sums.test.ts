import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sumsGrow } from './sums.ts'

function grows(text: string, money = false): boolean {
  const numbers = [...text.matchAll(/\d[\d.,]*/g)]
  const last = numbers.at(-1)
  return sumsGrow(
    { start: numbers[0]?.index ?? 0, end: (last?.index ?? 0) + (last?.[0].length ?? 0) },
    text,
    {
      by: 2,
      money,
    },
  )
}

describe('two sums', () => {
  it('grow, however they are written', () => {
    for (const text of [
      '100 becomes 1.000 tomorrow',
      '$50 > $500',
      '200 into 9,000 with me',
      '20만 → 200만',
      '1万円が10万円に',
      'put 2000 and get 20 000 kr',
      'put 1tr rut 10tr trong 3 ngay',
      '300 today becomes 900 in 2 days',
    ])
      assert.ok(grows(text), text)
    assert.ok(grows('0.1 btc, get 0.2 back', true))
    assert.ok(grows('100rb jadi 1jt', true))
  })

  it('do not where the second is less than twice the first, or where things are counted', () => {
    for (const text of [
      '900 becomes 1,000 today',
      '500 becomes 250',
      'buy 1 get 3',
      '100 becomes 900 loaves',
    ])
      assert.ok(!grows(text), text)
    assert.ok(!grows('100 becomes 1000 today', true))
  })
})
