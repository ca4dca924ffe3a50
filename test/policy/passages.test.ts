import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { hitsIn, passagesOf } from '../../src/policy/learnt/passages.ts'

import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { languageOf } from '../../src/policy/text/languages/language-of.ts'
import { pack } from './built-in-pack.ts'

const compiled = compilePack(pack)

function passages(text: string, language = languageOf(text)) {
  return passagesOf(compiled, hitsIn(compiled, text), { language, wholeToo: true })
}

function familiesOf(text: string, language?: string | null): string[] {
  const [whole] = passages(text, language)
  return whole?.families.filter((family) => family.startsWith('word ')) ?? []
}

describe('families of words', () => {
  const SPANISH = 'Vendo fotos nuevas de mi perro en la playa'

  it('count in the text’s own language', () => {
    assert.ok(familiesOf(SPANISH, 'es').includes('word sell'))
    assert.ok(!familiesOf(SPANISH, 'pl').includes('word sell'))
    assert.deepEqual(familiesOf(SPANISH), familiesOf(SPANISH, 'es'))
  })

  it('count in English too, and in every language where nobody can tell', () => {
    assert.ok(familiesOf('Bilder von meinem Hund, for sale', 'de').includes('word sell'))
    assert.ok(familiesOf(SPANISH, null).includes('word sell'))
  })
})

describe('passages', () => {
  it('are the whole, each sentence, and each with the next', () => {
    assert.deepEqual(
      passages('One long sentence here. Another long sentence. A third one stands here.').map(
        ({ text }) => text,
      ),
      [
        'one long sentence here. another long sentence. a third one stands here.',
        'one long sentence here.',
        'another long sentence.',
        'a third one stands here.',
        'one long sentence here. another long sentence.',
        'another long sentence. a third one stands here.',
      ],
    )
  })

  it('end at no point within a number', () => {
    const texts = passages('Trading at 1.48 this morning already. It was nice.').map(({ text }) => text)
    assert.ok(texts.includes('trading at 1.48 this morning already.'), texts.join(' / '))
  })
})

describe('what resembles', () => {
  const LEAK = 'I rip paid Fansly vids and drop them free in my channel every night'
  const SEXTORTION =
    'You showed me everything on that call and I pressed record. Your mum is public btw. Gift cards work fine.'
  const opinionsOn = (text: string) =>
    evaluate(pack, exampleEvidence(text))
      .filter(({ source }) => source === 'classifier')
      .map(({ code }) => code)

  it('is named with what else resembles, one of each family', () => {
    const both = opinionsOn(`${LEAK}\n\n${SEXTORTION}`)
    assert.ok(both.includes('leak_piracy') && both.includes('sextortion_threat'), both.join())
    assert.ok(both.length <= pack.scoring.classifier.families)
  })

  it('is not silenced by a trade in another sentence', () => {
    for (const trade of ['Coach.', 'Photographer.', 'Law student and part-time barista.'])
      assert.ok(opinionsOn(`${trade} ${LEAK}`).includes('leak_piracy'), trade)
  })

  it('is nothing where the language is none that was taught', () => {
    const galician =
      'Ninguín será obxecto de inxerencias arbitrarias na súa vida privada, a súa familia, o seu domicilio ou a súa correspondencia, nin de ataques á súa honra ou á súa reputación. Toda persoa ten dereito á protección da lei contra estas inxerencias ou ataques.'
    assert.deepEqual(opinionsOn(galician), [])
  })
})
