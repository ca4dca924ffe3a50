import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import {
  foldedView,
  forgetTexts,
  madeOf,
  nativeView,
  normaliseText,
  originalSpan,
} from '../../src/policy/text/text-views.ts'
import { pack } from './built-in-pack.ts'

/** The original words behind `word` in a view. */
function sliceOf(original: string, word: string, folded: boolean): string {
  const view = folded ? foldedView(original) : nativeView(original)
  assert.ok(view)
  const start = view.text.indexOf(word)
  assert.ok(start >= 0, `"${word}" is not in "${view.text}"`)
  const span = originalSpan(view, start, start + word.length)
  return original.slice(span.start, span.end)
}

describe('native view', () => {
  it('undoes full-width, mathematical and enclosed letters, accents and case', () => {
    assert.equal(nativeView('Ｂｏｏｋｉｎｇ 𝐛𝐨𝐨𝐤 ⓑⓞⓞⓚ Épée Ñandú').text, 'booking book book epee nandu')
  })

  it('reads the digits of every alphabet', () => {
    for (const digits of ['𝟏𝟓', '𝟙𝟝', '𝟣𝟧', '𝟭𝟱', '𝟷𝟻', '１５', '१५', '١٥', '๑๕', '①⑤'])
      assert.equal(normaliseText(digits), '15', digits)
  })

  it('keeps words of other scripts readable', () => {
    assert.equal(
      nativeView('Привет, Αθήνα, 東京 カメラ, हिन्दी, 한국').text,
      'привет, αθηνα, 東京 カメラ, हिन्दी, 한국',
    )
  })

  it('drops invisible characters and stacked marks', () => {
    assert.equal(nativeView('bo\u200bo\u2060k\u00adi\ufeffng z\u0335\u0336a\u0337').text, 'booking za')
  })

  it('collapses blanks and keeps line breaks', () => {
    assert.equal(nativeView('a \t b \n\n  c').text, 'a b\nc')
  })
})

describe('a term', () => {
  it('is normalised as the text that it is looked for in', () => {
    const piece = fc.constantFrom(
      'a',
      'Z',
      '1',
      ' ',
      '  ',
      "'",
      '`',
      '*',
      '-',
      '\n',
      '\t',
      '\u007f',
      'é',
      'Ａ',
      '中',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const term = pieces.join('')
        assert.equal(normaliseText(term), nativeView(term).text)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('folded view', () => {
  const disguises: [string, string][] = [
    ['Cyrillic letters', 'bооking'],
    ['Greek letters', 'bοοking'],
    ['leet', 'b00k1ng'],
    ['spaces', 'b o o k i n g'],
    ['dots', 'b.o.o.k.i.n.g'],
    ['small capitals', 'ʙᴏᴏᴋɪɴɢ'],
    ['negative squared letters', '🅱🅾🅾🅺🅸🅽🅶'],
    ['regional letters', '🇧 🇴 🇴 🇰 🇮 🇳 🇬'],
    ['a right-to-left override', '\u202egnikoob\u202c'],
    ['stars', 'bo*ok*ing'],
    ['mixed spaces and scripts', 'b о o k i n g'],
  ]
  for (const [name, disguised] of disguises) {
    it(`undoes ${name} and finds the original again`, () => {
      const original = `see ${disguised} here`
      const slice = sliceOf(original, 'booking', true)
      assert.ok(original.includes(slice) && slice.replaceAll(/[\u202e\u202c]/g, '') !== '')
      assert.ok(slice.length >= 7, slice)
    })
  }

  it('keeps the words of a spaced-out phrase apart', () => {
    assert.equal(foldedView('w e e d   f o r   s a l e here')?.text, 'weed for sale here')
    assert.equal(foldedView('f_o_l_l_o_w f_o_r f_o_l_l_o_w')?.text, 'follow for follow')
    assert.equal(foldedView('m-i-n-d c-o-n-t-r-o-l')?.text, 'mind control')
  })

  it('undoes leet at either end of a word that is leet within', () => {
    assert.equal(foldedView('orders on 73l3gr4m only')?.text, 'orders on telegram only')
    assert.equal(foldedView('buy f0ll0w3r5 now!')?.text, 'buy followers now!')
  })

  it('undoes short words of borrowed letters only beside longer ones', () => {
    assert.equal(foldedView('κιcκ ουτ αll')?.text, 'kick out all')
    assert.equal(foldedView('ουτ of office'), null)
  })

  it('squeezes stretched letters to one', () => {
    assert.equal(foldedView('escooooort')?.text, 'escort')
  })

  it('leaves real Russian, Greek, numbers, handles and addresses alone', () => {
    const plain = [
      'Привет из Москвы',
      'Καλημέρα κόσμε',
      '50eur 4k ana123 100k 2nd',
      '@b00k_ana https://b00k.example/x',
      'a1b@mail.example',
    ]
    for (const text of plain) assert.equal(foldedView(text), null, text)
  })
})

describe('offset maps', () => {
  it('point into the original for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (original) => {
        for (const view of [nativeView(original), foldedView(original)]) {
          if (view === null) continue
          assert.equal(view.text.length, view.starts.length)
          for (let i = 0; i < view.text.length; i++) {
            const { start, end } = originalSpan(view, i, i + 1)
            assert.ok(start >= 0 && start < end && end <= original.length)
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('give back the exact words', () => {
    const original = 'Née à Paris —  ＲＡＴＥＳ  sur demande 🎉 ﬁn'
    assert.equal(sliceOf(original, 'rates', false), 'ＲＡＴＥＳ')
    assert.equal(sliceOf(original, 'nee', false), 'Née')
    assert.equal(sliceOf(original, 'fin', false), 'ﬁn')
  })
})

describe('what was read', () => {
  it('is remembered until it is forgotten', () => {
    const view = nativeView('Booking by e-mail')
    assert.equal(nativeView('Booking by e-mail'), view)
    forgetTexts()
    assert.notEqual(nativeView('Booking by e-mail'), view)
  })

  it('keeps what each maker made of it, once', () => {
    const view = nativeView('Booking by telephone')
    const [words, letters] = [{}, {}]
    let times = 0
    const count = () => ++times
    assert.deepEqual(
      [madeOf(view, words, count), madeOf(view, letters, count), madeOf(view, words, count)],
      [1, 2, 1],
    )
  })

  it('tells of a longer text that it begins, where that was read', () => {
    forgetTexts()
    const alone = nativeView('Booking', 'Booking by post')
    assert.equal(alone.longer, undefined)
    forgetTexts()
    const whole = nativeView('Booking by post')
    assert.equal(nativeView('Booking', 'Booking by post').longer, whole)
    assert.equal(whole.longer, undefined)
  })

  it('may be one word of a hundred thousand letters', () => {
    const ligatures = 'ﬃ'.repeat(49_000)
    assert.equal(nativeView(ligatures).text.length, 3 * ligatures.length)
    assert.deepEqual(evaluate(pack, exampleEvidence(ligatures)), [])
  })
})
