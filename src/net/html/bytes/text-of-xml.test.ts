import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOfXml } from './text-of-xml.ts'

describe('XML', () => {
  const page = '<p>I print <b>harbours</b>.</p><a href="https://shop.example/ida">Shop</a>'
  const said = 'I print harbours.'
  const documents: Record<string, string> = {
    'a feed with a page in CDATA': `<rss><channel><item><description><![CDATA[${page}]]></description></item></channel></rss>`,
    'a feed with a page in entities': `<rss><channel><item><description>${page.replaceAll('<', '&lt;').replaceAll('"', '&quot;')}</description></item></channel></rss>`,
    'a feed with a page in it': `<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${page}</div></content></entry></feed>`,
    'a drawing':
      '<svg xmlns="http://www.w3.org/2000/svg"><text>I print <tspan>harbours</tspan>.</text><a xlink:href="https://shop.example/ida"><path d="M0 0L9 9"/></a></svg>',
  }
  for (const [name, xml] of Object.entries(documents))
    it(`says what it says to a reader, and where it leads: ${name}`, () => {
      const { text, isCut } = textOfXml(`<?xml version="1.0"?>${xml}`)
      assert.match(text, new RegExp(said.replaceAll('.', '\\.')))
      assert.match(text, /^https:\/\/shop\.example\/ida$/m)
      assert.doesNotMatch(text, /[<>]|xmlns|M0|w3\.org/)
      assert.equal(isCut, false)
    })

  it('keeps its elements apart', () => {
    assert.equal(textOfXml('<a1><title>Ida</title><note>Prints</note></a1>').text, 'Ida\nPrints')
  })

  it('says that it was cut', () => {
    assert.equal(textOfXml('<x/>'.repeat(50_001)).isCut, true)
    assert.equal(textOfXml(`<x><![CDATA[<p>${'word '.repeat(5_000)}</p>]]></x>`).isCut, true)
  })

  it('ends with whatever is no XML', () => {
    for (const none of ['', '<', '<a', '<![CDATA[', '<a>'.repeat(20_000), '&#x110000;', '<a b="'])
      assert.equal(typeof textOfXml(none).text, 'string')
  })
})
