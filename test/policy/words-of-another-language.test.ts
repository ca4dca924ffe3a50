import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const FILE = join(import.meta.dirname, 'words-of-another-language.yaml')
const texts = z.array(z.string()).length(30)
const said = z.strictObject({ looked_at: texts, kept_aside: texts }).parse(parse(readFileSync(FILE, 'utf8')))
/** How many of the harmless texts are accused now, by whatever part: none may be added. */
const MOST_ACCUSED = { looked_at: 8, kept_aside: 9 } as const

function codesIn(text: string): string[] {
  return evaluate(pack, exampleEvidence(text)).map(({ code }) => code)
}

describe('an everyday word that is a nickname of goods in another language', () => {
  for (const part of ['looked_at', 'kept_aside'] as const)
    it(`accuses no more of those ${part === 'looked_at' ? 'that were looked at' : 'that were kept aside'}`, () => {
      const accused = said[part].filter((text) => codesIn(text).length > 0)
      assert.ok(accused.length <= MOST_ACCUSED[part], `${accused.length}: ${accused.join(' | ')}`)
    })

  it('is a train among words of its language', () => {
    assert.ok(!codesIn('tren miniatura, envío 40€').includes('drug_sale'))
    assert.ok(!codesIn('billetes de tren baratos, reserva por whatsapp, desde 15€').includes('drug_sale'))
  })

  it('is a train in a third language too', () => {
    for (const text of [
      'tren bileti satılık, 250 TL, whatsapp',
      'Hızlı tren bileti satıyorum, 400 TL, mesaj atın',
      'Bilete de tren de vânzare, 50 lei, scrie-mi pe whatsapp',
    ])
      assert.ok(!codesIn(text).includes('drug_sale'), text)
  })

  it('stays the nickname among words of the language that calls it so', () => {
    for (const text of [
      'tren ve winstrol satıyorum, 900 TL, telegram',
      'tren and test e for sale, 60 a vial, telegram @juicedup',
      'selling tren, fast delivery, $80, dm on telegram',
    ])
      assert.ok(codesIn(text).includes('drug_sale'), text)
  })

  it('stays the nickname where no other language calls something else so', () => {
    for (const text of [
      'Vendo weed, 10€ gramo, escríbeme por telegram',
      'tengo ketamina y tren, envío discreto, 40€, escríbeme',
      'Verkaufe Hasch, 10 € das Gramm, Versand, Telegram',
    ])
      assert.ok(codesIn(text).includes('drug_sale'), text)
  })

  it('is one sense where another list of another language names the same goods', () => {
    for (const text of [
      'säljer lsd, pris 200 kr, skriv på telegram',
      'säljer ecstasy billigt, leverans, skriv till mig',
      'vând ecstasy, preț 50 lei, livrare, scrie-mi',
      '4mmc cena 50 zł, wysyłka, napisz',
      'Vendo weed, precio 10€, escríbeme',
    ])
      assert.ok(codesIn(text).includes('drug_sale'), text)
  })
})

describe('a word that differs by a letter from one of another language', () => {
  it('is no slip of that', () => {
    for (const text of [
      'The only college in Brooklyn offering a broad choice of award-winning programs in the liberal arts',
      'Housing programs in Chicago, $45 a seat, write to us on WhatsApp',
    ])
      assert.ok(!codesIn(text).includes('escort_offer'), text)
  })

  it('is one among words of its language, and of English everywhere', () => {
    for (const text of [
      'vendo cocana barata, 50€ el gramo, pedidos por telegram',
      'vendo metanfetmina, 40€ el gramo, pedidos por telegram',
      'vendo mephedrne, 40€ el gramo, pedidos por telegram',
      'selling cocane, 70 a gram, delivery tonight, telegram',
    ])
      assert.ok(codesIn(text).includes('drug_sale'), text)
  })
})
