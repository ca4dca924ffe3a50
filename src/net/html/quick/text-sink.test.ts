import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitInvisible } from '../hidden/invisible-letters.ts'
import { createTextSink } from './text-sink.ts'

const lettersOf = (text: string) => Uint16Array.from(text, (_, at) => text.charCodeAt(at))

/** What a sink that holds `before` makes of a text, by either way; null where it is not plain. */
function added(text: string, before: string, limit = 1000) {
  const [plainly, anyhow] = [createTextSink(limit), createTextSink(limit)]
  for (const sink of [plainly, anyhow]) sink.add(before)
  const isPlain = plainly.addPlain(lettersOf(text), 0, text.length, 'site')
  if (isPlain) anyhow.add(text, 'site')
  for (const sink of [plainly, anyhow]) sink.add('end')
  const [one, other] = [plainly, anyhow].map((sink) => [sink.text(), sink.asides(), sink.full])
  return isPlain ? { one, other } : null
}

describe('createTextSink', () => {
  it('ends the lines that end in several sinks at once, before a blank or a text of its own', () => {
    const lines = { count: 0 }
    const [one, other] = [createTextSink(1000, lines), createTextSink(1000, lines)]
    one.add('a')
    lines.count++
    one.space()
    one.addPlain(lettersOf('b'), 0, 1)
    one.add('c')
    lines.count++
    one.add('d')
    other.add('e')
    assert.deepEqual([one.text(), other.text()], ['a\nbc\nd', 'e'])
  })

  it('adds what is plain as it adds any text', () => {
    const texts = [
      'a',
      'See the print',
      ' a',
      'a ',
      'a  b',
      '\n',
      '',
      'a\n\tb\r\n',
      'größer  als früher',
      'Ищу художника ',
      '海の絵を描きます',
      'صور للبيع',
      '“now”',
    ]
    for (const before of ['', 'x', 'x ', ' '])
      for (const text of texts) {
        const told = added(text, before)
        assert.deepEqual(told?.one, told?.other)
        assert.notEqual(told, null, text)
      }
  })

  it('takes for plain no letter that is another blank, is left out or takes no room', () => {
    const bad: string[] = []
    for (let letter = 0; letter < 0x10000; letter++) {
      const text = `a${String.fromCharCode(letter)}b`
      const told = added(text, 'x')
      if (told === null) continue
      const isSame = JSON.stringify(told.one) === JSON.stringify(told.other)
      if (!isSame || splitInvisible(text).shown !== text) bad.push(letter.toString(16))
    }
    assert.deepEqual(bad, [])
  })

  it('leaves what is not plain to `add`, as if it had not been asked', () => {
    const sink = createTextSink(1000)
    sink.add('x')
    sink.line()
    assert.equal(sink.addPlain(lettersOf('some words \u200b'), 0, 12, 'site'), false)
    sink.add('end')
    assert.deepEqual([sink.text(), sink.asides()], ['x\nend', []])
  })

  it('cuts at its limit wherever that falls', () => {
    for (let limit = 1; limit < 20; limit++) {
      const told = added('three words here', 'x', limit)
      assert.deepEqual(told?.one, told?.other, String(limit))
      const sink = createTextSink(limit)
      sink.add('three')
      sink.line()
      sink.add('words')
      assert.equal(
        sink.text(),
        limit <= 5 ? 'three'.slice(0, limit) : `three\n${'words'.slice(0, limit - 5)}`,
      )
      assert.equal(sink.full, limit <= 10)
    }
  })

  it('keeps letters of two bytes that come late in a long text', () => {
    const sink = createTextSink(400_000)
    const words = 'some words '.repeat(5000)
    sink.add(words)
    sink.add('слово')
    sink.add('\ud83d')
    assert.equal(sink.text(), `${words}слово\ud83d`)
    const next = createTextSink(400_000)
    next.add('é')
    assert.equal(next.text(), 'é')
  })
})
