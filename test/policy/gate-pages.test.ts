import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gatePages } from '../../scripts/gate-pages.ts'

describe('whole pages, as `npm run gate:pages` scans them', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-pages-'))
    const page = (name: string, text: string) =>
      writeFileSync(join(folder, name), `<title>${name}</title><article><p>${text}</p></article>`)
    page(
      'harbour.html',
      'The harbour museum has opened its new rooms this week, and many came in spite of the rain.',
    )
    page('pills.html', 'Selling ecstasy and weed, 10€ a gram, delivery, order on Telegram @harbourpills')
  })
  after(() => rmSync(folder, { recursive: true }))

  it('are told apart, submitted and behind a link', async () => {
    const { pages, own, linked } = await gatePages(folder)
    assert.equal(pages, 2)
    for (const flagged of [own, linked]) {
      assert.deepEqual(
        flagged.map(({ page }) => basename(page)),
        ['pills.html'],
      )
      assert.ok(flagged[0]?.findings.some(({ code }) => code === 'drug_sale'))
    }
  })
})
