import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { type S3Server, settingsOf, startS3Server } from '../evidence/s3-server.ts'
import { type Proc, rows, type Service, startService, startWeb, type Web } from '../jobs/service.ts'
import { until } from '../support/until.ts'

const LINKED = 12

describe('an evidence store', () => {
  let service: Service
  let web: Web
  let s3: S3Server
  let env: Record<string, string>
  let orgId: string
  let worker: Proc
  before(async () => {
    ;[service, web, s3] = await Promise.all([
      startService({ TOSCAN_HOST_DELAY_MS: '0', TOSCAN_BROWSER: 'off' }),
      startWeb(pages),
      startS3Server(),
    ])
    env = settingsOf(s3)
    worker = await service.worker(env)
  })
  beforeEach(async () => {
    orgId = (await service.org()).orgId
  })
  afterEach(() => {
    s3.meddle = null
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), s3?.close()])
  })

  it('that refuses: the report does not state the hash of what is not there, and says so', async () => {
    s3.meddle = ({ method }, response) => {
      if (method === 'PUT') response.writeHead(507).end()
      return method === 'PUT'
    }
    const scanId = await service.submit(orgId, [`${web.origin}/refused`], { single: true })
    const { report, coverage } = await ended(scanId)
    s3.meddle = null
    const [own] = report.evidence_index
    assert.equal(own?.sha256, null)
    assert.equal(own?.evidence, 'not_stored')
    assert.match(String(coverage.steps.find(({ step }) => step === 'profile')?.detail), /not_stored/)
    assert.equal((await service.verifyEvidence(env)).missing, 0)

    const next = await ended(await service.submit(orgId, [`${web.origin}/kept`], { single: true }))
    assert.equal(next.report.evidence_index[0]?.evidence, undefined)
    assert.match(next.report.evidence_index[0]?.sha256 ?? '', /^[0-9a-f]{64}$/)
  })

  it('that is slow when the worker is killed: the scan goes on, and its report cites nothing that was never written', async () => {
    let held = 0
    s3.meddle = ({ method }) => method === 'PUT' && held++ === 0
    const scanId = await service.submit(orgId, [`${web.origin}/killed`], { single: true })
    await until('the page is about to be written', () => held === 1)
    // By the time that a later scan has ended, this one has long gone as far as it goes without its page.
    await ended(await service.submit(orgId, [`${web.origin}/later`], { single: true }))
    worker.kill('SIGKILL')
    await worker.ended
    s3.meddle = null
    await service.opened.pool.query(
      'update scans set lease_until = clock_timestamp() where worker_id is not null',
    )
    worker = await service.worker(env)
    const { report } = await ended(scanId)
    assert.match(report.evidence_index[0]?.sha256 ?? '', /^[0-9a-f]{64}$/)
    assert.equal((await service.verifyEvidence(env)).missing, 0)
    const captures = await rows(service, 'select from captures where org_id = $1', [orgId])
    assert.equal(captures.length, 2)
    assert.equal(web.counts.get('/killed'), 2)
  })

  it('that is slow is written to by many pages at once, not by one after the other', async () => {
    const open = new Set<ServerResponse>()
    s3.meddle = ({ method }, response) => {
      if (method === 'PUT') open.add(response)
      return method === 'PUT'
    }
    const take = () => {
      for (const response of open) response.writeHead(200).end()
      open.clear()
    }
    const scanId = await service.submit(orgId, [`${web.origin}/hub`], { mode: 'deep', single: true })
    // With what the site shows at an address of nobody, which is asked for where a profile says little.
    await until('the profile is being written', () => open.size === 2)
    take()
    await until('all pages that it links to are being written', () => open.size >= LINKED)
    s3.meddle = null
    take()
    assert.equal((await ended(scanId)).report.evidence_index.length, LINKED + 1)
  })

  async function ended(scanId: string) {
    return until('the scan is completed', async () => {
      const [scan] = await rows<{ report: string; coverage: string }>(
        service,
        `select report, coverage from scans where scan_id = $1 and status = 'completed'`,
        [scanId],
      )
      return (
        scan && {
          report: JSON.parse(scan.report) as {
            evidence_index: { sha256: string | null; evidence?: string }[]
          },
          coverage: JSON.parse(scan.coverage) as { steps: { step: string; detail: string | null }[] },
        }
      )
    })
  }
})

/** `/hub` links to twelve pages; every other path is a page of its own. */
function pages(request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? '/'
  const links = Array.from(
    { length: path === '/hub' ? LINKED : 0 },
    (_, index) => `<a rel="me" href="/linked-${index}">shop</a>`,
  )
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    `<!doctype html><title>${path}</title><h1>${path}</h1><p>${path} paints harbours.</p>${links.join(' ')}`,
  )
}
