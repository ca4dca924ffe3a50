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
})
