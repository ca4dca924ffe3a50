import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import * as sdk from '../../sdk/index.ts'
import { pause } from '../../sdk/pause.ts'
import { type Loopback, sendJson, startLoopback } from './loopback.ts'

const SCAN = { profile_url: 'https://creator.example/u' }
const ID = '00000000-0000-4000-8000-000000000000'

describe('the client', () => {
  let server: Loopback
  let answer: (request: IncomingMessage, response: ServerResponse, before: number) => void
  let toscan: sdk.Toscan
  before(async () => {
    server = await startLoopback((...call) => answer(...call))
  })
  after(() => server.close())
  beforeEach(() => {
    server.seen.length = 0
    server.bodies.length = 0
    toscan = new sdk.Toscan({ baseUrl: `${server.baseUrl}/`, apiKey: 'sk_test', retryDelayMs: 1 })
  })

  const failsWith = async <T extends sdk.ToscanError>(
    promise: Promise<unknown>,
    type: abstract new (...input: never[]) => T,
  ): Promise<T> => {
    const error = await promise.then(
      () => assert.fail('was not refused'),
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof type, String(error))
    return error
  }

  it('takes the address with the prefix of the interface for the same', async () => {
    answer = (_request, response) => sendJson(response, 200, { used: 3 })
    for (const end of ['', '/', '/api/v2', '/api/v2/']) {
      const client = new sdk.Toscan({ baseUrl: server.baseUrl + end, apiKey: 'sk_test' })
      await client.org.usage()
    }
    assert.deepEqual(server.seen, Array(4).fill('GET /api/v2/org/usage'))
  })

  describe('retries', () => {
    it('reads again after 503, and gives what came then', async () => {
      answer = (_request, response, before) =>
        before < 2 ? sendJson(response, 503, { detail: 'busy' }) : sendJson(response, 200, { used: 3 })
      assert.equal((await toscan.org.usage()).used, 3)
      assert.equal(server.seen.length, 3)
    })

    it('reads again after a lost connection', async () => {
      answer = (request, response, before) =>
        before === 0 ? request.socket.destroy() : sendJson(response, 200, { used: 3 })
      assert.equal((await toscan.org.usage()).used, 3)
      assert.equal(server.seen.length, 2)
    })

    it('reads again when an answer breaks off in the middle', async () => {
      answer = (_request, response, before) => {
        if (before > 0) return sendJson(response, 200, { used: 3 })
        response.writeHead(200, { 'content-length': '1000' }).write('{"us')
        response.socket?.end()
      }
      assert.equal((await toscan.org.usage()).used, 3)
    })

    it('gives up in the end, with the last refusal', async () => {
      answer = (_request, response) => sendJson(response, 502, { detail: 'still busy' })
      const error = await failsWith(toscan.org.usage(), sdk.ServerError)
      assert.deepEqual([error.status, error.detail], [502, 'still busy'])
      assert.equal(server.seen.length, 3)
    })

    it('does not read again what was refused for a reason', async () => {
      answer = (_request, response) => sendJson(response, 404, { detail: 'Scan not found' })
      await failsWith(toscan.scans.get(ID), sdk.NotFound)
      assert.equal(server.seen.length, 1)
    })

    it('submits again under the same id when the connection is lost after sending, and after 503', async () => {
      answer = (request, response, before) => {
        if (before === 0) return request.socket.destroy()
        sendJson(response, before === 1 ? 503 : 200, before === 1 ? { detail: 'busy' } : { scan_id: ID })
      }
      assert.equal((await toscan.scans.create({ ...SCAN, scan_mode: 'quick' })).scan_id, ID)
      assert.equal(server.seen.length, 3)
      assert.equal(new Set(server.seen).size, 1)
      assert.match(
        server.seen[0] ?? '',
        /^PUT \/api\/v2\/scans\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
      assert.deepEqual(new Set(server.bodies), new Set([JSON.stringify({ ...SCAN, scan_mode: 'quick' })]))
    })

    it('submits under a new id each time, or under that of the caller', async () => {
      answer = (_request, response) => sendJson(response, 200, { total_profiles: 1 })
      await toscan.batches.create({ profile_urls: ['a'] })
      await toscan.batches.create({ profile_urls: ['a'] })
      await toscan.batches.create({ batch_id: ID, profile_urls: ['a'] })
      assert.equal(new Set(server.seen).size, 3)
      assert.equal(server.seen[2], `PUT /api/v2/batches/${ID}`)
    })

    it('waits as long as Retry-After says, by seconds or by a date, and not at all for what is far away', async () => {
      answer = (_request, response, before) =>
        before === 0
          ? sendJson(response, 503, {}, { 'retry-after': '1' })
          : sendJson(response, 200, { used: 3 })
      const startedAt = Date.now()
      await toscan.org.usage()
      assert.ok(Date.now() - startedAt >= 990)
      answer = (_request, response) =>
        sendJson(response, 503, {}, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })
      const error = await failsWith(toscan.org.usage(), sdk.ServerError)
      assert.match(error.headers.get('retry-after') ?? '', /GMT$/)
      assert.equal(server.seen.length, 3)
    })

    it('does not forget that an earlier attempt may have arrived', async () => {
      const gone = await startLoopback((request) => {
        void gone.close()
        request.socket.destroy()
      })
      const client = new sdk.Toscan({ baseUrl: gone.baseUrl, retryDelayMs: 50 })
      const error = await failsWith(client.scans.create(SCAN), sdk.ConnectionLost)
      assert.equal(error.mayHaveBeenReceived, true)
    })

    it('gives up a submission in the end, and says that it may have arrived', async () => {
      answer = (request) => request.socket.destroy()
      const error = await failsWith(toscan.scans.create(SCAN), sdk.ConnectionLost)
      assert.equal(error.mayHaveBeenReceived, true)
      assert.match(error.message, /may have been carried out/)
      assert.equal(server.seen.length, 3)
    })

    it('sends no other write twice: not after a lost connection, not after 500, not after a time-out', async () => {
      answer = (request) => request.socket.destroy()
      await failsWith(toscan.webhookTest(), sdk.ConnectionLost)
      answer = (_request, response) => sendJson(response, 500, { detail: 'Internal Server Error' })
      await failsWith(toscan.webhookTest(), sdk.ServerError)
      answer = () => {}
      await failsWith(toscan.webhookTest({ timeoutMs: 50 }), sdk.TimedOut)
      assert.deepEqual(server.seen, Array(3).fill('POST /api/v2/org/webhook-test'))
    })

    it('submits again where the connection was refused, since nothing was sent', async () => {
      const gone = await startLoopback(() => {})
      await gone.close()
      let attempts = 0
      const client = new sdk.Toscan({
        baseUrl: gone.baseUrl,
        retryDelayMs: 1,
        fetch: (...input) => {
          attempts++
          return fetch(...input)
        },
      })
      const error = await failsWith(client.scans.create(SCAN), sdk.ConnectionLost)
      assert.equal(error.mayHaveBeenReceived, false)
      assert.equal(attempts, 3)
    })

    it('stops at once when the caller aborts, with the reason of the caller', async () => {
      const stop = new AbortController()
      const reason = new Error('changed my mind')
      answer = () => stop.abort(reason)
      await assert.rejects(toscan.org.usage({ signal: stop.signal }), reason)
      assert.equal(server.seen.length, 1)
    })
  })

  describe('errors', () => {
    const statuses = [
      [400, sdk.BadRequest],
      [401, sdk.Unauthorized],
      [403, sdk.Forbidden],
      [404, sdk.NotFound],
      [409, sdk.Conflict],
      [410, sdk.Refused],
      [500, sdk.ServerError],
    ] as const
    for (const [status, type] of statuses)
      it(`${status} is ${type.name}, with the detail as message`, async () => {
        answer = (_request, response) => sendJson(response, status, { detail: 'because' })
        const error = await failsWith(toscan.scans.create(SCAN), type)
        assert.deepEqual([error.name, error.status, error.message], [type.name, status, 'because'])
      })

    it('422 is ValidationFailed, with the entries and a message that names the fields', async () => {
      const entry = { type: 'url_parsing', loc: ['body', 'profile_url'], msg: 'no URL', input: 'x' }
      answer = (_request, response) => sendJson(response, 422, { detail: [entry] })
      const error = await failsWith(toscan.scans.create({ profile_url: 'x' }), sdk.ValidationFailed)
      assert.deepEqual(error.errors, [entry])
      assert.equal(error.message, 'body.profile_url: no URL')
    })

    it('422 with one sentence is ValidationFailed as well', async () => {
      answer = (_request, response) => sendJson(response, 422, { detail: 'Invalid callback URL: no host' })
      const error = await failsWith(toscan.scans.create(SCAN), sdk.ValidationFailed)
      assert.deepEqual([error.errors, error.message], [[], 'Invalid callback URL: no host'])
    })

    it('429 is DailyLimitReached, and knows by the clock of the server when the day ends', async () => {
      const detail = { error: 'daily_scan_limit_exceeded', limit: 5, used: 5 }
      answer = (_request, response) =>
        sendJson(response, 429, { detail }, { date: 'Sat, 28 Feb 2026 23:59:59 GMT' })
      const error = await failsWith(toscan.scans.create(SCAN), sdk.DailyLimitReached)
      assert.deepEqual(
        [error.limit, error.used, error.resetsAt.toISOString()],
        [5, 5, '2026-03-01T00:00:00.000Z'],
      )
    })

    it('what comes from something in front of the service is quoted', async () => {
      answer = (_request, response) => response.writeHead(413).end('<h1>Too Large</h1>')
      const error = await failsWith(toscan.scans.create(SCAN), sdk.Refused)
      assert.deepEqual([error.status, error.message], [413, '<h1>Too Large</h1>'])
    })
  })

  describe('what is no Toscan server', () => {
    it('is told by a page where JSON should be', async () => {
      answer = (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'x-request-id': 'r1' }).end('<h1>Welcome</h1>')
      const error = await failsWith(toscan.org.usage(), sdk.UnexpectedAnswer)
      assert.deepEqual([error.status, error.requestId, server.seen.length], [200, 'r1', 1])
      assert.match(error.message, /text\/html/)
    })

    it('is told by an address that cannot be one, before anything is sent', async () => {
      for (const baseUrl of ['toscan.example', 'ftp://toscan.example', 'http://', 'http://127.0.0.1:6000']) {
        const client = new sdk.Toscan({ baseUrl, retryDelayMs: 1 })
        const error = await failsWith(client.scans.create(SCAN), sdk.ToscanError)
        assert.match(error.message, /baseUrl|port/)
        assert.equal(error instanceof sdk.ConnectionLost, false)
      }
    })
  })

  describe('what comes with an answer', () => {
    it('is kept beside it: status, headers and the request id', async () => {
      answer = (_request, response) => sendJson(response, 200, { used: 3 }, { 'x-request-id': 'r2' })
      const usage = await toscan.org.usage()
      assert.deepEqual(Object.keys(usage), ['used'])
      assert.deepEqual([sdk.answerOf(usage)?.status, sdk.answerOf(usage)?.requestId], [200, 'r2'])
      assert.equal(sdk.answerOf({}), undefined)
      answer = (_request, response) => sendJson(response, 404, { detail: 'no' }, { 'x-request-id': 'r3' })
      assert.equal((await failsWith(toscan.scans.get(ID), sdk.NotFound)).requestId, 'r3')
    })

    it('was asked for under a name and version', async () => {
      let sent: string | undefined
      answer = ({ headers }, response) => {
        sent = headers['user-agent']
        sendJson(response, 200, {})
      }
      await toscan.org.usage()
      const { version } = JSON.parse(
        readFileSync(join(import.meta.dirname, '../../sdk/package.json'), 'utf8'),
      )
      assert.equal(sent, `toscan-sdk/${version} node/${process.versions.node}`)
    })
  })

  describe('credentials', () => {
    it('sends the key, or asks for a token before every request', async () => {
      const sent: (string | undefined)[] = []
      answer = ({ headers }, response) => {
        sent.push(headers.authorization)
        sendJson(response, 200, {})
      }
      await toscan.org.usage()
      let count = 0
      const changing = new sdk.Toscan({ baseUrl: server.baseUrl, token: async () => `ses_${++count}` })
      await changing.org.usage()
      await changing.org.usage()
      await new sdk.Toscan({ baseUrl: server.baseUrl, token: () => null }).org.usage()
      assert.deepEqual(sent, ['Bearer sk_test', 'Bearer ses_1', 'Bearer ses_2', undefined])
    })

    it('leaves no timer behind that would keep a program or its memory', async () => {
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
      answer = (_request, response) => sendJson(response, 200, { used: 3 })
      await toscan.org.usage()
      const before = timers()
      for (let read = 0; read < 5; read++) await toscan.org.usage()
      assert.equal(timers(), before)
    })

    it('does not follow redirects, which would carry the credential along', async () => {
      answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()
      const error = await failsWith(toscan.webhookTest(), sdk.UnexpectedAnswer)
      assert.deepEqual([error.status, server.seen.length], [302, 1])
      assert.match(error.message, /a redirect to \/elsewhere/)
    })
  })

  describe('lists', () => {
    it('are walked page by page, only as far as somebody asks', async () => {
      answer = ({ url }, response) => {
        const after = Number(new URL(url ?? '', server.baseUrl).searchParams.get('after') ?? 0)
        const next_cursor = after < 2 ? String(after + 1) : null
        sendJson(response, 200, { scans: [{ scan_id: after }], next_cursor, has_more: next_cursor !== null })
      }
      const list = toscan.scans.list({ recommendation: ['review_high', 'review_medium'], q: 'a b', limit: 1 })
      assert.deepEqual((await list.firstPage()).scans, [{ scan_id: 0 }])
      const ids = []
      for await (const scan of list) ids.push(scan.scan_id)
      assert.deepEqual(ids, [0, 1, 2])
      assert.equal(
        server.seen[0],
        'GET /api/v2/org/scans?recommendation=review_high%2Creview_medium&q=a+b&limit=1',
      )
      server.seen.length = 0
      for await (const _scan of list) break
      assert.equal(server.seen.length, 1)
    })
  })

  describe('waiting', () => {
    const readings = (...statuses: string[]) => {
      answer = ({ method }, response, before) => {
        const status = statuses[Math.min(Math.max(before - 1, 0), statuses.length - 1)]
        const record = {
          profile_id: ID,
          status,
          ...(status === 'failed' && { error: 'no such host' }),
          ...(status === 'completed' && { triage_report: { recommendation: 'no_flags' } }),
        }
        sendJson(response, 200, method === 'PUT' ? { scan_id: ID, status: 'processing' } : record)
      }
    }

    it('reads until the scan has ended, and tells of every reading', async () => {
      readings('processing', 'processing', 'completed')
      const told: string[] = []
      const scan = await toscan.scans.createAndWait(SCAN, {
        pollMs: 1,
        onProgress: ({ status }) => told.push(status),
      })
      assert.equal(scan.triage_report.recommendation, 'no_flags')
      assert.deepEqual(told, ['processing', 'processing', 'completed'])
    })

    it('throws ScanFailed with the record', async () => {
      readings('processing', 'failed')
      const error = await failsWith(toscan.scans.createAndWait(SCAN, { pollMs: 1 }), sdk.ScanFailed)
      assert.deepEqual([error.message, error.scan.profile_id], ['no such host', ID])
    })

    it('throws TimedOut with the id, so that one can go on waiting', async () => {
      readings('processing')
      const error = await failsWith(
        toscan.scans.createAndWait(SCAN, { pollMs: 1, timeoutMs: 400 }),
        sdk.TimedOut,
      )
      assert.equal(error.scanId, ID)
    })

    it('takes a state that it does not know for an end rather than waiting for ever', async () => {
      readings('archived')
      const error = await failsWith(toscan.scans.wait(ID), sdk.ScanFailed)
      assert.deepEqual(
        [error.scan.status, error.message],
        ['archived', 'The scan ended as archived, without a report'],
      )
    })
  })

  describe('a wait that meets trouble', () => {
    const accept = ({ method }: IncomingMessage, response: ServerResponse) => {
      if (method === 'PUT') sendJson(response, 200, { scan_id: ID, status: 'processing' })
      return method === 'PUT'
    }

    it('ends in its own time when the server accepts the scan and then hangs', async () => {
      answer = (request, response) => accept(request, response)
      const startedAt = Date.now()
      const wait = toscan.scans.createAndWait(SCAN, { pollMs: 1, timeoutMs: 500 })
      const error = await failsWith(wait, sdk.TimedOut)
      assert.equal(error.scanId, ID)
      assert.ok(Date.now() - startedAt < 5000, 'the client would wait 30 s for an answer')
    })

    it('ends in its own time when the server hangs before it accepts, with the id that it was sent under', async () => {
      answer = () => {}
      const error = await failsWith(toscan.scans.createAndWait(SCAN, { timeoutMs: 500 }), sdk.TimedOut)
      assert.equal(server.seen[0], `PUT /api/v2/scans/${error.scanId}`)
      assert.equal(error.mayHaveBeenReceived, true)
    })

    it('goes on through lost connections, 5xx and readings without an answer, and tells of them', async () => {
      const short = new sdk.Toscan({ baseUrl: server.baseUrl, apiKey: 'sk_test', timeoutMs: 500 })
      let reading = 0
      answer = (request, response) => {
        if (accept(request, response)) return
        reading += 1
        if (reading === 3) return
        if (reading < 9) return reading % 2 ? request.socket.destroy() : sendJson(response, 503, {})
        sendJson(response, 200, { status: 'completed', triage_report: { recommendation: 'no_flags' } })
      }
      const told: string[] = []
      const scan = await short.scans.createAndWait(SCAN, {
        pollMs: 1,
        onTrouble: (error) => told.push(error.name),
      })
      assert.equal(scan.triage_report.recommendation, 'no_flags')
      assert.equal(told.length, 8)
      assert.deepEqual(new Set(told), new Set(['ConnectionLost', 'ServerError', 'TimedOut']))
    })

    it('goes on when the server goes away and comes back', async () => {
      let lived = await startLoopback((request, response) => {
        if (!accept(request, response)) sendJson(response, 200, { status: 'processing' })
      })
      const { baseUrl } = lived
      const port = Number(new URL(baseUrl).port)
      const client = new sdk.Toscan({ baseUrl, apiKey: 'sk_test' })
      const wait = client.scans.createAndWait(SCAN, {
        pollMs: 5,
        onProgress: ({ status }) => status === 'processing' && void lived.close(),
        onTrouble: async () => {
          if (lived.baseUrl === '') return
          lived = { ...lived, baseUrl: '' }
          await pause(200)
          lived = await startLoopback(
            (_request, response) => sendJson(response, 200, { status: 'completed', triage_report: {} }),
            port,
          )
        },
      })
      assert.equal((await wait).status, 'completed')
      await lived.close()
    })

    it('says at its end what went wrong last', async () => {
      answer = (request, response) => accept(request, response) || sendJson(response, 502, { detail: 'away' })
      const wait = toscan.scans.createAndWait(SCAN, { pollMs: 1, timeoutMs: 1000 })
      const { cause, scanId } = await failsWith(wait, sdk.TimedOut)
      assert.equal(scanId, ID)
      assert.ok(cause instanceof sdk.ServerError)
    })

    it('ends at once with what will not change, and with the id', async () => {
      answer = (request, response) =>
        accept(request, response) || sendJson(response, 401, { detail: 'revoked' })
      const error = await failsWith(toscan.scans.createAndWait(SCAN), sdk.Unauthorized)
      assert.deepEqual([error.scanId, server.seen.length], [ID, 2])
      answer = (_request, response) => sendJson(response, 422, { detail: 'no' })
      assert.equal((await failsWith(toscan.scans.createAndWait(SCAN), sdk.Refused)).scanId, undefined)
    })

    it('fails soon when nobody has ever answered', async () => {
      answer = (_request, response) => sendJson(response, 503, { detail: 'away' })
      assert.equal((await failsWith(toscan.scans.wait(ID), sdk.ServerError)).scanId, ID)
      assert.equal(server.seen.length, 3)
    })

    it('waits for batches too', async () => {
      answer = (_request, response, before) => {
        if (before === 1) return sendJson(response, 503, {})
        sendJson(response, 200, { status: before < 3 ? 'processing' : 'completed', completed: before })
      }
      const told: number[] = []
      const batch = await toscan.batches.wait(ID, {
        pollMs: 1,
        onProgress: (now) => told.push(now.completed),
      })
      assert.deepEqual([batch.status, told], ['completed', [0, 2, 3]])
      answer = (_request, response) => sendJson(response, 404, { detail: 'Batch not found' })
      assert.equal((await failsWith(toscan.batches.wait(ID), sdk.NotFound)).batchId, ID)
    })
  })

  it('computes the tail of a batch that the daily limit left out', async () => {
    answer = (_request, response) => sendJson(response, 200, { total_profiles: 1, profiles_skipped: 2 })
    const batch = await toscan.batches.create({ profile_urls: ['a', 'b', 'c'] })
    assert.deepEqual(batch.skipped_urls, ['b', 'c'])
  })

  it('cannot be led to another path by an id', async () => {
    answer = (_request, response) => sendJson(response, 404, { detail: 'Scan not found' })
    await failsWith(toscan.scans.get('../org/settings?x'), sdk.NotFound)
    assert.deepEqual(server.seen, ['GET /api/v2/scans/..%2Forg%2Fsettings%3Fx'])
    assert.equal(
      toscan.evidence.captureUrl(ID, 'E1/../x'),
      `${server.baseUrl}/api/v2/scans/${ID}/evidence/E1%2F..%2Fx/capture`,
    )
  })
})
