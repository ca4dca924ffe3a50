import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csv, csvCell } from '../../../sdk/csv.ts'
import { defang } from './defang.ts'
import { openable } from './openable.ts'
import { showPlainly } from './show-plainly.ts'

describe('addresses of others', () => {
  it('are shown so that nothing makes a link of them', () => {
    assert.equal(defang('https://shop.example/a.b?c=d.e'), 'hxxps://shop[.]example/a.b?c=d.e')
    assert.equal(defang('HTTP://Shop.Example:8080'), 'hxxp://Shop[.]Example:8080')
    assert.equal(defang('javascript:alert(1)'), 'javascript:alert(1)')
    assert.equal(defang('shop.example/x'), 'shop[.]example/x')
  })

  it('cannot pass for another by turning the text round', () => {
    assert.equal(defang('https://a.example/\u202efdp.exe'), 'hxxps://a[.]example/⟨U+202E⟩fdp.exe')
  })

  it('cannot be drawn over the lines around them, and every script stays as it is', () => {
    const heap = '\u0351'.repeat(30)
    assert.equal(showPlainly(`Z${heap}algo`), `Z${'\u0351'.repeat(6)}⟨24 marks⟩algo`)
    for (const text of ['Nguyễn', 'Nguye\u0302\u0303n', 'בְּרֵאשִׁ֖ית', 'བརྒྱུད་', 'น้ำ', '👩‍👩‍👧‍👦', 'مُحَمَّدٌ'])
      assert.equal(showPlainly(text), text)
  })

  it('are opened only when they are web addresses', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'tg://x',
      'nonsense',
      '//x.example',
    ])
      assert.equal(openable(url), null, url)
    assert.deepEqual(openable('https://shop.example/'), { href: 'https://shop.example/', warnings: [] })
  })

  it('are opened with a word about what is strange', () => {
    assert.match(openable('https://bank.example@evil.example/')?.warnings[0] ?? '', /name before its host/)
    assert.match(
      openable('http://127.0.0.1:81/')?.warnings.join(' ') ?? '',
      /not encrypted.*bare number.*unusual: 81/,
    )
    assert.match(openable('https://аpple.example/')?.warnings[0] ?? '', /xn--/)
  })
})

describe('texts of others', () => {
  it('show the characters that hide or turn', () => {
    assert.equal(showPlainly('ad\u200bmin\u2066x\u0007'), 'ad⟨U+200B⟩min⟨U+2066⟩x⟨U+0007⟩')
  })

  it('keep their lines, their emoji and their letters', () => {
    const text = 'עברית 👩‍🎤 نام‌ها\n\tÀ'
    assert.equal(showPlainly(text), text)
  })
})

describe('a CSV file', () => {
  it('holds no cell that a spreadsheet would run', () => {
    for (const text of ['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\tx', '\r=x', ' =1', '＝1'])
      assert.match(csvCell(text), /^"?'/, JSON.stringify(text))
  })

  it('quotes what would break a row', () => {
    assert.equal(csvCell('a "b", c\nd'), '"a ""b"", c\nd"')
    // Where a spreadsheet splits at other signs than commas.
    assert.equal(csvCell('x;=WEBSERVICE(A1)'), '"x;=WEBSERVICE(A1)"')
    assert.equal(csvCell('x\t=A1'), '"x\t=A1"')
  })

  it('leaves our own numbers numbers', () => {
    assert.equal(
      csv(
        ['score', 'url'],
        [
          [-1, 'https://a.example'],
          [null, undefined],
        ],
      ),
      'score,url\r\n-1,https://a.example\r\n,\r\n',
    )
  })
})
