import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defang } from './defang.ts'
import { agoText, momentText } from './moment-text.ts'
import { visibleText } from './visible-text.ts'

describe('text that others wrote', () => {
  it('shows what would turn the text around or hide in it', () => {
    assert.equal(visibleText('gpj\u202eexe.a\u200bb'), 'gpj⟨202E⟩exe.a⟨200B⟩b')
    assert.equal(visibleText('two\nlines\u0000'), 'two⟨000A⟩lines⟨0000⟩')
  })

  it('leaves words of every script alone', () => {
    const words = 'Ærø مرحبا نام\u200cها 日本 👩\u200d🎨'
    assert.equal(visibleText(words), words)
  })

  it('makes addresses that no program takes for a link, and leaves the path readable', () => {
    assert.equal(defang('https://shop.example/a.b?c=d.e'), 'hxxps://shop[.]example/a.b?c=d.e')
    assert.equal(defang('HTTP://Shop.Example'), 'hxxp://Shop[.]Example')
    assert.equal(defang('https://shop.example/\u202egpj'), 'hxxps://shop[.]example/⟨202E⟩gpj')
    assert.equal(defang('no address'), 'no address')
  })
})

describe('moments', () => {
  it('are read in UTC to the second', () => {
    assert.equal(momentText('2026-03-01T10:00:07.123456+00:00', 'utc'), '2026-03-01 10:00:07 UTC')
  })

  it('are unknown rather than a blank page where they are none', () => {
    assert.equal(momentText('31st', 'utc'), 'Unknown')
    assert.equal(momentText('31st', 'local'), 'Unknown')
    assert.equal(agoText('31st', 0), 'Unknown')
  })

  it('say roughly how long ago', () => {
    const at = '2026-03-01T10:00:00Z'
    const after = (ms: number) => agoText(at, Date.parse(at) + ms)
    assert.deepEqual(
      [after(1000), after(59_000), after(120_000), after(7_200_000), after(90 * 86_400_000), after(-60_000)],
      ['just now', '59 s ago', '2 min ago', '2 h ago', '90 d ago', 'in 1 min'],
    )
  })
})
