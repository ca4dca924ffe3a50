import { writeFile } from 'node:fs/promises'
import gif from 'gifenc'
import type { BrowserContext, Page } from 'playwright-core'
import { PNG } from 'pngjs'

/** As large as the picture stands in the README; half the screen's lines are enough to follow. */
const SIZE = { width: 960, height: 600 }
const COLOURS = 256

interface Frame {
  png: Buffer
  /** Milliseconds. */
  shownFor: number
}

/**
 * One scan from the address to the decision, as a GIF of some twenty seconds: a person submits a creator, the report fills, the quote stands in the page
 * that was stored, and a decision is saved.
 * @param context signed in, in the organization at `org`
 * @param profileUrl whom to scan
 */
export async function tellStory(context: BrowserContext, org: string, profileUrl: string, file: string) {
  const page = await context.newPage()
  await page.setViewportSize(SIZE)
  const frames: Frame[] = []
  const show = async (shownFor: number) => frames.push({ png: await page.screenshot(), shownFor })

  await page.goto(`${org}/scan`)
  const field = page.getByLabel(/^Profile addresses/)
  await field.waitFor()
  await show(1200)
  for (const part of inParts(profileUrl, 4)) {
    await field.pressSequentially(part)
    await show(250)
  }
  await show(900)
  await page.getByRole('button', { name: 'Start scan' }).click()
  await page.getByRole('heading', { level: 1, name: /anabela/i }).waitFor()
  const verdict = page.getByRole('region', { name: 'Verdict' })
  for (let waited = 0; !(await verdict.isVisible()) && waited < 40; waited += 1) {
    await show(350)
    await page.waitForTimeout(700)
  }
  await verdict.waitFor()
  await settled(page)
  await show(3500)
  await page.getByRole('button', { name: 'In context' }).first().click()
  await page.getByRole('button', { name: 'In context' }).first().scrollIntoViewIfNeeded()
  await settled(page)
  await show(3500)
  // D leads to the decision, the arrow from "Cleared" to "Escalated".
  await page.keyboard.press('d')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await show(1200)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Offers meetings, with a fee and a place')
  await show(1500)
  await page.getByRole('button', { name: 'Save decision' }).click()
  await page.getByRole('region', { name: 'Decision' }).getByText('Escalated').first().waitFor()
  await settled(page)
  await show(3000)
  const bytes = asGif(frames)
  await writeFile(file, bytes)
  console.log(
    `${file}  ${Math.round(bytes.length / 1000)} kB, ${frames.reduce((sum, { shownFor }) => sum + shownFor, 0) / 1000} s`,
  )
  await page.close()
}

async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

function inParts(text: string, count: number): string[] {
  const length = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, index) => text.slice(index * length, (index + 1) * length))
}

/** Each frame with colours of its own: the red of a verdict is a small part of a page, and would not be chosen among those of all. */
function asGif(frames: Frame[]): Uint8Array {
  const encoder = gif.GIFEncoder()
  for (const { png, shownFor } of frames) {
    const { data, width, height } = PNG.sync.read(png)
    const palette = gif.quantize(data, COLOURS)
    encoder.writeFrame(gif.applyPalette(data, palette), width, height, { palette, delay: shownFor })
  }
  encoder.finish()
  return encoder.bytes()
}
