import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyPage } from '../../src/evidence/page.ts'
import { createPagePool } from '../../src/net/html/page-pool.ts'

const PAGE = Buffer.from(`<title>Large</title>${'<p>line</p>'.repeat(20_000)}`)

describe('page pool', () => {
  it('parses in its workers what it parses itself', async () => {
    const pool = createPagePool({ size: 1 })
    const inline = createPagePool({ inlineBytes: PAGE.length })
    const pages = await Promise.all(
      [1, 2, 3].map(() => pool.parse(Buffer.from(PAGE), 'text/html', 'https://a.test/')),
    )
    const expected = await inline.parse(PAGE, 'text/html', 'https://a.test/')
    assert.deepEqual(pages, [expected, expected, expected])
    await Promise.all([pool.close(), inline.close()])
  })

  it('gives an empty truncated page when a page takes too long, and goes on with a new worker', async () => {
    const pool = createPagePool({ size: 1, killMs: 1 })
    const hostile = () => Buffer.from(`${'<i>'.repeat(500)}${'</b>'.repeat(900_000)}`)
    assert.deepEqual(await pool.parse(hostile(), 'text/html', 'https://a.test/'), emptyPage())
    assert.deepEqual(await pool.parse(hostile(), 'text/html', 'https://a.test/'), emptyPage())
    await pool.close()
  })

  it('answers what still waits when it closes', async () => {
    const pool = createPagePool({ size: 1 })
    const waiting = [1, 2, 3].map(() => pool.parse(Buffer.from(PAGE), 'text/html', 'https://a.test/'))
    await pool.close()
    const pages = await Promise.all(waiting)
    assert.deepEqual(pages, [emptyPage(), emptyPage(), emptyPage()])
  })
})
