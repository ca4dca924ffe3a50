import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { ScanRecord } from '../../sdk/contract.ts'
import { type Loopback, serveHttp, serveHttps } from '../net/loopback.ts'
import { selfSigned } from '../net/self-signed.ts'
import { startProxy } from '../net/tiny-proxy.ts'
import { PROGRAM } from '../support/program.ts'
import { answer } from './ask-model.ts'
import { answerTo, type ModelServer, startModelServer } from './model-server.ts'

const WORDS = 'Evenings with me are unforgettable, ask for my menu of time'
const MODEL = { TOSCAN_MODEL_QUICK: 'openai-compatible:of-the-test' }

describe('the way to a model', () => {
  let site: Loopback
  let server: ModelServer
  const reply = () => ({ say: answer([{ code: 'escort_offer', quote: 'ask for my menu of time' }]) })
  before(async () => {
    site = await serveHttp((_request, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>Ana</title><h1>Ana</h1><p>${WORDS}</p>`),
    )
    server = await startModelServer(reply)
  })
  after(async () => {
    await site.close()
    await server.close()
  })

  it('is direct where collection has a proxy: a model on loopback is reached, and the proxy never hears of it', async (t) => {
    const proxy = await startProxy({ 'ana.example': site.port })
    t.after(proxy.close)
    const { model } = await scan('http://ana.example/ana', {
      ...MODEL,
      TOSCAN_EGRESS_PROXY: proxy.origin,
      TOSCAN_MODEL_BASE_URL: `${server.origin}/v1`,
    })
    assert.deepEqual([model?.outcome, model?.detail], ['used', null])
    assert.ok(proxy.arrivals.some((line) => line.endsWith('http://ana.example/ana')))
    assert.deepEqual(
      proxy.arrivals.filter((line) => !line.includes('//ana.example/')),
      [],
    )
  })

  it('takes a proxy of its own, and no page takes it', async (t) => {
    const proxy = await startProxy({ 'models.example': server.port })
    t.after(proxy.close)
    const { model } = await scan(`${site.origin}/ana`, {
      ...MODEL,
      TOSCAN_EGRESS_ALLOW_COLLECTION: `127.0.0.1:${site.port}`,
      TOSCAN_MODEL_PROXY: proxy.origin.replace('//', '//user:secret@'),
      TOSCAN_MODEL_BASE_URL: 'http://models.example/v1',
    })
    assert.equal(model?.outcome, 'used')
    assert.deepEqual(new Set(proxy.arrivals), new Set(['POST http://models.example/v1/chat/completions']))
    assert.equal(proxy.headers[0]?.['proxy-authorization'], `Basic ${btoa('user:secret')}`)
  })

  it('shows that proxy no more than a name where the model is asked by https', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'toscan-authority-'))
    const tls = selfSigned('models.example')
    writeFileSync(join(folder, 'authority.pem'), tls.cert)
    const secure = await serveHttps(tls, answerTo(reply))
    const proxy = await startProxy({ 'models.example:443': secure.port })
    t.after(async () => {
      await proxy.close()
      await secure.close()
      rmSync(folder, { recursive: true })
    })
    const { model } = await scan(`${site.origin}/ana`, {
      ...MODEL,
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
      TOSCAN_EGRESS_ALLOW_COLLECTION: `127.0.0.1:${site.port}`,
      TOSCAN_MODEL_PROXY: proxy.origin,
      TOSCAN_MODEL_BASE_URL: 'https://models.example/v1',
    })
    assert.equal(model?.outcome, 'used')
    assert.deepEqual(new Set(proxy.arrivals), new Set(['CONNECT models.example:443']))
  })

  async function scan(url: string, env: Record<string, string>) {
    const child = spawn(process.execPath, [PROGRAM, 'scan', url, '--quick', '--json'], {
      env: { PATH: process.env.PATH, TOSCAN_BROWSER: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    assert.ok(out.startsWith('{'), err)
    const { triage_report } = ScanRecord.omit({ org_id: true }).parse(JSON.parse(out))
    return { model: triage_report?.model }
  }
})
