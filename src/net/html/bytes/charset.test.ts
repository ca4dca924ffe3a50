import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeText } from './charset.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

describe('decodeText', () => {
  it('believes the byte order mark before the label', () => {
    assert.equal(decodeText(Buffer.from('\ufeffé'), 'text/html; charset=iso-8859-1'), 'é')
    assert.equal(decodeText(Buffer.from('\ufeffé', 'utf16le'), ''), 'é')
  })

  it('believes the label before the page', () => {
    assert.equal(
      decodeText(latin('<meta charset=utf-8>é'), 'text/html; charset="ISO-8859-1"'),
      '<meta charset=utf-8>é',
    )
  })

  it('believes the page without a label, but not that it is UTF-16', () => {
    assert.match(
      decodeText(Buffer.from([...latin('<meta charset="shift_jis">'), 0x83, 0x65]), 'text/html'),
      /テ$/,
    )
    assert.match(
      decodeText(latin('<meta http-equiv=content-type content="text/html; charset=windows-1251">\xcf'), ''),
      /П$/,
    )
    assert.match(decodeText(Buffer.from('<meta charset=utf-16>é'), ''), /é$/)
  })

  it('falls back to UTF-8, and to windows-1252 when the bytes are not', () => {
    assert.equal(decodeText(Buffer.from('é'), 'text/html; charset=bogus'), 'é')
    assert.equal(decodeText(latin('caf\xe9 \x80'), ''), 'café €')
    assert.equal(decodeText(Buffer.from('ééééé').subarray(0, 9), ''), 'éééé\ufffd')
  })

  it('reads what nobody names, or names wrongly, in what its letters come out best', () => {
    for (const [name, text, hex] of UNNAMED) {
      const body = Buffer.from(hex, 'hex')
      for (const head of ['<title>M</title>', '<meta charset="utf-8"><title>M</title>'])
        assert.equal(
          decodeText(Buffer.concat([latin(`${head}<p>`), body, latin('</p>')]), 'text/html'),
          `${head}<p>${text}</p>`,
          name,
        )
    }
    assert.equal(
      decodeText(latin('<meta charset=utf-8>Tengo 15 a\xf1os'), ''),
      '<meta charset=utf-8>Tengo 15 años',
    )
  })

  it('does not believe a label that its bytes belie: they are UTF-8 throughout', () => {
    for (const label of ['iso-8859-1', 'windows-1251', 'windows-1252', 'koi8-r'])
      for (const text of ['Мне 15 лет, рисую котов', 'Tengo quince años, así soy: ñandú', '私は15歳です'])
        assert.equal(decodeText(Buffer.from(text), `text/html; charset=${label}`), text, label)
    const long = 'Мне 15 лет, рисую котов и пою. '.repeat(3)
    for (const label of ['shift_jis', 'gb18030', 'big5', 'euc-kr'])
      assert.equal(
        decodeText(Buffer.from(`<meta charset=${label}>${long}`), ''),
        `<meta charset=${label}>${long}`,
      )
    // Few letters may be anything.
    assert.equal(decodeText(Buffer.from('é'), 'text/html; charset=windows-1251'), 'Г©')
  })

  it('takes western letters that say nothing for what they were, where a server labels all pages so', () => {
    for (const [name, text, hex] of UNNAMED.filter(
      ([name]) => name.startsWith('windows') || name === 'gb18030',
    ))
      for (const label of ['iso-8859-1', 'windows-1252'])
        assert.equal(decodeText(Buffer.from(hex, 'hex'), `text/html; charset=${label}`), text, name)
    const western = latin('Déjà vu à Évian: être été là où naît')
    assert.match(decodeText(western, 'text/html; charset=iso-8859-1'), /^Déjà vu à Évian: être été là/)
  })

  it('knows UTF-16 by its first bracket, whatever language follows', () => {
    const page = '<p>Мне 15 лет, рисую котов</p>'
    const little = Buffer.from(page, 'utf16le')
    assert.equal(decodeText(little, 'text/html'), page)
    assert.equal(decodeText(Buffer.from(little).swap16(), 'text/html'), page)
  })

  it('does not believe a label of UTF-16 that the first bracket belies', () => {
    const page = '<p>Мне 15 лет, рисую котов</p>'
    const little = Buffer.from(page, 'utf16le')
    for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(page), Buffer.from(`\n${page}`)])
      assert.equal(decodeText(bytes, 'text/html; charset=utf-16').trim(), page)
    assert.equal(decodeText(Buffer.from('плед', 'utf16le'), 'text/plain; charset=utf-16'), 'плед')
  })

  it('reads a sentence in an encoding that nobody names on a page that is mostly in English', () => {
    const english =
      '<p>Prints of the harbour are pulled slowly on cotton paper and sold at fairs.</p>'.repeat(60)
    for (const [name, text, hex] of UNNAMED) {
      const page = Buffer.concat([
        latin(`${english}<p>`),
        Buffer.from(`${hex}20${hex}`, 'hex'),
        latin('</p>'),
      ])
      // Of Thai and Hebrew it takes more than a sentence.
      if (!/874|125[56]/.test(name)) assert.ok(decodeText(page, '').endsWith(`<p>${text} ${text}</p>`), name)
    }
    const french = latin(
      `${english}<p>D\xe9j\xe0 vu \xe0 \xc9vian</p><p>\xc0 \xc9 \xc8 \xca \xc7 \xce \xd4 \xdb</p>`,
    )
    assert.ok(decodeText(french, '').endsWith('<p>Déjà vu à Évian</p><p>À É È Ê Ç Î Ô Û</p>'))
  })

  it('finds what a page says of its encoding far down its head', () => {
    const head = `<style>${'.a { color: red } '.repeat(500)}</style><meta charset="ibm866">`
    const page = Buffer.concat([latin(head), Buffer.from('8ca5adee', 'hex'), Buffer.from('a4abefa2', 'hex')])
    assert.equal(decodeText(page, 'text/html').slice(head.length), 'Менюдляв')
  })

  it('knows Japanese in letters of ASCII under a western label', () => {
    const [, text, hex] = UNNAMED.find(([name]) => name === 'iso-2022-jp') ?? ['', '', '']
    assert.equal(decodeText(Buffer.from(hex, 'hex'), 'text/html; charset=iso-8859-1'), text)
  })
})

/** An encoding, a text, and its bytes in it. */
const UNNAMED: [name: string, text: string, hex: string][] = [
  ['windows-1251', 'Мне 15 лет, рисую котов', 'ccede520313520ebe5f22c20f0e8f1f3fe20eaeef2eee2'],
  ['koi8-r', 'Мне 15 лет, рисую котов', 'edcec520313520ccc5d42c20d2c9d3d5c020cbcfd4cfd7'],
  [
    'windows-1253',
    'Είμαι 15 χρονών και ζωγραφίζω',
    'c5dfece1e920313520f7f1efedfeed20eae1e920e6f9e3f1e1f6dfe6f9',
  ],
  ['windows-1255', 'אני בת 15 ואוהבת לצייר', 'e0f0e920e1fa20313520e5e0e5e4e1fa20ecf6e9e9f8'],
  ['windows-1256', 'عمري 15 سنة وأحب الرسم', 'dae3d1ed20313520d3e4c920e6c3cdc820c7e1d1d3e3'],
  ['windows-874', 'หนูอายุ 15 ปี ชอบวาดรูป', 'cbb9d9cdd2c2d820313520bbd520aacdbac7d2b4c3d9bb'],
  [
    'shift_jis',
    '私は15歳です。絵を描くのが好きです',
    '8e8482cd31358dce82c582b781428a4782f0956082ad82cc82aa8d4482ab82c582b7',
  ],
  [
    'euc-jp',
    '私は15歳です。絵を描くのが好きです',
    'bbe4a4cf3135bad0a4c7a4b9a1a3b3a8a4f2c9c1a4afa4cea4acb9a5a4ada4c7a4b9',
  ],
  [
    'iso-2022-jp',
    '私は15歳です。絵を描くのが好きです',
    '1b24423b64244f1b284231351b24423a50244724392123332824724941242f244e242c3925242d244724391b2842',
  ],
  ['gb18030', '我今年15岁，喜欢画画和唱歌', 'ced2bdf1c4ea3135cbeaa3accfb2bbb6bbadbbadbacdb3aab8e8'],
  [
    'euc-kr',
    '저는 15살이고 그림 그리는 걸 좋아해요',
    'c0fab4c2203135bbecc0ccb0ed20b1d7b8b220b1d7b8aeb4c220b0c920c1c1bec6c7d8bfe4',
  ],
]
