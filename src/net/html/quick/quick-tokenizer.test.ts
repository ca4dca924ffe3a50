import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { QuickTokenizer } from './quick-tokenizer.ts'

/** All that is told of a text, with where it stood. */
function told(Kind: typeof Tokenizer | typeof QuickTokenizer, chunks: string[]): string[] {
  const events: string[] = []
  const tell =
    (name: string) =>
    (...given: unknown[]) =>
      void events.push(`${name} ${given.join(' ')}`)
  const callbacks: TokenizerCallbacks = {
    onattribdata: tell('value'),
    onattribentity: tell('entity in a value'),
    onattribend: tell('end of a value'),
    onattribname: tell('attribute'),
    oncdata: tell('cdata'),
    onclosetag: tell('close'),
    oncomment: tell('comment'),
    ondeclaration: tell('declaration'),
    onend: tell('end'),
    onopentagend: tell('end of a tag'),
    onopentagname: tell('open'),
    onprocessinginstruction: tell('instruction'),
    onselfclosingtag: tell('self-closing'),
    ontext: tell('text'),
    ontextentity: tell('entity'),
  }
  const tokenizer = new Kind({ xmlMode: false, decodeEntities: true }, callbacks)
  for (const chunk of chunks) tokenizer.write(chunk)
  tokenizer.end()
  return events
}

describe('QuickTokenizer', () => {
  const page =
    '<!doctype html><title>a &lt; b</title><p class="x &amp; y" id=\'q"&quot;\' data-x=1&2 hidden>Fish &amp; chips &notit; &#128512;&unknown; &</p' +
    '><!-- a > b --!><script>if (a < b && c) "</p>"</script><textarea>&eacute;</textarea><br/>x < y<a href="?a=1&b=2&copy=3">t</a><![CDATA[c]]><b title="'

  it('tells what the tokenizer of the library tells', () => {
    assert.deepEqual(told(QuickTokenizer, [page]), told(Tokenizer, [page]))
  })

  it('tells the same of a text that comes in parts, wherever it is cut', () => {
    for (let at = 0; at <= page.length; at++) {
      const parts = [page.slice(0, at), page.slice(at, at + 5), page.slice(at + 5)]
      assert.deepEqual(told(QuickTokenizer, parts), told(Tokenizer, parts))
    }
  })

  it('stands in for what the library still has', () => {
    const own = Object.getOwnPropertyNames(Tokenizer.prototype)
    assert.deepEqual(
      [
        'write',
        'stateText',
        'stateInTagName',
        'stateInClosingTagName',
        'stateInAttributeName',
        'handleInAttributeValue',
      ].filter((name) => !own.includes(name)),
      [],
    )
  })
})
