import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPagePool } from '../html/page-pool.ts'
import { rememberPages } from './recent-pages.ts'

describe('rememberPages', () => {
  it('gives the same page for the same bytes of one address, and another for any difference', async () => {
    const pool = rememberPages(createPagePool())
    const parse = (html: string, url: string) => pool.parse(Buffer.from(html), 'text/html', url)
    const first = await parse('<title>A</title><a href="/x">x</a>', 'https://a.example/')
    assert.equal(await parse('<title>A</title><a href="/x">x</a>', 'https://a.example/'), first)
    assert.equal((await parse('<title>B</title>', 'https://a.example/')).title, 'B')
    const elsewhere = await parse('<title>A</title><a href="/x">x</a>', 'https://b.example/')
    assert.equal(elsewhere.links[0]?.url, 'https://b.example/x')
    await pool.close()
  })

  it('forgets the oldest pages', async () => {
    const pool = rememberPages(createPagePool())
    const first = await pool.parse(Buffer.from('<title>0</title>'), 'text/html', 'https://a.example/')
    for (let page = 1; page <= 64; page++) {
      await pool.parse(Buffer.from(`<title>${page}</title>`), 'text/html', 'https://a.example/')
    }
    assert.notEqual(
      await pool.parse(Buffer.from('<title>0</title>'), 'text/html', 'https://a.example/'),
      first,
    )
    await pool.close()
  })
})
