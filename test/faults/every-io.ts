import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Coverage } from '../../sdk/contract.ts'
import type { S3Server } from '../evidence/s3-server.ts'
import { rows, type Service, scansBy, startWeb } from '../jobs/service.ts'
import { until } from '../support/until.ts'
import { audit } from './audit.ts'
import type { Row, Stage } from './stage.ts'

/**
 * Of one scan's whole life, from its claim to its webhook: the first thing that is sent to the database is lost, in the next scan the
 * second, and so on until nothing more is sent; each once before the server has it, and once after it has answered.
 * @param step 1: each of them; 5: every fifth
 */
export async function* everyQuery(
  stage: Stage,
  { most, step = 1 }: { most: number; step?: number },
): AsyncGenerator<Row> {
  for (const when of ['before', 'after'] as const) {
    const { orgId } = await stage.service.org()
    const known: string[] = []
    for (let n = 1; n <= most; n += step) {
      stage.door.cutAt(n, when)
      known.push(
        await stage.service.submit(orgId, [`${stage.web.origin}/${randomUUID()}`], {
          single: true,
          callback: `${stage.receiver.url}/${orgId}`,
        }),
      )
      await allHaveEnded(stage.service, orgId, `message ${n}`)
    }
    stage.door.cutAt(null)
    const result = await audit(stage.service, stage.receiver, { orgId, known })
    const failed = await rows(
      stage.service,
      `select error from scans where org_id = $1 and status = 'failed'`,
      [orgId],
    )
    if (failed.length > 0) throw new Error(`${failed.length} scans failed: ${JSON.stringify(failed[0])}`)
    yield { fault: `n-th message lost ${when}`, rounds: known.length, ...result, 'seconds to healthy': 0 }
  }
}

/** What a deep scan of a creator asks for has this many pages beside the profile. */
const LINKED = 4

/**
 * The same of what a deep scan asks the web for: the connection of the n-th request breaks. Such a scan ends once; without its profile it may
 * fail, without another page it may not: its report was written with the page, asked for again, or its coverage names it.
 */
export async function* everyRequest(stage: Stage, { most }: { most: number }): AsyncGenerator<Row> {
  let asked = 0
  let cut = 0
  let cutPath = ''
  let tried = 0
  const lostQuietly: string[] = []
  const web = await startWeb((request, response) => {
    asked++
    const path = request.url ?? '/'
    if (asked === cut) {
      cutPath = path
      return void request.socket.destroy()
    }
    creatorPage(request, response)
  })
  try {
    const { orgId } = await stage.service.org()
    const known: string[] = []
    let needed = true
    for (cut = 1; cut <= most && needed; cut++) {
      asked = 0
      const scanId = await submitDeep(stage, orgId, `${web.origin}/hub-${cut}`)
      known.push(scanId)
      await allHaveEnded(stage.service, orgId, `request ${cut}`)
      needed = asked >= cut
      const isProfile = cutPath.startsWith('/hub-') || cutPath === '/robots.txt'
      if (needed && !isProfile) {
        tried++
        const isTold = await wasTold(stage.service, scanId, web.origin + cutPath)
        if (!isTold) lostQuietly.push(`request ${cut} (${cutPath})`)
      }
    }
    if (lostQuietly.length > 0) throw new Error(`lost without a word: ${lostQuietly.join(', ')}`)
    if (tried === 0) throw new Error('no page but the profile itself was lost: nothing was tried')
    const result = await audit(stage.service, stage.receiver, { orgId, known })
    yield { fault: 'n-th web request lost', rounds: known.length, ...result, 'seconds to healthy': 0 }
  } finally {
    await web.close()
  }
}

/**
 * Whether a completed scan tells of a page whose connection broke: its coverage names it, or it was asked for again and is stored.
 * @throws when the scan has not completed
 */
async function wasTold(service: Service, scanId: string, url: string): Promise<boolean> {
  const [scan] = await rows<{ status: string; coverage: string; is_stored: boolean }>(
    service,
    `select status, coverage::text, exists (select from captures c where c.scan_id = s.scan_id and c.url = $2) as is_stored
       from scans s where scan_id = $1`,
    [scanId, url],
  )
  if (scan?.status !== 'completed') throw new Error(`${url} was lost, and the scan ${scan?.status}`)
  const coverage = Coverage.parse(JSON.parse(scan.coverage))
  const isNamed = coverage.failed_urls.some((failed) => failed.url === url)
  if (isNamed && coverage.urls_failed === 0) throw new Error(`${url} is named and not counted`)
  return isNamed || scan.is_stored
}

/**
 * The same of what is put into the evidence store of `s3`, which the stage keeps its pages in: it refuses the n-th. The scan is completed and
 * its report cites nothing that is not there.
 */
export async function* everyPut(stage: Stage, s3: S3Server, { most }: { most: number }): AsyncGenerator<Row> {
  const web = await startWeb(creatorPage)
  try {
    const { orgId } = await stage.service.org()
    const known: string[] = []
    let puts = 0
    let needed = true
    for (let n = 1; n <= most && needed; n++) {
      puts = 0
      s3.meddle = ({ method }, response) => {
        const refuses = method === 'PUT' && ++puts === n
        if (refuses) response.writeHead(507).end()
        return refuses
      }
      known.push(await submitDeep(stage, orgId, `${web.origin}/hub-${n}`))
      await allHaveEnded(stage.service, orgId, `put ${n}`)
      needed = puts >= n
    }
    s3.meddle = null
    const result = await audit(stage.service, stage.receiver, { orgId, known })
    const completed = (await scansBy(stage.service, orgId)).completed
    if (completed !== known.length) throw new Error(`${known.length - Number(completed)} scans failed`)
    yield { fault: 'n-th put refused', rounds: known.length, ...result, 'seconds to healthy': 0 }
  } finally {
    s3.meddle = null
    await web.close()
  }
}

/** `/hub-…` links to pages of its own. */
function creatorPage({ url: path = '/' }: IncomingMessage, response: ServerResponse) {
  const links = path.startsWith('/hub-')
    ? Array.from({ length: LINKED }, (_, at) => `<a rel="me" href="/shop-${at}${path}">shop</a>`)
    : []
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>${path}</title><p>${path} paints harbours.</p>${links.join(' ')}`)
}

function submitDeep(stage: Stage, orgId: string, url: string): Promise<string> {
  const callback = `${stage.receiver.url}/${orgId}`
  return stage.service.submit(orgId, [url], { mode: 'deep', single: true, callback })
}

async function allHaveEnded(service: Service, orgId: string, lost: string) {
  await until(
    `the scan ends whose ${lost} was lost`,
    async () => {
      const { waiting, running } = await scansBy(service, orgId)
      return waiting === 0 && running === 0
    },
    60,
  )
}
