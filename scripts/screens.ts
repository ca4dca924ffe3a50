import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { loadCreators, sitesOf } from '../demo/creators.ts'
import { startReceiver } from '../demo/receiver.ts'
import { demoEnvironment, openAccount, startService } from '../demo/service.ts'
import { startDemoWeb } from '../demo/web/start.ts'
import { Toscan } from '../sdk/client.ts'
import type { WatchSchedule } from '../sdk/contract.ts'
import { findBrowser } from '../src/net/browser/find-browser.ts'
import { tellStory } from './tell-story.ts'

/**
 * `npm run screens`: pictures of every screen in both themes, `docs/screens/<screen>-<theme>.png`, and one scan from address to decision as `story.gif`. What they show are scans that
 * the real service has made of the demo's creators, all of them invented.
 */

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screens')
const SIZE = { width: 1280, height: 800 }
const SHOWN = 'escort-chain'
const THEMES = ['light', 'dark'] as const

const stops: (() => Promise<unknown>)[] = []
try {
  await takeScreens()
} finally {
  for (const stop of stops) await stop()
}
process.exit(process.exitCode ?? 0)

async function takeScreens() {
  const executablePath = findBrowser('auto', process.env.PATH ?? '')
  if (executablePath === null) throw new Error('No Chromium here. Run: node scripts/ensure-browser.ts')
  const creators = await loadCreators()
  const web = await startDemoWeb(sitesOf(creators), { latencyMs: 10 })
  stops.unshift(web.close)
  let secret = ''
  const receiver = await startReceiver(() => secret)
  stops.unshift(receiver.close)
  const service = await startService(await demoEnvironment(web), receiver.host)
  stops.unshift(service.stop)
  const {
    key,
    people: [{ session, email, password }],
  } = await openAccount()
  const asAdmin = new Toscan({ baseUrl: service.baseUrl, apiKey: session })
  const asProgram = new Toscan({ baseUrl: service.baseUrl, apiKey: key })
  secret = (await asAdmin.org.rotateSecret()).webhook_secret
  await asAdmin.org.updateSettings({ default_callback_url: receiver.url })
  await asAdmin.apiKeys.create({ name: 'nightly import' })
  await asAdmin.invitations.create({ email: 'newcomer@demo.example', role: 'member' })
  await asAdmin.webhookTest()

  const batch = await asProgram.batches.create({ profile_urls: creators.map(({ url }) => url) })
  await ended(asProgram, batch.batch_id)
  const { scans } = await asProgram.scans.list({ sort_by: 'risk_score', limit: 100 }).firstPage()
  // A report with links to follow.
  const { url } = creators.find(({ name }) => name === SHOWN) ?? {}
  const shown = scans.find(({ profile_url }) => profile_url === url)
  if (!shown) throw new Error(`The demo has no scan of ${SHOWN}`)
  const schedule: WatchSchedule = { every: 'week', weekdays: ['mon', 'thu'] }
  await asAdmin.watches.create({ profile_urls: [shown.profile_url], schedule, since_scan_id: shown.scan_id })
  const { deliveries } = await asProgram.webhookDeliveries.list({ scan_id: shown.scan_id }).firstPage()
  const { org_id: orgId } = await asAdmin.org.settings()

  const org = `/o/${orgId}`
  const screens: Record<string, string> = {
    home: org,
    scan: `${org}/scan`,
    batch: `${org}/batches/${batch.batch_id}`,
    report: `${org}/scans/${shown.scan_id}`,
    creator: `${org}/creator?profile_url=${encodeURIComponent(shown.profile_url)}`,
    review: `${org}/review`,
    'review-overview': `${org}/review/overview`,
    history: `${org}/history?sort_by=risk_score`,
    batches: `${org}/batches`,
    watches: `${org}/watches`,
    webhooks: `${org}/webhooks`,
    delivery: `${org}/webhooks/${deliveries[0]?.delivery_id}`,
    'api-keys': `${org}/api-keys`,
    team: `${org}/team`,
    criteria: `${org}/criteria`,
    settings: `${org}/settings`,
  }
  await mkdir(FOLDER, { recursive: true })
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  stops.unshift(() => browser.close())
  for (const theme of THEMES) {
    const context = await browser.newContext({
      baseURL: service.baseUrl,
      viewport: SIZE,
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    await picture(context, 'sign-in', '/', theme)
    await signIn(context, service.baseUrl, { email, password })
    for (const [name, path] of Object.entries(screens)) await picture(context, name, path, theme)
    await picture(context, 'palette', org, theme, async (page) => {
      await page.keyboard.press('Control+k')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox').fill('tiktok')
      await dialog.getByRole('option').nth(1).waitFor()
    })
    if (theme === 'light') await tellStory(context, org, shown.profile_url, join(FOLDER, 'story.gif'))
    await context.close()
  }
}

async function ended(client: Toscan, batchId: string) {
  for (;;) {
    const { status, completed, failed, total_profiles } = await client.batches.get(batchId)
    if (status === 'completed') return
    console.log(`${completed + failed} of ${total_profiles} scans have ended`)
    await sleep(1000)
  }
}

async function signIn(context: BrowserContext, origin: string, person: { email: string; password: string }) {
  const answer = await context.request.post('/api/auth/sign-in/email', { data: person, headers: { origin } })
  if (!answer.ok()) throw new Error(`Signing in: ${answer.status()} ${await answer.text()}`)
}

async function picture(
  context: BrowserContext,
  name: string,
  path: string,
  theme: string,
  prepare: (page: Page) => Promise<void> = async () => {},
) {
  const page = await context.newPage()
  await page.goto(path)
  await settled(page)
  await prepare(page)
  const file = `${name}-${theme}.png`
  const bytes = small(await page.screenshot())
  await writeFile(join(FOLDER, file), bytes)
  console.log(`${file}  ${Math.round(bytes.length / 1000)} kB`)
  await page.close()
}

/** A heading is there, and nothing loads any more. */
async function settled(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Packed again without filters, which suits flat colours, where that makes it smaller. */
function small(bytes: Buffer): Buffer {
  const packed = PNG.sync.write(PNG.sync.read(bytes), {
    colorType: 2,
    inputHasAlpha: true,
    deflateLevel: 9,
    filterType: 0,
  })
  return packed.length < bytes.length ? packed : bytes
}
