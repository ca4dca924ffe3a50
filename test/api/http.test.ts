import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { ScanRecord } from '../../sdk/contract.ts'
import { send } from '../support/call.ts'
import { databaseDoor } from '../support/database-door.ts'
import { seedScans } from '../support/seed-scans.ts'
import { detailOf, field, startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'
import { startApiProcess } from '../support/start-api-process.ts'
import { databaseUrl, onServer } from '../support/test-database.ts'
import { until } from '../support/until.ts'

let api: TestApi
let tenant: Tenant
before(async () => {
  api = await startApi()
  tenant = await api.makeTenant()
})
after(() => api.stop())

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
const ROUTES: Record<string, string[]> = {
  '/scan/deep': ['POST'],
  '/scan/quick': ['POST'],
  '/batch/deep': ['POST'],
  '/batch/quick': ['POST'],
  '/scans/x': ['DELETE', 'GET', 'PUT'],
  '/batches/x': ['GET', 'PUT'],
  '/org/scans': ['GET'],
  '/org/settings': ['GET', 'PATCH'],
  '/org/usage': ['GET'],
  '/org/webhook-secret/rotate': ['POST'],
  '/org/api-keys': ['POST', 'GET'],
  '/org/api-keys/x': ['PATCH', 'DELETE'],
  '/scans/x/review': ['GET', 'PUT'],
  '/scans/x/review/log': ['GET'],
  '/org/review-precision': ['GET'],
  '/org/members': ['GET'],
  '/org/members/x': ['PATCH', 'DELETE'],
  '/org/invitations': ['GET', 'POST'],
  '/org/invitations/x': ['DELETE'],
  '/invitations/open': ['POST'],
  '/invitations/accept': ['POST'],
  '/org/erasures': ['GET', 'POST'],
  '/org/batches': ['GET'],
  '/org/stats': ['GET'],
  '/org/webhook-endpoints': ['GET'],
  '/org/webhook-deliveries': ['GET'],
  '/org/webhook-deliveries/x': ['GET'],
  '/org/webhook-deliveries/x/resend': ['POST'],
  // `recover` could be the id of a delivery.
  '/org/webhook-deliveries/recover': ['GET', 'POST'],
  '/org/webhook-test': ['POST'],
  '/reason-codes': ['GET'],
  '/session': ['GET'],
  '/session/token': ['POST'],
  '/session/org': ['POST'],
}

describe('methods', () => {
  for (const [path, allowed] of Object.entries(ROUTES)) {
    it(`405 with Allow for every other method of ${path}`, async () => {
      for (const method of METHODS) {
        if (allowed.includes(method)) continue
        for (const token of [undefined, tenant.admin]) {
          const answer = await send(api.baseUrl, method, `/api/v2${path}`, { token })
          assert.equal(answer.status, 405, method)
          assert.deepEqual(answer.headers.allow?.split(', ').sort(), allowed.toSorted(), method)
          assert.equal(answer.headers['content-type'], 'application/json')
          assert.equal(answer.text, method === 'HEAD' ? '' : '{"detail":"Method Not Allowed"}')
        }
      }
    })
  }
})

describe('paths', () => {
  it('404 for what is no path of the interface, whoever asks', async () => {
    for (const path of [
      '/api/v2',
      '/api/v2/',
      '/api/v2/nope',
      '/api/v2/scan',
      '/api/v2/scan/shallow',
      '/api/v2/scans',
      '/api/v2/scans/',
      '/api/v2/batches',
      '/api/v2/org',
      '/api/v2/SCANS/x',
      '/api/v1/org/scans',
      '/api/v2/org/scans/x',
      '/api/v2/org/api-keys/a/b',
      '/scan/deep',
      '/nope',
      '/%zz',
      '/api/v2/%ff',
    ]) {
      for (const token of [undefined, tenant.key]) {
        const answer = await send(api.baseUrl, 'GET', path, { token })
        assert.equal(answer.status, 404, path)
        assert.equal(answer.text, '{"detail":"Not Found"}', path)
        assert.equal(answer.headers['content-type'], 'application/json', path)
      }
    }
  })

  it('an encoded slash is no part of an id', async () => {
    for (const path of ['/scans/a%2Fb', '/batches/a%2fb', '/scans/%2F']) {
      const answer = await api.call('GET', `/api/v2${path}`, { token: tenant.key })
      assert.equal(answer.status, 404)
      assert.equal(answer.text, '{"detail":"Not Found"}')
    }
  })

  it('a trailing slash makes no difference', async () => {
    const token = tenant.key
    const body = { profile_url: 'https://ex.com/u' }
    const accepted = await api.call('POST', '/api/v2/scan/deep/', { token, body })
    assert.equal(accepted.status, 200)
    const path = `/api/v2/scans/${textField(accepted, 'scan_id')}`
    assert.equal(
      (await api.call('GET', `${path}/`, { token })).text,
      (await api.call('GET', path, { token })).text,
    )
    assert.equal((await api.call('GET', '/api/v2/org/scans/?limit=1', { token })).status, 200)
  })

  it('404 for ids that are none, also long and odd ones', async () => {
    for (const id of [
      randomUUID(),
      randomUUID().replaceAll('-', ''),
      `{${randomUUID()}}`,
      'single_x',
      '%00',
      '%20',
      '%F0%9F%98%80',
      '%zz',
      '%',
      'a%2',
      '%ff',
      '%F0%9Fx',
      '%ff?x=%zz',
      "'%20or%201=1",
      'x'.repeat(500),
      'x'.repeat(5000),
    ]) {
      for (const [path, detail] of [
        ['scans', 'Scan not found'],
        ['batches', 'Batch not found'],
      ]) {
        const answer = await api.call('GET', `/api/v2/${path}/${id}`, { token: tenant.key })
        assert.equal(answer.status, 404, id)
        assert.equal(detailOf(answer), detail, id)
      }
    }
  })

  it('401 for an id that cannot be decoded, as for any, where nobody says who asks', async () => {
    for (const id of ['%zz', '%', '%ff', 'x'])
      assert.equal((await send(api.baseUrl, 'GET', `/api/v2/scans/${id}`)).status, 401, id)
  })

  it('unknown query parameters are ignored', async () => {
    const answer = await api.call('GET', '/api/v2/org/scans?zzz=1&__proto__=x&limit=5', { token: tenant.key })
    assert.equal(answer.status, 200)
  })

  it('a query that is no UTF-8 and one with odd escapes are answered', async () => {
    for (const query of [
      'q=%ff',
      'q=%zz',
      'q=%',
      '&&&',
      '=',
      'q',
      'q=a&q=b',
      'limit=5&limit=7',
      '?',
      'q=a?b',
    ]) {
      assert.equal(
        (await api.call('GET', `/api/v2/org/scans?${query}`, { token: tenant.key })).status,
        200,
        query,
      )
    }
  })
})

describe('reading a scan', () => {
  it('of any state has the exact keys of that state', async () => {
    const [completed, failed, legacy] = await seedScans(api.opened.db, tenant.orgId, [
      {
        callback_url: 'https://hooks.example.com/in',
        metadata: '{"n":1.0}',
        is_banned: true,
        webhook_delivered_at: '2026-03-01T10:00:05+00:00',
      },
      { status: 'failed' },
      { scan_mode: null, is_banned: null },
    ])
    const keysOf = async (scanId: string | undefined) =>
      Object.keys(
        Object((await api.call('GET', `/api/v2/scans/${scanId}`, { token: tenant.key })).json),
      ).sort()
    const always = [
      'batch_id',
      'callback_url',
      'created_at',
      'metadata',
      'org_id',
      'processing_completed_at',
      'processing_started_at',
      'profile_id',
      'status',
      'url',
    ]
    assert.deepEqual(
      await keysOf(completed?.scan_id),
      [...always, 'is_banned', 'scan_mode', 'triage_report', 'webhook_delivered_at'].sort(),
    )
    assert.deepEqual(await keysOf(failed?.scan_id), [...always, 'error', 'is_banned', 'scan_mode'].sort())
    assert.deepEqual(await keysOf(legacy?.scan_id), [...always, 'triage_report'].sort())

    const answer = await api.call('GET', `/api/v2/scans/${completed?.scan_id}`, { token: tenant.key })
    assert.ok(answer.text.endsWith(',"metadata":{"n":1.0}}'))
    assert.equal(field(answer, 'is_banned'), true)
    assert.equal(field(answer, 'webhook_delivered_at'), '2026-03-01T10:00:05.000000+00:00')
    assert.deepEqual(Object(field(answer, 'triage_report')).coverage, completed?.coverage)
  })
})

describe('reading a scan whose profile was kept', () => {
  const profile = {
    platform: 'instagram',
    handle: 'alice',
    name: 'Alice',
    bio: null,
    followers: 7,
    verified: null,
    created: null,
    picture: null,
    read_at: '2026-03-01T10:00:00.000000+00:00',
  }

  it('shows whom the scan saw beside the report, and not in it', async () => {
    const [known] = await seedScans(api.opened.db, tenant.orgId, [{}])
    assert.ok(known?.report)
    const [scan] = await seedScans(api.opened.db, tenant.orgId, [{ report: { ...known.report, profile } }])
    const answer = await api.call('GET', `/api/v2/scans/${scan?.scan_id}`, { token: tenant.key })
    assert.deepEqual(field(answer, 'profile'), profile)
    assert.equal('profile' in Object(field(answer, 'triage_report')), false)
    assert.deepEqual(ScanRecord.parse(answer.json), answer.json)
  })
})

describe('reading a batch', () => {
  it('counts its profiles, and is completed when the last has ended', async () => {
    const accepted = await api.call('POST', '/api/v2/batch/deep', {
      token: tenant.key,
      body: { profile_urls: ['https://ex.com/1'] },
    })
    const batchId = textField(accepted, 'batch_id')
    const inBatch = (position: number) => ({ batch_id: batchId, batch_position: position })
    await seedScans(api.opened.db, tenant.orgId, [
      {
        ...inBatch(2),
        recommendation: 'review_high',
        risk_score: 90,
        processing_completed_at: '2026-03-01T10:00:09+00:00',
      },
      { ...inBatch(3), status: 'failed', processing_completed_at: '2026-03-01T10:00:07+00:00' },
    ])
    const read = async () =>
      Object((await api.call('GET', `/api/v2/batches/${batchId}`, { token: tenant.key })).json)
    const open = await read()
    assert.deepEqual(
      [open.status, open.completed, open.failed, open.in_progress, open.completed_at],
      ['processing', 1, 1, 1, null],
    )
    assert.equal(open.profiles[1].recommendation, 'review_high')
    assert.equal(open.profiles[1].risk_score, 90)
    assert.equal(open.profiles[2].risk_score, null)

    await sql`update scans set status = 'failed', processing_completed_at = '2026-03-01T10:00:08+00:00'
               where scan_id = ${open.profiles[0].scan_id}::uuid`.execute(api.opened.db)
    const done = await read()
    assert.deepEqual(
      [done.status, done.completed, done.failed, done.in_progress, done.completed_at],
      ['completed', 1, 2, 0, '2026-03-01T10:00:09.000000+00:00'],
    )
  })
})

describe('a body that is compressed', () => {
  const post = async (body: Uint8Array<ArrayBuffer>, encoding: string) => {
    const response = await fetch(`${api.baseUrl}/api/v2/scan/quick`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.key}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      body,
    })
    return [response.status, await response.json()]
  }
  const text = Buffer.from('{"profile_url": 5}')

  it('in a way that nobody reads is refused with the ways that are', async () => {
    const detail =
      'Unsupported Content-Encoding: send the body as it is, or as one of gzip, deflate, br and zstd'
    assert.deepEqual(await post(text, 'compress'), [415, { detail }])
    assert.deepEqual(await post(text, 'gzip, gzip'), [415, { detail }])
  })
  it('otherwise than it says, or in part, is refused with that', async () => {
    const detail = 'The body is not what its Content-Encoding says'
    assert.deepEqual(await post(text, 'br'), [400, { detail }])
    assert.deepEqual(await post(gzipSync(text).subarray(0, -9), 'gzip'), [400, { detail }])
  })
  it('is read', async () => {
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['zstd', zstdCompressSync(text)],
      // Codings are called in any letters, and gzip by an older name too (RFC 9110, 8.4.1).
      ['GZip', gzipSync(text)],
      ['x-gzip', gzipSync(text)],
    ] as const)
      assert.equal((await post(bytes, encoding))[0], 422, encoding)
  })
})

describe('what the HTTP parser cannot read, or would answer itself', () => {
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1', () => socket.write(text))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.once('end', () => resolve(answer))
      socket.once('error', reject)
    })

  for (const [what, text, status, detail] of [
    ['no HTTP', 'nonsense\r\n\r\n', '400 Bad Request', 'Bad Request'],
    [
      'two lengths',
      'POST /api/v2/scan/quick HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      '400 Bad Request',
      'Bad Request',
    ],
    [
      'headers without end',
      `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'Request headers too large',
    ],
    [
      'what is asked of a proxy',
      'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n',
      '405 Method Not Allowed',
      'Method Not Allowed',
    ],
    ['no host', 'GET /api/v2/org/scans HTTP/1.1\r\n\r\n', '400 Bad Request', 'Bad Request'],
    [
      'what we are expected to do, but go on',
      'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: coffee\r\n\r\n',
      '417 Expectation Failed',
      'Expectation Failed',
    ],
  ] as const) {
    it(`${what} is answered in the shape of the interface, and ends the connection`, async () => {
      const [head = '', body] = (await raw(text)).split('\r\n\r\n')
      assert.ok(head.startsWith(`HTTP/1.1 ${status}\r\n`), head)
      assert.match(head, /\r\nconnection: close(\r\n|$)/i)
      assert.match(head, /\r\ncontent-type: application\/json(\r\n|$)/i)
      assert.match(head, /\r\nx-request-id: [\w-]{36}(\r\n|$)/i)
      assert.equal(body, JSON.stringify({ detail }))
    })
  }

  it('HTTP/1.0 needs no host', async () => {
    assert.match(await raw('GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 OK/)
  })

  it('a type that is none makes no path of one that is none', async () => {
    for (const path of ['/api/v2/scan/quick;x', '/api/v2/nope']) {
      const answer = await send(api.baseUrl, 'POST', path, { body: 'x', headers: { 'content-type': ';' } })
      assert.equal(answer.status, 404)
      assert.equal(answer.text, '{"detail":"Not Found"}')
    }
  })
})

describe('headers of the interface', () => {
  it('keep answers out of caches, frames and type guessing', async () => {
    for (const token of [tenant.key, undefined]) {
      const { headers } = await api.call('GET', '/api/v2/org/scans', { token })
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    }
  })

  it('name every answer, by the id that the caller gave when it is a sane one', async () => {
    const named = async (path: string, id?: string) =>
      String(
        (await send(api.baseUrl, 'GET', path, { headers: { 'x-request-id': id } })).headers['x-request-id'],
      )
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    for (const path of [
      '/api/v2/org/scans',
      '/api/v2/nope',
      '/%zz',
      '/healthz',
      '/openapi.json',
      '/api/auth/x',
    ]) {
      assert.equal(await named(path, 'a.B_c:1-2'), 'a.B_c:1-2', path)
      assert.match(await named(path), uuid, path)
    }
    assert.notEqual(await named('/healthz'), await named('/healthz'))
    assert.equal(await named('/healthz', 'x'.repeat(128)), 'x'.repeat(128))
    for (const id of ['x'.repeat(129), 'a b', 'a"b', '{}', '\u00e9'])
      assert.match(await named('/healthz', id), uuid, id)
  })

  it('tell nothing about the software', async () => {
    const { headers } = await api.call('GET', '/api/v2/org/scans', { token: tenant.key })
    assert.equal(headers['x-powered-by'], undefined)
    assert.equal(headers.server, undefined)
  })
})

describe('operations, without credentials', () => {
  it('GET /healthz says that the process lives', async () => {
    const answer = await api.call('GET', '/healthz')
    assert.equal(answer.status, 200)
    assert.equal(answer.text, '{"status":"ok"}')
  })

  it('GET /readyz says that the database answers', async () => {
    const answer = await api.call('GET', '/readyz')
    assert.equal(answer.status, 200)
    assert.equal(answer.text, '{"status":"ready"}')
  })

  it('GET /metrics shows requests and the queue to loopback', async () => {
    await api.call('POST', '/api/v2/scan/quick', {
      token: tenant.key,
      body: { profile_url: 'https://ex.com/u' },
    })
    const answer = await api.call('GET', '/metrics')
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['content-type']), /^text\/plain/)
    assert.match(answer.text, /^toscan_scans\{mode="quick",state="waiting"\} \d+$/m)
    assert.match(
      answer.text,
      /^toscan_http_request_seconds_count\{route="\/api\/v2\/scan\/quick",method="POST",status="200"\} \d+$/m,
    )
    assert.match(answer.text, /^toscan_oldest_waiting_scan_seconds\{mode="quick"\} [1-9\d.e-]+$/m)
    assert.match(answer.text, /^toscan_webhook_deliveries\{state="due"\} 0$/m)
    assert.match(answer.text, /^toscan_pool_connections\{pool="sign-in",state="busy"\} 0$/m)
    assert.ok(!answer.text.includes('sk_'))
  })

  it('HEAD asks as GET does, without a body', async () => {
    for (const path of [
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/',
      '/docs',
      '/docs/',
      '/docs/js/scalar.js',
    ]) {
      const answer = await api.call('HEAD', path, { mayFail: true })
      assert.equal(answer.status, (await api.call('GET', path)).status, path)
      assert.equal(answer.text, '')
    }
  })

  it('GET /docs/ cannot be framed, and runs under a policy', async () => {
    for (const path of ['/docs', '/docs/', '/docs/js/scalar.js']) {
      const policy = String((await api.call('GET', path)).headers['content-security-policy'])
      assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'/, path)
    }
  })

  it('GET /docs/ shows the documentation, which loads nothing from elsewhere', async () => {
    const docs = await api.call('GET', '/docs/')
    assert.equal(docs.status, 200)
    const loaded = [...docs.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
    assert.deepEqual(
      loaded.filter((address) => /^(https?:)?\/\//.test(address)),
      [],
    )
  })
})

describe('a database that goes away', () => {
  it('503 while it is gone, health stays, and all is well when it is back', async () => {
    const door = await databaseDoor(api.databaseUrl)
    const server = await startApiProcess({ ...api.env, DATABASE_URL: door.url, TOSCAN_LOG_LEVEL: 'silent' })
    try {
      const usage = () => server.call('GET', '/api/v2/org/usage', { token: tenant.key })
      assert.equal((await usage()).status, 200)
      await door.close()
      for (const answer of [await usage(), await usage()]) {
        assert.equal(answer.status, 503, answer.text)
        assert.equal(answer.text, '{"detail":"Service temporarily unavailable"}')
        assert.match(String(answer.headers['retry-after']), /^\d+$/)
      }
      assert.equal((await server.call('GET', '/readyz')).status, 503)
      assert.equal((await server.call('GET', '/healthz')).status, 200)
      const metrics = await server.call('GET', '/metrics')
      assert.equal(metrics.status, 200)
      assert.match(metrics.text, /^toscan_database_up 0$/m)
      assert.doesNotMatch(metrics.text, /^toscan_scans\{/m)
      await door.open()
      assert.equal((await usage()).status, 200)
      assert.equal((await server.call('GET', '/readyz')).status, 200)
    } finally {
      assert.equal(await server.stop(), 0, server.errors())
      await door.close()
    }
  })
})

describe('toscan serve --role api as a process', () => {
  it('greets a first start with a sign-in and a key that work, and a second start with neither', async () => {
    const fresh = await startApi()
    const first = await startApiProcess(fresh.env)
    const greeting = await until('the greeting is complete', () =>
      /API key\s+sk_/.test(first.output()) ? first.output() : null,
    )
    const [key] = /sk_[0-9a-f]{64}/.exec(greeting) ?? []
    const [, email, password] = /sign-in\s+(\S+)\s+(\S+)/.exec(greeting) ?? []
    try {
      assert.ok(key && email && password, greeting)
      assert.equal((await first.call('GET', '/api/v2/org/settings', { token: key })).status, 200)
      const signedIn = await first.call('POST', '/api/auth/sign-in/email', {
        body: { email, password },
        headers: { origin: first.baseUrl },
      })
      assert.equal(signedIn.status, 200)
    } finally {
      assert.equal(await first.stop(), 0)
    }
    const second = await startApiProcess(fresh.env)
    try {
      assert.ok(!second.output().includes('sk_'))
      assert.equal((await second.call('GET', '/api/v2/org/settings', { token: key })).status, 200)
    } finally {
      assert.equal(await second.stop(), 0)
      await fresh.stop()
    }
  })

  it('two processes started at once on an empty database make one schema', async () => {
    const server = process.env.TEST_SERVER_URL ?? ''
    const name = `test_empty_${process.pid}`
    await onServer(server, (client) => client.query(`create database ${name}`))
    const env = { ...api.env, DATABASE_URL: databaseUrl(server, name) }
    try {
      for (const started of await Promise.all([startApiProcess(env), startApiProcess(env)])) {
        assert.equal((await started.call('GET', '/readyz')).status, 200)
        assert.equal(await started.stop(), 0)
      }
    } finally {
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`))
    }
  })
})
