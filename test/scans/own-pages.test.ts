import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html, type Site } from '../../demo/web/site.ts'
import { scanOf } from './demo-web.ts'

const OFFER = '<h1>Rates</h1><p>Incall in Antwerp, 180 an hour, text me.</p>'
const FRONT = '<h1>Ida Quill</h1><p>Welcome to my own little place on the web.</p>'

/** What a deep scan of this address says and which addresses it asked for. */
async function scanned(url: string, site: Site) {
  const result = await scanOf(url, site)
  return { ...result, asked: new Set(result.requests.map((request) => request.replace(/^.*\/\//, ''))) }
}

describe('further pages of a site whose front page is scanned', () => {
  it('are read, and where they lead as well', async () => {
    const { report, asked } = await scanned('http://quill.example/', {
      'quill.example/': html(
        'Ida Quill',
        `<nav><a href="/">Home</a><a href="/rates">Rates</a><a href="/links.html">Links</a></nav>${FRONT}`,
      ),
      'quill.example/rates': html('Rates', OFFER),
      'quill.example/links.html': html(
        'Links',
        '<h1>Links</h1><a href="http://hers.example/ida">Mine too</a>',
      ),
      'hers.example/ida': html('Ida', '<p>Prints of harbours.</p>'),
    })
    assert.ok(report.reason_codes.includes('escort_offer'), String(report.reason_codes))
    assert.ok(asked.has('hers.example/ida'))
  })

  it('are as many as a person would open, in the order of the site, beside its files and without its lists', async () => {
    const numbered = Array.from({ length: 9 }, (_, index) => `<a href="/p${index}">Page ${index}</a>`)
    const others =
      '<a href="/a.pdf">File</a><a href="/feed/">Feed</a><a href="/shop?page=2">2</a><a href="/2024/05/01">Day</a><a href="/login">Log in</a>'
    const { asked } = await scanned('http://quill.example/', {
      'quill.example/': html('Ida Quill', `${FRONT}${others}${numbered.join('')}`),
    })
    const pages = [...asked].filter(
      (each) => each.startsWith('quill.example/') && !each.endsWith('robots.txt'),
    )
    assert.deepEqual(pages.toSorted(), [
      'quill.example/',
      'quill.example/a.pdf',
      ...[0, 1, 2, 3, 4, 5].map((index) => `quill.example/p${index}`),
    ])
  })

  it('are read behind a page that says nothing but where to go on', async () => {
    const { report } = await scanned('http://quill.example/ida', {
      'quill.example/ida': html('Ida Quill', '<p>Click <a href="/there">here</a> to continue</p>'),
      'quill.example/there': html('Ida Quill', OFFER),
    })
    assert.ok(report.reason_codes.includes('escort_offer'), String(report.reason_codes))
  })

  it('are read behind such a page that the profile leads to', async () => {
    const { asked } = await scanned('https://lnk.bio/ida.quill', {
      'lnk.bio/ida.quill': html(
        'Ida Quill | Lnk.Bio',
        '<a href="http://hers.example/in">Mine</a>',
        '<meta property="og:title" content="Ida Quill">',
      ),
      'hers.example/in': html('Hers', '<p>Click <a href="/there">here</a> to continue</p>'),
      'hers.example/there': html('Hers', '<p>Prints of harbours.</p>'),
    })
    assert.ok(asked.has('hers.example/there'))
  })

  it('are left where the address is of one page among many', async () => {
    const { asked } = await scanned('http://quill.example/people/ida', {
      'quill.example/people/ida': html(
        'Ida Quill',
        `<nav><a href="/rates">Rates</a></nav>${FRONT}<p>${'I pull prints of harbours on cotton paper. '.repeat(6)}</p>`,
      ),
    })
    assert.ok(!asked.has('quill.example/rates'))
  })

  it('are left on sites that the profile only leads to', async () => {
    const { asked } = await scanned('http://quill.example/people/ida', {
      'quill.example/people/ida': html('Ida Quill', `${FRONT}<a href="http://shop.example/">A shop</a>`),
      'shop.example/': html(
        'Shop',
        `<h1>Shop</h1><p>${'Paper and ink for all who print. '.repeat(8)}</p><a href="/ink">Ink</a>`,
      ),
    })
    assert.ok(asked.has('shop.example/') && !asked.has('shop.example/ink'))
  })
})
