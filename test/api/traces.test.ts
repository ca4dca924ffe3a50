import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { startTelemetry } from '../../src/cli/start/open-telemetry.ts'
import { ROOT } from '../../src/cli/start/start.ts'
import { nextTrace, type Span } from '../../src/trace.ts'

const FOLDER = join(ROOT, 'extras', 'opentelemetry')

describe('spans by the packages of OpenTelemetry', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  before(async () => {
    // What `npm run opentelemetry` does.
    if (!existsSync(join(FOLDER, 'node_modules')))
      await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--prefix', FOLDER], { cwd: ROOT })
    collector = await startCollector()
  })
  after(() => collector.close())

  it('arrive at the collector under the ids that logs and webhooks name, below whoever called', async () => {
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
    const telemetry = startTelemetry(FOLDER, '1.2.3')
    assert.ok(telemetry)
    const request = nextTrace(null)
    const scan = nextTrace(request)
    telemetry.record(span('POST /api/v2/scan/quick', 'server', request, null))
    telemetry.record({ ...span('scan quick', 'consumer', scan, request), ok: false })
    // Whose caller does not record is not recorded here, either.
    const unrecorded = { ...nextTrace(null), flags: '00' }
    telemetry.record(span('unrecorded', 'server', nextTrace(unrecorded), unrecorded))
    await telemetry.stop()

    const [resource] = collector.received.flatMap(({ resourceSpans }) => resourceSpans)
    assert.equal(
      resource?.resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue,
      'toscan',
    )
    const spans = collector.received
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
    assert.deepEqual(
      spans.map(({ name, traceId, spanId, parentSpanId, status }) => [
        name,
        traceId,
        spanId,
        parentSpanId || null,
        status.code ?? 0,
      ]),
      [
        ['POST /api/v2/scan/quick', request.traceId, request.spanId, null, 0],
        ['scan quick', request.traceId, scan.spanId, request.spanId, 2],
      ],
    )
    assert.deepEqual(
      spans[0]?.attributes.map(({ key, value }) => [key, value.stringValue]),
      [['scan_id', 'a-scan']],
    )
  })

  it('are nobody’s where the packages are not installed', () => {
    assert.equal(startTelemetry(join(ROOT, 'extras', 'nothing'), '1.2.3'), null)
  })
})

function span(name: string, kind: Span['kind'], trace: Span['trace'], parent: Span['parent']): Span {
  const endedAt = Date.now()
  return {
    name,
    kind,
    trace,
    parent,
    startedAt: endedAt - 5,
    endedAt,
    ok: true,
    facts: { scan_id: 'a-scan', key_id: undefined },
  }
}

type Attributes = { key: string; value: { stringValue?: string } }[]

interface Received {
  resourceSpans: {
    resource: { attributes: Attributes }
    scopeSpans: {
      spans: {
        name: string
        traceId: string
        spanId: string
        parentSpanId?: string
        status: { code?: number }
        attributes: Attributes
      }[]
    }[]
  }[]
}

/** Takes what is sent to `/v1/traces`, as a collector does. */
async function startCollector() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.url === '/v1/traces') received.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
