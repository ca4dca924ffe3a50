import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Handler, Parser } from 'htmlparser2'
import { QuickParser } from './quick-parser.ts'

/** All that is told of a text. */
function told(Kind: typeof Parser, chunks: string[]): string[] {
  const events: string[] = []
  const tell =
    (name: string) =>
    (...given: unknown[]) =>
      void events.push(`${name} ${JSON.stringify(given)}`)
  const handler: Partial<Handler> = {
    onattribute: tell('attribute'),
    onclosetag: tell('close'),
    oncomment: tell('comment'),
    onopentag: tell('open'),
    onopentagname: tell('name'),
    ontext: tell('text'),
  }
  const parser = new Kind(handler, { decodeEntities: true })
  for (const chunk of chunks) parser.write(chunk)
  parser.end()
  return events
}

describe('QuickParser', () => {
  const page =
    '<!doctype html><HTML LANG=en><body CLASS="a" class="b" data-some-long-name=1><image src=x><IMAGE><p>one<P id=p>two</p></p><br></br>' +
    '<svg viewBox="0 0 1 1"><foreignobject><image><p>in</p></foreignobject><lineargradient gradientUnits="x"/><image href="y"/></svg><image>' +
    '<math><mi>x</mi><image></math><form><form></form><table><tr><td>1<td>2</table><a href="?a=1&amp;b">t</a><x-a-name-that-is-long y></x-a-name-that-is-long>'

  it('tells what the parser of the library tells, the first time and when it knows the names', () => {
    assert.deepEqual(told(QuickParser, [page]), told(Parser, [page]))
    assert.deepEqual(told(QuickParser, [page]), told(Parser, [page]))
  })

  it('tells the same of a text that comes in parts, wherever it is cut', () => {
    for (let at = 0; at <= page.length; at++) {
      const parts = [page.slice(0, at), page.slice(at, at + 3), page.slice(at + 3)]
      assert.deepEqual(told(QuickParser, parts), told(Parser, parts))
    }
  })

  it('knows no name by another that shares its place', () => {
    const letters = [...'abcxyzABC-9']
    const names = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `t${a}${b}${c}`)))
    const many = names.map((name) => `<${name} ${name}=1></${name}>`).join('')
    assert.deepEqual(told(QuickParser, [many]), told(Parser, [many]))
  })

  it('stands in for what the library still has', () => {
    const own = Object.getOwnPropertyNames(Parser.prototype)
    assert.deepEqual(
      ['readTagName', 'onattribname'].filter((name) => !own.includes(name)),
      [],
    )
  })
})
