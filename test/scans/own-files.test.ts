import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html } from '../../demo/web/site.ts'
import { scanOf } from './demo-web.ts'

/** A file of its own site to which a page leads is not read, and the report says so. */

const WORDS = '<h1>Lia Quill</h1><p>I paint birds in watercolour and sell prints at markets.</p>'

async function unreadOf(body: string): Promise<string[]> {
  const file = { body: '%PDF-1.4', headers: { 'content-type': 'application/pdf' } }
  const result = await scanOf('http://quill.example/lia', {
    'quill.example/lia': html('Lia Quill', WORDS + body),
    'quill.example/menu.pdf': file,
    'quill.example/prices.jpg': file,
  })
  return result.coverage.failed_urls.map(({ url, reason }) => `${reason} ${url}`)
}

describe('a file of one’s own site', () => {
  for (const [name, text] of [
    ['menu.pdf', 'my menu'],
    ['prices.jpg', 'Price list'],
  ])
    it(`is among what was not read: ${name}`, async () => {
      assert.deepEqual(await unreadOf(`<a href="/${name}">${text}</a>`), [
        `not_html http://quill.example/${name}`,
      ])
    })

  for (const other of [
    '<footer><a href="/menu.pdf">Terms</a></footer>',
    '<a href="/prices.jpg"><img src="/small.jpg" alt="A heron"></a>',
    '<a href="/prices.jpg"><img src="/small.jpg"></a>',
  ])
    it(`is nothing of the site’s, and no picture that the page shows: ${other}`, async () => {
      assert.deepEqual(await unreadOf(other), [])
    })
})
