import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defang } from './defang.ts'
import { openable } from './openable.ts'
import { visibleLines } from './visible-text.ts'

describe('addresses of others', () => {
  it('are shown so that nothing makes a link of them', () => {
    assert.equal(defang('https://shop.example/a.b?c=d.e'), 'hxxps://shop[.]example/a.b?c=d.e')
    assert.equal(defang('HTTP://Shop.Example:8080'), 'hxxp://Shop[.]Example:8080')
    assert.equal(defang('javascript:alert(1)'), 'javascript:alert(1)')
    assert.equal(defang('shop.example/x'), 'shop[.]example/x')
  })

  it('cannot pass for another by turning the text round', () => {
    assert.equal(defang('https://a.example/\u202efdp.exe'), 'hxxps://a[.]example/⟨202E⟩fdp.exe')
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
    assert.equal(visibleLines('ad\u200bmin\u2066x\u0007\u200d!'), 'ad⟨200B⟩min⟨2066⟩x⟨0007⟩⟨200D⟩!')
  })

  it('keep their lines, their emoji and their letters', () => {
    const text = 'עברית 👩‍🎤 نام‌ها\nÀ'
    assert.equal(visibleLines(text), text)
  })
})
