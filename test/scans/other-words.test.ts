import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html, type Page, type Site } from '../../demo/web/site.ts'
import { scanOf } from './demo-web.ts'

/** Sites that show people other words than whoever says to be a scanner. */

const PRINTS = '<h1>Lia</h1><p>Prints of harbours, pulled by hand.</p>'
const OFFER = '<h1>Lia</h1><p>Incall in Antwerp, 180 an hour, text me.</p>'
const shownTo = (scanner: string, browser: string): Page =>
  (({ isBrowser }) => html('Lia', isBrowser ? browser : scanner)) as Page

async function codesOf(site: Site) {
  return (await scanOf('http://studio.example/lia', site)).report.reason_codes
}

describe('what a site shows to browsers only', () => {
  it('is judged on a linked page', async () => {
    const codes = await codesOf({
      'studio.example/lia': html('Lia', `${PRINTS}<a href="http://hers.example/">More</a>`),
      'hers.example/': shownTo(PRINTS, OFFER),
    })
    assert.ok(codes.includes('escort_offer'), String(codes))
  })

  it('is followed', async () => {
    const link = '<a href="http://hers.example/">More</a>'
    const codes = await codesOf({
      'studio.example/lia': html('Lia', `${PRINTS}<a href="http://shop.example/lia">Shop</a>`),
      'shop.example/lia': shownTo(PRINTS, PRINTS + link),
      'hers.example/': html('Lia', OFFER),
    })
    assert.ok(codes.includes('escort_offer'), String(codes))
  })

  it('does not hide what the scanner was shown, where an application has yet to draw it', async () => {
    const shell = '<div id="root">Loading, please wait a moment…</div><script src="/app.js"></script>'
    const codes = await codesOf({
      'studio.example/lia': html('Lia', `${PRINTS}<a href="http://hers.example/">More</a>`),
      'hers.example/': shownTo(OFFER, shell),
    })
    assert.ok(codes.includes('escort_offer'), String(codes))
  })
})
