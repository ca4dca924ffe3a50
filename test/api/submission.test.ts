import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Answer } from '../support/call.ts'
import {
  countStored,
  detailOf,
  field,
  startApi,
  type Tenant,
  type TestApi,
  textField,
} from '../support/start-api.ts'

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const PUBLIC_CALLBACK = 'https://hooks.example.com/in?x=1'
const SECONDS = { deep: 120, quick: 30 } as const
const MODES = ['deep', 'quick'] as const

let api: TestApi
let tenant: Tenant
before(async () => {
  api = await startApi()
  tenant = await api.makeTenant()
})
after(() => api.stop())

const submit = (body: unknown, path = '/scan/deep') =>
  api.call('POST', `/api/v2${path}`, { token: tenant.key, body })
const submitUrl = (url: string, more: Record<string, unknown> = {}) => submit({ profile_url: url, ...more })
const read = (scanId: string) => api.call('GET', `/api/v2/scans/${scanId}`, { token: tenant.key })
const readBatch = (batchId: string) => api.call('GET', `/api/v2/batches/${batchId}`, { token: tenant.key })

for (const mode of MODES) {
  describe(`POST /scan/${mode}`, () => {
    it('answers at once with id, status, times and mode, and nothing else', async () => {
      const answer = await submit({ profile_url: 'https://ex.com/u' }, `/scan/${mode}`)
      assert.equal(answer.status, 200)
      const { scan_id, submitted_at, estimated_completion, ...rest } = record(answer)
      assert.deepEqual(rest, { status: 'processing', scan_mode: mode })
      assert.match(String(scan_id), UUID)
      assert.match(String(submitted_at), TIMESTAMP)
      assert.match(String(estimated_completion), TIMESTAMP)
    })

    it(`estimates ${SECONDS[mode]} seconds, to the microsecond`, async () => {
      const answer = await submit({ profile_url: 'https://ex.com/u' }, `/scan/${mode}`)
      assert.equal(secondsBetween(answer), SECONDS[mode])
    })

    it('makes a record that waits', async () => {
      const answer = await submit({ profile_url: 'https://ex.com/u' }, `/scan/${mode}`)
      const scanId = textField(answer, 'scan_id')
      const { progress, ...scan } = record(await read(scanId))
      assert.deepEqual(scan, {
        profile_id: scanId,
        batch_id: `single_${scanId}`,
        org_id: tenant.orgId,
        url: 'https://ex.com/u',
        status: 'processing',
        scan_mode: mode,
        created_at: textField(answer, 'submitted_at'),
        processing_started_at: null,
        processing_completed_at: null,
        callback_url: '',
        metadata: {},
      })
      assert.deepEqual(progress, { steps_done: [], step: 'profile' })
    })

    it('shows no key that has no value yet', async () => {
      const scan = record(await read(textField(await submitUrl('https://ex.com/u'), 'scan_id')))
      for (const key of ['is_banned', 'error', 'webhook_delivered_at', 'triage_report'])
        assert.ok(!(key in scan), key)
    })
  })

  describe(`POST /batch/${mode}`, () => {
    const urls = Array.from({ length: 25 }, (_item, index) => `https://ex.com/creator-${25 - index}`)

    it('answers with the batch and nothing about a limit that was not met', async () => {
      const answer = await submit({ profile_urls: urls }, `/batch/${mode}`)
      assert.equal(answer.status, 200)
      const { batch_id, submitted_at, estimated_completion, ...rest } = record(answer)
      assert.deepEqual(rest, { status: 'processing', total_profiles: 25, scan_mode: mode })
      assert.match(String(batch_id), UUID)
      assert.match(String(submitted_at), TIMESTAMP)
      assert.match(String(estimated_completion), TIMESTAMP)
    })

    it('estimates one round of the concurrency cap (10) after the other', async () => {
      assert.equal(secondsBetween(await submit({ profile_urls: urls }, `/batch/${mode}`)), 3 * SECONDS[mode])
      const ten = await submit({ profile_urls: urls.slice(0, 10) }, `/batch/${mode}`)
      assert.equal(secondsBetween(ten), SECONDS[mode])
    })

    it('makes one scan per profile, in order, with the batch in each', async () => {
      const metadata = { case: 7 }
      const answer = await submit(
        { profile_urls: urls, metadata, callback_url: PUBLIC_CALLBACK },
        `/batch/${mode}`,
      )
      const batchId = textField(answer, 'batch_id')
      const { profiles, ...batch } = record(await readBatch(batchId))
      assert.deepEqual(batch, {
        batch_id: batchId,
        status: 'processing',
        scan_mode: mode,
        total_profiles: 25,
        completed: 0,
        failed: 0,
        in_progress: 25,
        submitted_at: textField(answer, 'submitted_at'),
        completed_at: null,
        profile_urls: urls,
      })
      assert.ok(Array.isArray(profiles))
      assert.deepEqual(
        profiles.map((profile) => profile.url),
        urls,
      )
      for (const { scan_id, url } of [profiles[0], profiles[24]]) {
        const scan = record(await read(scan_id))
        assert.equal(scan.url, url)
        assert.equal(scan.batch_id, batchId)
        assert.equal(scan.scan_mode, mode)
        assert.equal(scan.callback_url, PUBLIC_CALLBACK)
        assert.deepEqual(scan.metadata, metadata)
      }
    })
  })
}

describe('the submitted URL', () => {
  it('comes back as it was sent', async () => {
    for (const url of [
      'HTTPS://EXAMPLE.com:443/Path/../x?b=2&a=1#F',
      'http://ex.com',
      'https://m\u00fcnchen.de/\u00fc?\u00fc#\u00fc',
      'https://ex.com/a b',
      'https://user:pass@ex.com/u',
      'https://ex.com/\u{1f600}',
      'https://ex.com/%zz',
    ]) {
      assert.equal(record(await read(textField(await submitUrl(url), 'scan_id'))).url, url)
    }
  })

  it('loses blanks around it, tabs, line breaks and NUL, and nothing else', async () => {
    const answer = await submitUrl('  https://ex.com/a\t\nb\u0000 ')
    assert.equal(record(await read(textField(answer, 'scan_id'))).url, 'https://ex.com/ab')
  })

  it('may be sent twice in a batch', async () => {
    const url = 'https://ex.com/twice'
    const answer = await submit({ profile_urls: [url, url] }, '/batch/quick')
    assert.deepEqual(record(await readBatch(textField(answer, 'batch_id'))).profile_urls, [url, url])
  })

  it('of a batch is refused with its place in the list, and nothing is stored', async () => {
    const stored = await countStored(api)
    const answer = await submit({ profile_urls: ['https://ex.com/u', 'ftp://ex.com/'] }, '/batch/deep')
    assert.equal(answer.status, 422)
    assert.deepEqual(detailOf(answer), [
      {
        type: 'url_scheme',
        loc: ['body', 'profile_urls', 1],
        msg: "URL scheme should be 'http' or 'https'",
        input: 'ftp://ex.com/',
        ctx: { expected_schemes: "'http' or 'https'" },
      },
    ])
    assert.deepEqual(await countStored(api), stored)
  })
})

describe('metadata', () => {
  const echoes: Record<string, string> = {
    'nothing as {}': '{}',
    'floats that are whole': '{"a":1.0,"b":-0,"c":1e2,"d":1E400}',
    'integers beyond 2^53': '{"a":12345678901234567890123,"b":-9007199254740993}',
    'many digits': '{"a":0.1000000000000000055511151231257827}',
    'unicode, raw and escaped': '{"ключ":"значение \u{1f600}","e":"\\u00e9","slash":"\\/"}',
    'keys of prototypes': '{"__proto__":{"a":1},"constructor":1,"toString":null}',
    'integer-like keys in their order': '{"b":1,"2":2,"1":3,"a":4}',
    'keys that are equal twice': '{"a":1,"a":2}',
    NUL: '{"a":"x\\u0000y","\\u0000":1}',
    'lone surrogates': '{"a":"\\ud800","\\udc00":1}',
    'blanks and line breaks': '{ "a" : [ 1 ,\n\t2 ] }',
    'values of every kind': '{"n":null,"t":true,"f":false,"s":"","l":[],"o":{}}',
  }

  for (const [name, source] of Object.entries(echoes)) {
    it(`comes back to the byte: ${name}`, async () => {
      const answer = await submit(`{"profile_url":"https://ex.com/u","metadata":${source}}`)
      assert.equal(answer.status, 200, answer.text)
      const { text } = await read(textField(answer, 'scan_id'))
      assert.ok(text.endsWith(`,"metadata":${source}}`), text)
    })
  }

  it('is {} when it is left out', async () => {
    const { text } = await read(textField(await submitUrl('https://ex.com/u'), 'scan_id'))
    assert.ok(text.endsWith(',"metadata":{}}'), text)
  })

  it('counts the last of two members of the body', async () => {
    const answer = await submit('{"metadata":{"a":1},"profile_url":"https://ex.com/u","metadata":{"b":2.0}}')
    const { text } = await read(textField(answer, 'scan_id'))
    assert.ok(text.endsWith(',"metadata":{"b":2.0}}'), text)
  })

  it('is found under an escaped name', async () => {
    const answer = await submit('{"profile_url":"https://ex.com/u","meta\\u0064ata":{"a":1.0}}')
    const { text } = await read(textField(answer, 'scan_id'))
    assert.ok(text.endsWith(',"metadata":{"a":1.0}}'), text)
  })

  const sized = (bytes: number) => `{"a":"${'\u00e9'.repeat(4)}${'x'.repeat(bytes - 16)}"}`
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const tooMuch = (problem: string) => ({
    detail: [
      {
        type: 'value_error',
        loc: ['body', 'metadata'],
        msg: `Value error, ${problem}`,
        input: null,
        ctx: { error: {} },
      },
    ],
  })

  for (const [path, member] of [
    ['/scan/quick', '"profile_url":"https://ex.com/u"'],
    ['/batch/quick', '"profile_urls":["https://ex.com/u"]'],
  ] as const) {
    const submitMetadata = (metadata: string) => submit(`{${member},"metadata":${metadata}}`, path)

    it(`of 16 KiB is accepted by ${path}, a byte more refused`, async () => {
      assert.equal(Buffer.byteLength(sized(16384)), 16384)
      assert.equal((await submitMetadata(sized(16384))).status, 200)
      const answer = await submitMetadata(sized(16385))
      assert.equal(answer.status, 422)
      assert.deepEqual(answer.json, tooMuch('metadata must be at most 16384 bytes of JSON'))
    })

    it(`of 32 levels is accepted by ${path}, one more refused`, async () => {
      assert.equal((await submitMetadata(nested(32))).status, 200)
      const answer = await submitMetadata(nested(33))
      assert.equal(answer.status, 422)
      assert.deepEqual(answer.json, tooMuch('metadata must be nested at most 32 levels deep'))
    })
  }
})

describe('callback_url', () => {
  it('is echoed as it was sent', async () => {
    const answer = await submitUrl('https://ex.com/u', { callback_url: PUBLIC_CALLBACK })
    assert.equal(record(await read(textField(answer, 'scan_id'))).callback_url, PUBLIC_CALLBACK)
  })

  it('of null counts as none', async () => {
    const answer = await submitUrl('https://ex.com/u', { callback_url: null })
    assert.equal(record(await read(textField(answer, 'scan_id'))).callback_url, '')
  })

  for (const path of ['/scan/deep', '/batch/deep']) {
    const submitCallback = (callbackUrl: unknown) =>
      submit(
        path.startsWith('/scan')
          ? { profile_url: 'https://ex.com/u', callback_url: callbackUrl }
          : { profile_urls: ['https://ex.com/u'], callback_url: callbackUrl },
        path,
      )

    it(`of plain http is refused by ${path}`, async () => {
      const answer = await submitCallback('http://hooks.example.com/in')
      assert.equal(answer.status, 422)
      assert.deepEqual(detailOf(answer), [
        {
          type: 'url_scheme',
          loc: ['body', 'callback_url'],
          msg: "URL scheme should be 'https'",
          input: 'http://hooks.example.com/in',
          ctx: { expected_schemes: "'https'" },
        },
      ])
    })

    for (const url of [
      'https://127.0.0.1/hook',
      'https://10.1.2.3/hook',
      'https://192.168.0.1:8443/hook',
      'https://172.16.0.1/hook',
      'https://169.254.169.254/latest/meta-data',
      'https://100.64.0.1/hook',
      'https://224.0.0.1/hook',
      'https://0.0.0.0/hook',
      'https://2130706433/hook',
      'https://0x7f.1/hook',
      'https://[::1]/hook',
      'https://[::ffff:10.0.0.1]/hook',
      'https://[fd00::1]/hook',
      'https://[fe80::1]/hook',
      'https://localhost/hook',
    ]) {
      it(`${url} is refused by ${path} at once, and nothing is stored`, async () => {
        const stored = await countStored(api)
        const answer = await submitCallback(url)
        assert.equal(answer.status, 422)
        assert.equal(
          answer.text,
          '{"detail":"Invalid callback URL: resolves to a private or reserved address"}',
        )
        assert.deepEqual(await countStored(api), stored)
      })
    }
  }

  it('with a name is accepted without asking for its address', async () => {
    const answer = await submitUrl('https://ex.com/u', {
      callback_url: 'https://no-such-host.invalid-zone.com/x',
    })
    assert.equal(answer.status, 200)
  })

  describe('the default of the organization', () => {
    const first = 'https://93.184.216.34/first'
    let own: Tenant
    before(async () => {
      own = await api.makeTenant()
    })
    const setDefault = async (url: string | null) => {
      const body = { default_callback_url: url }
      assert.equal((await api.call('PATCH', '/api/v2/org/settings', { token: own.admin, body })).status, 200)
    }
    const callbackOf = async (more: Record<string, unknown> = {}) => {
      const body = { profile_url: 'https://ex.com/u', ...more }
      const answer = await api.call('POST', '/api/v2/scan/quick', { token: own.key, body })
      const scanId = textField(answer, 'scan_id')
      return () => callbackOfScan(own, scanId)
    }

    it('applies when a submission names none', async () => {
      await setDefault(first)
      assert.equal(await (await callbackOf())(), first)
      assert.equal(await (await callbackOf({ callback_url: null }))(), first)
    })

    it('gives way to the callback of the submission', async () => {
      await setDefault(first)
      assert.equal(await (await callbackOf({ callback_url: PUBLIC_CALLBACK }))(), PUBLIC_CALLBACK)
    })

    it('applies to every profile of a batch', async () => {
      await setDefault(first)
      const body = { profile_urls: ['https://ex.com/1', 'https://ex.com/2'] }
      const answer = await api.call('POST', '/api/v2/batch/quick', { token: own.key, body })
      const batch = await api.call('GET', `/api/v2/batches/${textField(answer, 'batch_id')}`, {
        token: own.key,
      })
      const profiles = field(batch, 'profiles')
      assert.ok(Array.isArray(profiles) && profiles.length === 2)
      for (const { scan_id } of profiles) assert.equal(await callbackOfScan(own, scan_id), first)
    })

    it('is the one of the time of submission', async () => {
      await setDefault(first)
      const callback = await callbackOf()
      await setDefault('https://93.184.216.34/second')
      assert.equal(await callback(), first)
    })

    it('can be cleared', async () => {
      await setDefault(first)
      await setDefault(null)
      assert.equal(await (await callbackOf())(), '')
    })
  })

  it('to a private host is accepted, also by http, where the operator allows it', async () => {
    const open = await startApi({ TOSCAN_EGRESS_ALLOW: '127.0.0.0/8' })
    try {
      const { key: token } = await open.makeTenant()
      const send = (callbackUrl: string) =>
        open.call('POST', '/api/v2/scan/quick', {
          token,
          body: { profile_url: 'https://ex.com/u', callback_url: callbackUrl },
        })
      assert.equal((await send('http://127.0.0.1:9000/hook')).status, 200)
      assert.equal((await send('https://127.0.0.1:9000/hook')).status, 200)
      assert.equal((await send('https://10.0.0.1/hook')).status, 422)
      assert.equal((await send('http://hooks.example.com/hook')).status, 422)
    } finally {
      await open.stop()
    }
  })
})

describe('sizes', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_item, index) => `https://ex.com/creator-${index}`)

  it('accepts a batch of 10,000 profiles in one request, in order', async () => {
    const urls = many(10_000)
    const answer = await submit({ profile_urls: urls }, '/batch/quick')
    assert.equal(answer.status, 200, answer.text.slice(0, 500))
    assert.equal(field(answer, 'total_profiles'), 10_000)
    const batch = record(await readBatch(textField(answer, 'batch_id')))
    assert.equal(batch.in_progress, 10_000)
    assert.deepEqual(batch.profile_urls, urls)
  })

  it('refuses a batch of 10,001 profiles, and stores nothing', async () => {
    const stored = await countStored(api)
    const answer = await submit({ profile_urls: many(10_001) }, '/batch/deep')
    assert.equal(answer.status, 422)
    const [entry, ...others] = detailList(answer)
    assert.equal(others.length, 0)
    assert.equal(entry?.type, 'too_long')
    assert.deepEqual(entry?.loc, ['body', 'profile_urls'])
    assert.equal(entry?.msg, 'List should have at most 10000 items after validation, not 10001')
    assert.deepEqual(entry?.ctx, { field_type: 'List', max_length: 10_000, actual_length: 10_001 })
    assert.deepEqual(await countStored(api), stored)
  })

  it('refuses an empty batch', async () => {
    assert.equal((await submit({ profile_urls: [] }, '/batch/deep')).status, 422)
  })

  const MIB = 1024 * 1024
  const padded = (member: string, bytes: number) => {
    const [head, tail] = [`{${member},"pad":"`, '"}']
    return head + 'x'.repeat(bytes - head.length - tail.length) + tail
  }
  const single = '"profile_url":"https://ex.com/u"'
  const batch = '"profile_urls":["https://ex.com/u"]'

  for (const [path, member, limit] of [
    ['/scan/deep', single, MIB],
    ['/scan/quick', single, MIB],
    ['/batch/deep', batch, 32 * MIB],
    ['/batch/quick', batch, 32 * MIB],
  ] as const) {
    it(`${path} accepts a body of ${limit / MIB} MiB and answers 413 to a byte more`, async () => {
      assert.equal((await submit(padded(member, limit), path)).status, 200)
      const stored = await countStored(api)
      const answer = await submit(padded(member, limit + 1), path)
      assert.equal(answer.status, 413)
      assert.equal(answer.text, '{"detail":"Request body too large"}')
      assert.deepEqual(await countStored(api), stored)
    })
  }

  it('answers 413 also when the size is not announced', async () => {
    const answer = await api.call('POST', '/api/v2/scan/deep', {
      token: tenant.key,
      body: padded(single, MIB + 1),
      headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
    })
    assert.equal(answer.status, 413)
  })

  it('answers 413 on the management routes', async () => {
    for (const [method, path] of [
      ['PATCH', '/org/settings'],
      ['POST', '/org/api-keys'],
      ['POST', '/org/webhook-secret/rotate'],
    ] as const) {
      const body = padded('"x":1', 16 * 1024 + 1)
      const answer = await api.call(method, `/api/v2${path}`, { token: tenant.admin, body })
      assert.equal(answer.status, 413, path)
    }
  })
})

describe('headers', () => {
  it('Idempotency-Key makes no difference: each submission is its own scan', async () => {
    const headers = { 'idempotency-key': 'one' }
    const body = { profile_url: 'https://ex.com/u' }
    const [one, two] = await Promise.all(
      [1, 2].map(() => api.call('POST', '/api/v2/scan/quick', { token: tenant.key, body, headers })),
    )
    assert.ok(one && two)
    assert.notEqual(textField(one, 'scan_id'), textField(two, 'scan_id'))
  })

  it('no answer carries X-RateLimit headers', async () => {
    const answer = await submitUrl('https://ex.com/u')
    assert.deepEqual(
      Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit')),
      [],
    )
  })
})

async function callbackOfScan(own: Tenant, scanId: string): Promise<unknown> {
  return field(await api.call('GET', `/api/v2/scans/${scanId}`, { token: own.key }), 'callback_url')
}

function record(answer: Answer): Record<string, unknown> {
  assert.equal(answer.status, 200, answer.text)
  assert.ok(typeof answer.json === 'object' && answer.json !== null)
  return { ...answer.json }
}

function detailList(answer: Answer): Record<string, unknown>[] {
  const detail = detailOf(answer)
  assert.ok(Array.isArray(detail))
  return detail
}

/** From submission to the estimate; the microseconds of both are the same. */
function secondsBetween(answer: Answer): number {
  const [from, to] = [textField(answer, 'submitted_at'), textField(answer, 'estimated_completion')]
  assert.equal(from.slice(19), to.slice(19))
  return (Date.parse(to) - Date.parse(from)) / 1000
}
