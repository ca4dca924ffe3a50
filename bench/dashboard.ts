import assert from 'node:assert/strict'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { addUser } from '../src/cli/operate/users.ts'
import { findBrowser } from '../src/net/browser/find-browser.ts'
import { startService } from '../test/jobs/service.ts'
import { quantile, type Row, round } from './measure.ts'

const ROWS = 100_000
const RUNNING = 20
const LOOKS = 10
const PASSWORD = 'correct horse battery'
/** A look every five seconds: an hour of somebody who leaves the list open. */
const LOOKS_AN_HOUR = 720
const EMAIL = 'bench@example.org'

/**
 * The history before 100,000 scans, in a browser on the built dashboard (`npm run build` first): how long until its first page
 * can be used, how long a change of the filter takes, and what an hour of looking for news costs in memory. The floor is the
 * same page where it has nothing to show.
 */
export async function dashboard(): Promise<Row[]> {
  const service = await startService()
  const executablePath = findBrowser('auto', process.env.PATH ?? '')
  assert.ok(executablePath, 'This bench needs a Chromium. Run: node scripts/ensure-browser.ts')
  const [{ orgId }, { orgId: emptyOrg }] = [await service.org(), await service.org()]
  await addUser(service.opened, { org: orgId, email: EMAIL, password: PASSWORD, role: 'admin' })
  await addUser(service.opened, { org: emptyOrg, email: `empty-${EMAIL}`, password: PASSWORD, role: 'admin' })
  await seed(orgId)
  const api = await service.api()
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--enable-precise-memory-info'],
  })
  const history = `${api.url}/o/${orgId}/history`
  const cookies = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()
  const table: Row[] = []

  const floor = await firstPage(`empty-${EMAIL}`, `${api.url}/o/${emptyOrg}/history`, NO_ROWS)
  table.push(line('a page without scans, nothing cached', floor))
  table.push(line('first page of history, nothing cached', await firstPage(EMAIL, history, ROWS_ARE_THERE)))
  const context = await openAs(EMAIL)
  const page = await context.newPage()
  await page.goto(history)
  await rowsAreThere(page)
  const again: number[] = []
  for (let look = 0; look < LOOKS; look++) {
    await page.reload({ waitUntil: 'commit' })
    again.push(await sinceNavigation(page, ROWS_ARE_THERE))
  }
  table.push(line('first page of history, files cached', again))
  table.push(line('filter: one recommendation', await changes(page, HIGH_BOX)))
  table.push(line('filter: a view of two recommendations by risk', await changes(page, VIEW)))
  await page.close()
  table.push(...(await anHour(context, history)))
  await browser.close()
  await service.stop()
  return table

  /** A window with this person's cookie; signing in again and again would be refused. */
  async function openAs(email: string): Promise<BrowserContext> {
    const known = cookies.get(email)
    const made = await browser.newContext({ viewport: { width: 1280, height: 860 }, storageState: known })
    if (known) return made
    const answer = await made.request.post(`${api.url}/api/auth/sign-in/email`, {
      data: { email, password: PASSWORD },
      headers: { origin: api.url },
    })
    assert.equal(answer.status(), 200, await answer.text())
    cookies.set(email, await made.storageState())
    return made
  }

  async function firstPage(email: string, url: string, isThere: string): Promise<number[]> {
    const took: number[] = []
    for (let look = 0; look < LOOKS; look++) {
      const fresh = await openAs(email)
      const opened = await fresh.newPage()
      await opened.goto(url, { waitUntil: 'commit' })
      took.push(await sinceNavigation(opened, isThere))
      await fresh.close()
    }
    return took
  }

  async function seed(org: string) {
    await service.opened.pool.query(
      `insert into scans (scan_id, org_id, profile_url, target_url, username, scan_mode, status, created_at, processing_started_at, processing_completed_at, recommendation, risk_score, confidence)
       select gen_random_uuid(), $1, u, u, 'creator' || n, case when n % 3 = 0 then 'quick' else 'deep' end,
              case when runs then 'processing' else 'completed' end, at, case when runs then null else at end, case when runs then null else at + interval '9 s' end,
              case when runs then null else (array['no_flags', 'review_low', 'review_medium', 'review_high'])[1 + (n * 7919) % 4] end,
              case when runs then null else (n * 7919) % 101 end, case when runs then null else 'medium' end
         from (select n, 'https://creators.example/' || n as u, n > ${ROWS - RUNNING} as runs,
                      now() - (${ROWS} - n) * interval '2 minutes' as at
                 from generate_series(1, ${ROWS}) n) made`,
      [org],
    )
    await service.opened.pool.query('vacuum analyze scans')
  }

  /** Twenty scans run all the time, and a new one comes every minute. */
  async function anHour(context: BrowserContext, url: string): Promise<Row[]> {
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(url)
    await rowsAreThere(page)
    const session = await context.newCDPSession(page)
    const table: Row[] = []
    for (let look = 0; look <= LOOKS_AN_HOUR; look++) {
      if (look % (LOOKS_AN_HOUR / 6) === 0) {
        const { megabytes, own, nodes, listeners } = await memory(session)
        table.push({
          what: `list left open, after ${(look / LOOKS_AN_HOUR) * 60} min`,
          'p50 ms': '-',
          'p95 ms': '-',
          'heap MB': megabytes,
          'own MB': own,
          nodes,
          listeners,
        })
      }
      if (look % 12 === 0)
        await service.opened.pool.query(
          `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at) values (gen_random_uuid(), $1, 'https://creators.example/late', 'https://creators.example/late', 'quick', 'processing', now())`,
          [orgId],
        )
      await Promise.all([
        page.waitForResponse((response) => response.url().includes('/api/v2/org/scans')),
        page.clock.runFor(5000),
      ])
    }
    await page.close()
    return table
  }
}

/** In the page: twenty rows can be read and the filter answers. */
const ROWS_ARE_THERE = 'document.querySelectorAll("[data-row]").length >= 20'
const NO_ROWS = 'document.body.innerText.includes("No scans yet")'
const HIGH_BOX = 'document.querySelectorAll("search fieldset input[type=checkbox]")[0]'
const VIEW =
  '[...document.querySelectorAll("nav[aria-label=Views] a")].find((link) => link.textContent === (location.search ? "All" : "High and medium"))'

function rowsAreThere(page: Page): Promise<void> {
  return page.locator('[data-row]').nth(19).waitFor()
}

/** Milliseconds from the beginning of the navigation until it is so. */
async function sinceNavigation(page: Page, isThere: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      if (document.body && (${isThere})) resolve(performance.now())
      else requestAnimationFrame(look)
    }
    look()
  })`)
}

/** Milliseconds from a press until other rows stand there and nothing loads. */
async function changes(page: Page, control: string): Promise<number[]> {
  const took: number[] = []
  for (let look = 0; look < LOOKS; look++) {
    // Nothing may be remembered of an earlier look.
    await page.reload()
    await rowsAreThere(page)
    took.push(
      await page.evaluate<number>(`new Promise((resolve) => {
        const rows = () => [...document.querySelectorAll('[data-row]')].map((row) => row.dataset.row).join()
        const before = rows()
        const began = performance.now()
        const look = () => {
          const isThere = rows() !== before && !document.querySelector('[aria-busy=true]') && ${ROWS_ARE_THERE}
          if (isThere) resolve(performance.now() - began)
          else requestAnimationFrame(look)
        }
        ${control}.click()
        look()
      })`),
    )
  }
  return took
}

async function memory(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const own = round((await ownBytes(session)) / 1e6)
  return { megabytes: round(usedSize / 1e6), own, nodes, listeners: jsEventListeners }
}

/** What a page makes and keeps. The rest of the heap is V8's compiled code, which grows while functions get hot. */
const OWN_TYPES = new Set([
  'object',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'number',
])

const Snapshot = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: z.array(z.string()),
      node_types: z.tuple([z.array(z.string())]).rest(z.unknown()),
    }),
  }),
  nodes: z.array(z.number()),
})

/** Bytes of objects, closures, arrays and texts, without what the browser and this bench keep beside them. */
async function ownBytes(session: CDPSession): Promise<number> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes } = Snapshot.parse(JSON.parse(chunks.join('')))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let node = 0; node < nodes.length; node += fields.length)
    if (OWN_TYPES.has(types[0][nodes[node + typeAt] ?? -1] ?? '')) bytes += nodes[node + sizeAt] ?? 0
  return bytes
}

function line(what: string, took: number[]): Row {
  return {
    what,
    'p50 ms': round(quantile(took, 0.5), 0),
    'p95 ms': round(quantile(took, 0.95), 0),
    'heap MB': '-',
    'own MB': '-',
    nodes: '-',
    listeners: '-',
  }
}
