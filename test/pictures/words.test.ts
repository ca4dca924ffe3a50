import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { createPictureReader, type PictureReader } from '../../src/pictures/create-picture-reader.ts'
import { createTextReader, type TextReader } from '../../src/pictures/text-reader.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { installedBrowser } from '../browser/installed-browser.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { asWebp, hillPicture } from './draw.ts'
import { picture, profile } from './pages.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDER = join(ROOT, 'extras', 'text-in-pictures')
const OFFER = 'Private bookings in Lisbon, rates on request'

/** What `npm run pictures:text` does. */
async function install() {
  if (existsSync(join(FOLDER, 'node_modules', 'tesseract.js'))) return
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--prefix', FOLDER], { cwd: ROOT })
}

/** A PNG on which a browser has written these words. */
async function written(words: string): Promise<Buffer> {
  const browser = await chromium.launch({ executablePath: installedBrowser(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 240 } })
    await page.setContent(
      `<body style="font: 32px sans-serif; background: white; padding: 40px">${words}</body>`,
    )
    const shoot = () => page.screenshot({ type: 'png' })
    // Where a machine is busy, Chromium is "unable to capture" now and then; what is tested is what reads the picture.
    return await shoot().catch(shoot)
  } finally {
    await browser.close()
  }
}

function open(options?: { readMs: number }): TextReader {
  const reader = createTextReader(FOLDER, options)
  assert.ok(reader)
  return reader
}

describe('words in pictures', () => {
  let text: TextReader
  before(async () => {
    await install()
    text = open()
  })
  after(() => text.close())

  it('are nobody’s to read where nothing is installed', () => {
    assert.equal(createTextReader(join(ROOT, 'nowhere')), null)
  })

  it('are read', async () => {
    const png = await written(OFFER)
    assert.equal(await text.readText(png), OFFER)
    assert.equal(await text.readText(await asWebp(png, 80)), OFFER)
  })

  it('are not seen where there are none', async () => {
    assert.equal(await text.readText(hillPicture(1, 'png')), '')
  })

  it('of a broken picture are unknown, and the next one is read', async () => {
    assert.equal(await text.readText(Buffer.from('no picture at all')), null)
    assert.equal(await text.readText(await written('Harbours in oil')), 'Harbours in oil')
  })

  it('that take too long are unknown', async () => {
    const hasty = open({ readMs: 0 })
    assert.equal(await hasty.readText(await written(OFFER)), null)
    await hasty.close()
  })

  describe('of a scan', () => {
    let web: WebUnderTest
    let reader: PictureReader
    before(async () => {
      web = await scanThrough([
        {
          'mara.example/mara': profile('Mara Lind', 'Ceramics', 'https://pics.example/mara.png'),
          'pics.example/mara.png': picture(await written(`${OFFER}<br>https://directory.example/mara`)),
          'directory.example/mara': profile('Mara', 'Ceramics of Mara', null),
          'young.example/kim': profile('Kim', 'Cups', 'https://pics.example/kim.png'),
          'pics.example/kim.png': picture(await written('I am 15 years old and sell my photos')),
        },
      ])
      reader = createPictureReader({ text: open() })
    })
    after(async () => {
      await reader.close()
      await web.close()
    })
    async function scan(url: string) {
      const result = await scanProfile(
        { ...web.context, readPicture: reader.readPicture },
        { url, mode: 'deep' },
        plainStepRunner(() => {}),
        AbortSignal.timeout(60_000),
      )
      assert.ok(result.status === 'completed')
      return result
    }

    it('count as the picture’s, and their addresses are looked at', async () => {
      const { report, coverage } = await scan('http://mara.example/mara')
      const offer = report.findings.find(({ code }) => code === 'escort_offer')
      assert.deepEqual(
        [offer?.evidence[0]?.channel, offer?.evidence[0]?.quote],
        ['picture', 'Private bookings in Lisbon, rates on request'],
      )
      assert.ok(report.evidence_index.some(({ url }) => url.includes('directory.example/mara')))
      const images = coverage.steps.find(({ step }) => step === 'images')
      assert.deepEqual([images?.status, images?.detail], ['completed', 'codes and words in 1 of 1 pictures'])
      assert.match(report.reason_summary, /what pictures show besides QR codes and words/)
    })

    it('make no minor-safety finding', async () => {
      const { report } = await scan('http://young.example/kim')
      assert.deepEqual(report.reason_codes, [])
    })
  })
})
