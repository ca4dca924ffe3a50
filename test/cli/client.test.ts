import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { ScanEvent } from '../../sdk/contract.ts'
import { setDailyLimit } from '../../src/db/organization/orgs.ts'
import {
  type Api,
  profilePage,
  type Receiver,
  type Service,
  startReceiver,
  startService,
  startWeb,
  until,
  type Web,
} from '../jobs/service.ts'
import { PROGRAM } from '../support/program.ts'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

describe('the client commands', () => {
  let service: Service
  let web: Web
  let api: Api
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'client-'))
    ;[service, web] = await Promise.all([
      startService(),
      startWeb((request, response) => {
        if (request.url?.startsWith('/bad')) return flaggedPage(response)
        return profilePage(request, response)
      }),
    ])
    ;[api] = await Promise.all([service.api(), service.worker()])
  })
  after(async () => {
    await service?.stop()
    await web?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (key: string | undefined, args: string[]) =>
    spawn(process.execPath, [PROGRAM, ...args], {
      env: { PATH: process.env.PATH, TOSCAN_SERVER: api.url, ...(key && { TOSCAN_API_KEY: key }) },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  const toscan = async (key: string | undefined, args: string[], input = '') => {
    const child = start(key, args)
    child.stdin.end(input)
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('exit', resolve)),
    ])
    return { out, err, code, json: () => JSON.parse(out) }
  }

  it('submit hands over one profile, and list and show find it', async () => {
    const { key } = await service.org()
    const done = await toscan(key, ['submit', `${web.origin}/nadia`, '--quick', '--wait'])
    assert.equal(done.code, 0, done.err)
    const [scan] = done.json().scans
    assert.deepEqual(
      [scan.status, scan.recommendation, scan.profile_url],
      ['completed', 'no_flags', `${web.origin}/nadia`],
    )

    const listed = (await toscan(key, ['list', '--mode', 'quick', '--q', 'nadia'])).json().scans
    assert.deepEqual(
      listed.map((each: { scan_id: string }) => each.scan_id),
      [scan.scan_id],
    )
    const shown = (await toscan(key, ['show', scan.scan_id])).json()
    assert.equal(shown.profile.name, 'nadia')
    const opened = await toscan(key, ['open', scan.scan_id])
    assert.deepEqual([opened.code, opened.out], [0, `${api.url}/o/${shown.org_id}/scans/${scan.scan_id}\n`])
    assert.deepEqual([shown.profile_id, shown.triage_report.risk_score], [scan.scan_id, scan.risk_score])
  })

  it('submit answers at once without --wait', async () => {
    const { key } = await service.org()
    web.hold((path) => path === '/held')
    try {
      const { code, json } = await toscan(key, ['submit', `${web.origin}/held`, '--quick'])
      assert.equal(code, 0)
      assert.equal(json().scans[0].status, 'processing')
    } finally {
      web.release()
    }
  })

  it('submit takes a list from a file or from standard input, as one batch', async () => {
    const { key } = await service.org()
    const file = join(folder, 'list.csv')
    writeFileSync(file, `name,page\nNadia,${web.origin}/nadia\nOmar,${web.origin}/omar\n`)
    const fromFile = await toscan(key, ['submit', '--file', file, '--column', 'page', '--quick', '--wait'])
    assert.equal(fromFile.code, 0, fromFile.err)
    const { batch_id, scans } = fromFile.json()
    assert.match(batch_id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(
      scans.map((scan: { profile_url: string; status: string }) => [scan.profile_url, scan.status]),
      [
        [`${web.origin}/nadia`, 'completed'],
        [`${web.origin}/omar`, 'completed'],
      ],
    )
    const fromInput = await toscan(
      key,
      ['submit', '--file', '-', '--quick'],
      `${web.origin}/a\n${web.origin}/b\n`,
    )
    assert.equal(fromInput.json().scans.length, 2)
    const wrong = await toscan(key, ['submit', '--file', file, '--column', 'nope'])
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /has no column "nope"/)
  })

  it('submit exits with 2 where a scan is flagged as much as --fail-on says', async () => {
    const { key } = await service.org()
    const urls = [`${web.origin}/bad`, `${web.origin}/good`]
    const flagged = await toscan(key, ['submit', ...urls, '--quick', '--fail-on', 'review_low'])
    assert.equal(flagged.code, 2, flagged.err)
    const [bad, good] = flagged.json().scans
    assert.notEqual(bad.recommendation, 'no_flags')
    assert.equal(good.recommendation, 'no_flags')
    const clean = await toscan(key, ['submit', `${web.origin}/good`, '--quick', '--fail-on', 'review_low'])
    assert.equal(clean.code, 0)
  })

  it('submit exits with 3 where a scan fails, and watch and show say why', async () => {
    const { key } = await service.org()
    const dead = await startWeb()
    await dead.close()
    const failed = await toscan(key, ['submit', `${dead.origin}/nobody`, '--quick', '--wait'])
    assert.equal(failed.code, 3, failed.err)
    for (const command of ['watch', 'show']) {
      const told = await toscan(key, [command, failed.json().scans[0].scan_id])
      assert.equal(told.code, 3)
      assert.match(told.json().error, /^Profile could not be fetched/)
    }
  })

  it('submit exits with 4 at the daily limit, and says what was left out', async () => {
    const { key, orgId } = await service.org()
    await setDailyLimit(service.opened.db, orgId, 1)
    const part = await toscan(key, ['submit', `${web.origin}/one`, `${web.origin}/two`, '--quick'])
    assert.equal(part.code, 4)
    assert.deepEqual(part.json().skipped_urls, [`${web.origin}/two`])
    assert.match(part.err, /1 left out by the daily limit/)
    const none = await toscan(key, ['submit', `${web.origin}/three`, '--quick'])
    assert.equal(none.code, 4)
    assert.match(none.err, /1 of 1 scans used today; resets at \d{4}-/)
    assert.equal(none.out, '')
  })

  it('every command exits with 5 without a key and with a wrong one', async () => {
    for (const args of [
      ['list'],
      ['submit', 'https://a.example'],
      ['show', 'x'],
      ['listen', '--forward', 'http://localhost:1'],
    ])
      for (const [key, message] of [
        [undefined, /No API key for http:\S+: toscan login, or set TOSCAN_API_KEY/],
        [`sk_${'0'.repeat(64)}`, /Invalid or revoked API key/],
      ] as const) {
        const { code, err, out } = await toscan(key, args)
        assert.deepEqual([code, out], [5, ''], args[0])
        assert.match(err, message)
      }
  })

  it('says what the server says of an unknown id, a bad address and a server that is not there', async () => {
    const { key } = await service.org()
    const gone = await startWeb()
    await gone.close()
    for (const [args, message] of [
      [['show', 'nothing'], /Scan not found/],
      [['submit', 'ftp://a.example'], /body\.profile_url: URL scheme should be/],
      [['list', '--from', '2026-02-31'], /from_date is not a valid calendar date/],
      [['list', '--server', gone.origin], /cannot be reached/],
      [['list', '--limit', '0'], /--limit must be/],
      [['submit'], /Name a profile URL/],
    ] as const) {
      const { code, err } = await toscan(key, [...args])
      assert.equal(code, 1, err)
      assert.match(err, message)
      assert.ok(!err.includes('    at '), err)
    }
  })

  it('watch names the steps of a running scan and ends with its report', async () => {
    const { key, orgId } = await service.org()
    web.hold((path) => path === '/slow')
    const scanId = await service.submit(orgId, [`${web.origin}/slow`], { single: true })
    const watching = start(key, ['watch', scanId])
    let said = ''
    watching.stderr.on('data', (chunk) => {
      said += chunk
    })
    await until(() => /running: profile/.test(said))
    web.release()
    const record = JSON.parse(await text(watching.stdout))
    assert.equal(record.status, 'completed')
    await until(() => watching.exitCode !== null)
    assert.equal(watching.exitCode, 0)
    assert.match(said, /completed\n$/)
  })

  it('watch asks for the scan itself where no events are to be had', async () => {
    const { key, orgId } = await service.org()
    const scanId = await service.submit(orgId, [`${web.origin}/without`], { single: true })
    // In front of the service: something that lets no stream through.
    const front = await startWeb(async (request, response) => {
      if (request.url?.endsWith('/events')) return response.writeHead(404).end('{"detail":"Not Found"}')
      const answer = await fetch(api.url + request.url, {
        headers: { authorization: request.headers.authorization ?? '' },
      })
      const body = await answer.text()
      return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
    })
    try {
      const { code, err, json } = await toscan(key, ['watch', scanId, '--server', front.origin])
      assert.equal(code, 0, err)
      assert.equal(json().status, 'completed')
      assert.match(err, /completed\n$/)
      assert.equal(front.counts.get(`/api/v2/scans/${scanId}/events`), 1)
    } finally {
      await front.close()
    }
  })

  it('scan cancel and batch cancel end what waits or runs', async () => {
    const { key, orgId } = await service.org()
    web.hold((path) => path.startsWith('/endless'))
    try {
      const scanId = await service.submit(orgId, [`${web.origin}/endless`], { single: true })
      const once = await toscan(key, ['scan', 'cancel', scanId])
      assert.deepEqual([once.code, once.json()], [0, { scan_id: scanId, status: 'failed', cancelled: true }])
      const batchId = await service.submit(orgId, [`${web.origin}/endless-1`, `${web.origin}/endless-2`])
      const all = await toscan(key, ['batch', 'cancel', batchId])
      assert.deepEqual([all.code, all.json()], [0, { batch_id: batchId, cancelled: 2 }])
      const told = await toscan(key, ['show', scanId])
      assert.deepEqual([told.code, told.json().error], [3, 'Cancelled'])
    } finally {
      web.release()
    }
    const unknown = await toscan(key, ['scan', 'cancel', 'nothing'])
    assert.deepEqual([unknown.code, unknown.err], [1, 'toscan: Scan not found\n'])
  })

  it('export takes the list along, to standard output or into a new file', async () => {
    const { key } = await service.org()
    const urls = ['/exported-a', '/exported-b', '/other'].map((path) => web.origin + path)
    assert.equal((await toscan(key, ['submit', ...urls, '--quick', '--wait'])).code, 0)
    const lines = await toscan(key, ['export', '--q', 'exported', '--status', 'completed', '--order', 'asc'])
    assert.equal(lines.code, 0, lines.err)
    const scans = lines.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(scans.map(({ profile_url }) => profile_url).sort(), urls.slice(0, 2))

    const file = join(folder, 'scans.csv')
    const written = await toscan(key, ['export', file])
    assert.deepEqual([written.code, written.out], [0, ''], written.err)
    const [names, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
    assert.match(names ?? '', /^\ufeffscan_id,profile_url,/)
    assert.equal(rows.length, 3)
    const again = await toscan(key, ['export', file])
    assert.equal(again.code, 1)
    assert.match(again.err, /is there already: name a new file/)
    const nowhere = await toscan(key, ['export', join(folder, 'none', 'scans.csv')])
    assert.equal(nowhere.code, 1)
    assert.match(nowhere.err, /^toscan: .*none\/scans\.csv: no such file or directory \(ENOENT\)$/m)
    assert.equal(readFileSync(file, 'utf8').trimEnd().split('\r\n').length, 4)
    for (const [args, message] of [
      [['--decision', 'perhaps'], /--decision takes undecided, cleared/],
      [['--from', '2026-02-31'], /from_date is not a valid calendar date/],
    ] as const) {
      const wrong = await toscan(key, ['export', join(folder, 'never.csv'), ...args])
      assert.equal(wrong.code, 1)
      assert.match(wrong.err, message)
      assert.ok(!existsSync(join(folder, 'never.csv')))
    }
  })

  it('export leaves no part of a list behind', async () => {
    const broken = await startWeb((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' })
      response.write('scan_id,profile_url\r\n', () => response.destroy())
    })
    try {
      const file = join(folder, 'part.csv')
      const { code, err } = await toscan(`sk_${'1'.repeat(64)}`, ['export', file, '--server', broken.origin])
      assert.equal(code, 1)
      assert.match(err, /The list broke off, and is not whole/)
      assert.ok(!existsSync(file))
    } finally {
      await broken.close()
    }
  })

  it('listen hands over each scan that ends, once, signed, at the address with its query', async () => {
    const { key, orgId } = await service.org()
    const submit = (name: string) => service.submit(orgId, [`${web.origin}/${name}`], { single: true })
    const ended = await submit('ended-before')
    await until(async () => (await toscan(key, ['show', ended])).json().status === 'completed')
    web.hold((path) => path === '/running')
    const running = await submit('running')
    await until(async () => (await toscan(key, ['show', running])).json().processing_started_at !== null)

    const receiver: Receiver = await startReceiver()
    const forward = `${receiver.url}/hook?tenant=7&x=a%20b`
    const listening = start(key, ['listen', '--forward', forward, '--secret', SECRET])
    let said = ''
    listening.stdout.on('data', (chunk) => {
      said += chunk
    })
    try {
      await until(() => said.includes('Forwarding to'))
      const later = await submit('later')
      await until(() => receiver.got.length === 1)
      web.release()
      await until(() => receiver.got.length === 2)
      const last = await submit('last')
      await until(() => receiver.got.length === 3)
      const events = receiver.got.map(({ body, headers, path }) => {
        assert.equal(path, '/hook?tenant=7&x=a%20b')
        new Webhook(SECRET).verify(body, headers)
        return ScanEvent.parse(JSON.parse(body.toString()))
      })
      assert.deepEqual(
        events.map((event) => event.scan_id),
        [later, running, last],
      )
      assert.ok(events.every((event) => event.coverage?.mode === 'quick'))
    } finally {
      listening.kill('SIGINT')
      await until(() => listening.exitCode !== null)
      await receiver.close()
    }
    assert.equal(listening.exitCode, 0)
  })

  it('listen keeps what has ended until somebody listens at the address', async () => {
    const { key, orgId } = await service.org()
    const absent = await startReceiver()
    await absent.close()
    const listening = start(key, ['listen', '--forward', `${absent.url}/hook`])
    let said = ''
    listening.stdout.on('data', (chunk) => {
      said += chunk
    })
    try {
      await until(() => said.includes('Forwarding to'))
      const scanId = await service.submit(orgId, [`${web.origin}/patience`], { single: true })
      await until(() => said.includes(`completed ${scanId}`))
      assert.match(said, /nobody listens/)
      const present = await startReceiver(undefined, absent.port)
      await until(() => present.got.length === 1)
      const [secret = ''] = /whsec_\S+/.exec(said) ?? []
      const [got] = present.got
      assert.ok(got)
      new Webhook(secret).verify(got.body, got.headers)
      await until(() => said.includes('→ 204'))
      await present.close()
    } finally {
      listening.kill('SIGTERM')
      await until(() => listening.exitCode !== null)
    }
    assert.equal(listening.exitCode, 0)
  })
})

/** Words that the built-in pack flags on any page. */
function flaggedPage(response: import('node:http').ServerResponse) {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    '<!doctype html><title>Mara</title><meta property="og:title" content="Mara"><h1>Mara</h1><p>Escort in the city, incall and outcall, 200 per hour. Book me on WhatsApp.</p>',
  )
}
