import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Parser } from 'htmlparser2'
import { seeded } from '../../../../test/support/seeded.ts'
import { QuickParser } from './quick-parser.ts'

/** All that htmlparser2's parser tells of a text. */
function toldByLibrary(chunks: string[]): string[] {
  const events: string[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => events.push(`open ${name} ${JSON.stringify(attributes)}`),
      onclosetag: (name) => events.push(`close ${name}`),
      ontext: (text) => events.push(`text ${text}`),
      oncomment: (text) => events.push(`comment ${text}`),
    },
    { decodeEntities: true },
  )
  for (const chunk of chunks) parser.write(chunk)
  parser.end()
  return events
}

function told(chunks: string[]): string[] {
  const events: string[] = []
  const parser = new QuickParser({
    open: ({ name }, attributes) => events.push(`open ${name} ${JSON.stringify(attributes)}`),
    close: ({ name }) => events.push(`close ${name}`),
    text({ text, letters }, from, to) {
      assert.equal(String.fromCharCode(...letters.subarray(from, to)), text.slice(from, to))
      events.push(`text ${text.slice(from, to)}`)
    },
    comment: (text) => events.push(`comment ${text}`),
  })
  for (const chunk of chunks) parser.write(chunk)
  parser.end()
  return events
}

describe('QuickParser', () => {
  const page =
    '<!doctype html><HTML LANG=en><body CLASS="a" class="b" data-some-long-name=1><image src=x><IMAGE><p>one<P id=p>two</p></p><br></br>' +
    '<svg viewBox="0 0 1 1"><foreignobject><image><p>in</p></foreignobject><lineargradient gradientUnits="x"/><image href="y"/></svg><image>' +
    '<math><mi>x</mi><image></math><form><form></form><table><tr><td>1<td>2</table><a href="?a=1&amp;b">t</a><x-a-name-that-is-long y></x-a-name-that-is-long>' +
    '<title>a &lt; b</title>Fish &amp; chips &#128512; &unknown; <!-- a > b --!><script>if (a < b && c) "</p>"</script><![CDATA[c]]>x < y</ p><b =c a=b=c __proto__=d id=e __proto__=f/></b'

  it('tells what the parser of the library tells, the first time and when it knows the names', () => {
    assert.deepEqual(told([page]), toldByLibrary([page]))
    assert.deepEqual(told([page]), toldByLibrary([page]))
  })

  it('tells the same of a text that comes in parts, wherever it is cut', () => {
    for (let at = 0; at <= page.length; at++) {
      const parts = [page.slice(0, at), page.slice(at, at + 3), page.slice(at + 3)]
      assert.deepEqual(told(parts), toldByLibrary(parts))
    }
  })

  it('knows no name by another that shares its place', () => {
    const letters = [...'abcxyzABC-9']
    const names = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `t${a}${b}${c}`)))
    const many = names.map((name) => `<${name} ${name}=1></${name}>`).join('')
    assert.deepEqual(told([many]), toldByLibrary([many]))
  })

  it('nests each two elements as the library does', () => {
    for (const outer of NAMES) {
      const inOuter = NAMES.map((name) => `<${outer}><${name}>a</${outer}></${name}>`).join('')
      assert.deepEqual(told([inOuter]), toldByLibrary([inOuter]), outer)
    }
  })

  it('tells the same of pages that are put together by chance', () => {
    const random = seeded(7)
    const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? ''
    const piece = () =>
      random() < 0.6 ? `<${random() < 0.4 ? '/' : ''}${pick(NAMES)}${pick(TAILS)}` : pick(PIECES)
    for (let turn = 0; turn < 3000; turn++) {
      const parts = Array.from({ length: 3 }, () =>
        Array.from({ length: Math.floor(random() * 12) }, piece).join(''),
      )
      assert.deepEqual(told(parts), toldByLibrary(parts), JSON.stringify(parts))
    }
  })

  it('stands in for what the library still has', () => {
    const own = Object.getOwnPropertyNames(Parser.prototype)
    const overridden = Object.getOwnPropertyNames(QuickParser.prototype).filter((name) =>
      name.startsWith('on'),
    )
    assert.deepEqual(
      [...overridden, 'readTagName', 'getSlice', 'isInForeignContext'].filter((name) => !own.includes(name)),
      [],
    )
  })
})

// biome-ignore format: a list
const NAMES = [
  'a', 'address', 'annotation-xml', 'area', 'article', 'aside', 'b', 'base', 'basefont', 'blockquote', 'body', 'br', 'button', 'col', 'command',
  'datalist', 'dd', 'desc', 'details', 'div', 'dl', 'dt', 'embed', 'fieldset', 'figcaption', 'figure', 'footer', 'foreignobject', 'form', 'frame',
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'head', 'header', 'hr', 'html', 'iframe', 'image', 'img', 'input', 'isindex', 'keygen', 'li', 'lineargradient',
  'link', 'main', 'math', 'meta', 'mi', 'mn', 'mo', 'ms', 'mtext', 'nav', 'no', 'noembed', 'noframes', 'noscript', 'ol', 'optgroup', 'option',
  'output', 'p', 'param', 'plain', 'pre', 'rp', 'rt', 'S', 'script', 'section', 'select', 'source', 'span', 'st', 'strong', 'style', 'svg', 'table',
  'tbody', 'td', 'te', 'textarea', 'tfoot', 'th', 'thead', 'TITLE', 'tr', 'track', 'ul', 'wbr', 'x-y', 'xmp',
]
const TAILS = ['>', '>', '>', ' >', '/>', ' a=b>', ' a="b&amp;c"/>', "\na='<'>", '=x>', ' a', '<']
const PIECES = [
  ...[
    'a',
    'b c',
    ' ',
    '\n',
    '&amp;',
    '&',
    '&#x41;',
    '&notin;',
    '<',
    '</',
    '>',
    '<!',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x>',
    '\0',
    '\u{1f600}',
    '"',
  ],
  ...['</p>', '</br>', '</script>', '</style>', '</title>', '</textarea>', '</xmp>'],
]
