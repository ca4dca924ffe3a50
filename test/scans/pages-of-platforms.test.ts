import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html } from '../../demo/web/site.ts'
import { scanOf } from './demo-web.ts'

/** What a creator's own page links to on somebody else's site is looked at, or said not to have been, also where it is no profile. */

const OFFER = '<h1>Menu</h1><p>Incall in Antwerp, 180 an hour, text me.</p>'
const withLink = (url: string) =>
  html('Lia', `<h1>Lia</h1><p>I pull prints of harbours.</p><a href="${url}">More</a>`)

async function scanned(url: string, from = 'http://lia.example/lia') {
  const { report, requests } = await scanOf(from, {
    [from.replace(/^https?:\/\/(?:www\.)?/, '')]: withLink(url),
    [url.replace(/^https?:\/\/(?:www\.)?/, '')]: html('Menu', OFFER),
  })
  return { codes: report.reason_codes, isAsked: requests.includes(`GET ${url}`) }
}

describe('a page of a platform that is no profile', () => {
  for (const url of [
    'https://x.com/lia/status/123456',
    'https://medium.com/@lia/menu-abc',
    'https://lia.carrd.co/menu/new',
    'https://lnk.bio/lia/more',
    'https://docs.google.com/document/d/1abcdef/edit',
    'https://sites.google.com/view/lia-menu',
    'https://drive.google.com/drive/folders/1abcdef',
    'https://www.reddit.com/r/lia/comments/abc/menu/',
    'https://github.com/lia/menu',
  ])
    it(`is looked at: ${url}`, async () => {
      const { codes, isAsked } = await scanned(url)
      assert.ok(isAsked)
      assert.deepEqual(codes, ['escort_offer'])
    })

  it('is looked at from a hub', async () => {
    const { isAsked } = await scanned('https://medium.com/@lia/menu-abc', 'https://lnk.bio/lia')
    assert.ok(isAsked)
  })

  for (const url of [
    'https://x.com/intent/tweet?text=Lia',
    'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Flia.example',
    'https://www.pinterest.com/pin/create/button/?url=https%3A%2F%2Flia.example',
    'https://www.linkedin.com/shareArticle?mini=true&url=https%3A%2F%2Flia.example',
    'https://www.reddit.com/submit?url=https%3A%2F%2Flia.example',
    'https://t.me/share/url?url=https%3A%2F%2Flia.example',
    'https://x.com/tos',
    'https://medium.com/',
    'https://policies.google.com/privacy',
    'https://play.google.com/store/apps/details?id=org.lia',
  ])
    it(`says nothing of anybody: ${url}`, async () => {
      assert.ok(!(await scanned(url)).isAsked)
    })
})
