import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { html, json, type Site } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const FRAME = `<nav><a href="https://www.tiktok.com/@foliosite">TikTok</a></nav>`
const FOOTER = `<footer>
  <a href="https://www.instagram.com/foliosite/">Instagram</a>
  <a href="https://www.instagram.com/mina.paints/">Mina</a>
  <a href="https://onlyfans.com/somebody">More</a>
  <a href="https://x.com/named_twice">X</a>
  <a rel="me" href="https://www.youtube.com/@claimed.by.page">Video</a>
  <a href="https://directory.example/x">Directory</a></footer>`
const page = (main: string) => html('Mina', `${FRAME}<main>${main}</main>${FOOTER}`)
const MAIN = `<p>Paintings of harbours</p><nav><a href="https://soundcloud.com/harbour-songs">Songs</a></nav>
  <a href="https://x.com/named_twice">X</a>`
const OWN = ['https://www.instagram.com/foliosite/', 'https://www.tiktok.com/@foliosite']

describe('accounts in the frame of a site that no platform knows', () => {
  let web: WebUnderTest
  before(async () => {
    const site: Site = {
      'folio.example/mina.paints': page(MAIN),
      'mina-paints.example/': page(MAIN),
      'mina-paints.example/about': page(MAIN),
      'api.github.com/users/mina-paints': json({
        login: 'mina-paints',
        blog: 'https://mina-paints.example/about',
      }),
    }
    web = await scanThrough([site])
  })
  after(() => web.close())

  async function linksOf(url: string, at = url) {
    const links: string[] = []
    const step = plainStepRunner(() => {})
    const result = await scanProfile(
      web.context,
      { url, mode: 'deep' },
      async (name, work) => {
        const output = await step(name, work)
        if (name === 'analysis') {
          const { evidence } = output as { evidence: { url: string; links: { url: string }[] }[] }
          links.push(...(evidence.find((each) => each.url === at)?.links.map((link) => link.url) ?? []))
        }
        return output
      },
      AbortSignal.timeout(60_000),
    )
    assert.equal(result.status, 'completed')
    return links
  }

  it('are the site’s: not those that the page names elsewhere or claims, that bear its own name, or that sell', async () => {
    assert.deepEqual((await linksOf('https://folio.example/mina.paints')).sort(), [
      'https://directory.example/x',
      'https://onlyfans.com/somebody',
      'https://soundcloud.com/harbour-songs',
      'https://www.instagram.com/mina.paints/',
      'https://www.youtube.com/@claimed.by.page',
      'https://x.com/named_twice',
    ])
  })

  it('are the creator’s on a front page', async () => {
    const links = await linksOf('https://mina-paints.example/')
    for (const url of OWN) assert.ok(links.includes(url), url)
  })

  it('are the creator’s on a site that bears their name', async () => {
    const links = await linksOf('https://github.com/mina-paints', 'https://mina-paints.example/about')
    for (const url of OWN) assert.ok(links.includes(url), url)
  })
})
