import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import { createPagePool } from '../html/page-pool.ts'
import { rememberPages } from './recent-pages.ts'

describe('rememberPages', () => {
  it('gives the same page for the same bytes of one address, and another for any difference', async () => {
    const pool = rememberPages(createPagePool())
    const parse = (html: string, url: string) =>
      pool.parse(Buffer.from(html), 'text/html', url, hash('sha256', html))
    const first = await parse('<title>A</title><a href="/x">x</a>', 'https://a.example/')
    assert.equal(await parse('<title>A</title><a href="/x">x</a>', 'https://a.example/'), first)
    assert.equal((await parse('<title>B</title>', 'https://a.example/')).title, 'B')
    const elsewhere = await parse('<title>A</title><a href="/x">x</a>', 'https://b.example/')
    assert.equal(elsewhere.links[0]?.url, 'https://b.example/x')
    await pool.close()
  })

  it('forgets the oldest pages', async () => {
    const pool = rememberPages(createPagePool())
    const parse = (html: string) =>
      pool.parse(Buffer.from(html), 'text/html', 'https://a.example/', hash('sha256', html))
    const first = await parse('<title>0</title>')
    for (let page = 1; page <= 64; page++) await parse(`<title>${page}</title>`)
    assert.notEqual(await parse('<title>0</title>'), first)
    await pool.close()
  })
})
