import { readFileSync } from 'node:fs'
import { allEnded, rows, startService, startWeb } from '../test/jobs/service.ts'
import type { Figure, Measured } from './figure.ts'
import { bigPage, round } from './measure.ts'
import { sized } from './sized.ts'

const SCANS = sized(64, 2)
const PAGES = sized(30, 3)
const LATENCY_MS = sized(1000, 5)
/** A site takes some requests at once and no more: profiles that all lay on one would come one after the other. */
const PROFILE_SITES = sized(16, 1)
const LOOK_MS = 50

/**
 * As many deep scans as one worker takes, of 30 pages each on hosts of their own that answer after a second: whether all of them end at their first
 * attempt with every page read, and what memory that takes. Each page is what `deep` has.
 */
export async function slowSites(): Promise<Measured> {
  const later = (send: () => void) => setTimeout(send, LATENCY_MS)
  const pages = await Promise.all(
    Array.from({ length: PAGES - 1 }, (_, index) =>
      startWeb((_request, response) => {
        later(() => response.setHeader('content-type', 'text/html').end(bigPage(`print ${index} of alice`)))
      }),
    ),
  )
  const links = pages.map((page) => `${page.origin}/alice`)
  const profiles = await Promise.all(
    Array.from({ length: PROFILE_SITES }, () =>
      startWeb((request, response) => {
        if (request.url === '/robots.txt') return void later(() => response.writeHead(404).end())
        later(() => response.setHeader('content-type', 'text/html').end(bigPage('alice', links)))
      }),
    ),
  )
  const service = await startService({
    TOSCAN_SCAN_CONCURRENCY: String(SCANS),
    // Every scan fetches for itself: this is no measure of what they share.
    TOSCAN_PAGE_REUSE_SECONDS: '0',
    TOSCAN_BROWSER: 'off',
  })
  try {
    const { orgId } = await service.org()
    const worker = await service.worker()
    const memory = watchMemory(worker.child.pid)
    const idle = memory.most()
    const began = performance.now()
    await service.submit(
      orgId,
      Array.from({ length: SCANS }, (_, i) => `${profiles[i % PROFILE_SITES]?.origin}/alice${i}`),
      { mode: 'deep' },
    )
    await allEnded(service, orgId, 300_000)
    const seconds = (performance.now() - began) / 1000
    const peak = memory.stop()
    const [ended] = await rows<{ whole: number; again: number; failed: number; lost: number }>(
      service,
      `select count(*) filter (where status = 'completed' and attempt = 1 and visited = $2) as whole, count(*) filter (where attempt > 1) as again,
              count(*) filter (where status = 'failed') as failed, sum($2 - visited) as lost
         from (select status, attempt, coalesce((coverage->>'urls_visited')::int, 0) as visited from scans where org_id = $1) s`,
      [orgId, PAGES],
    )
    const { whole = 0, again = 0, failed = 0, lost = 0 } = ended ?? {}
    const work = `${SCANS} deep scans at once, ${PAGES} pages at ${LATENCY_MS} ms`
    return {
      table: [
        {
          scans: SCANS,
          'whole at the first attempt': whole,
          'second attempts': again,
          failed,
          'pages lost': lost,
          seconds: round(seconds, 1),
          'RSS before, MiB': round(idle, 0),
          'at the peak': round(peak, 0),
        },
      ],
      figures: [
        {
          work: `${work}: whole at the first attempt`,
          floor: 'none',
          measured: `${whole} of ${SCANS}`,
          value: whole,
          unit: 'scans',
          reach: { least: SCANS },
        },
        memoryFigure('its worker before, RSS', idle, 250),
        memoryFigure(`${work}: RSS at the peak`, peak, 400),
      ],
    }
  } finally {
    await service.stop()
    await Promise.all([...profiles, ...pages].map((web) => web.close()))
  }
}

function memoryFigure(work: string, mib: number, most: number): Figure {
  return {
    work,
    floor: 'none',
    measured: `${round(mib, 0)} MiB`,
    value: round(mib, 0),
    unit: 'MiB',
    reach: { most },
  }
}

/** Resident memory of a process in MiB, and the most that it had so far. */
function watchMemory(pid: number | undefined) {
  let most = 0
  const look = () => {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    most = Math.max(most, Number(kib) / 1024)
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    most: () => most,
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
