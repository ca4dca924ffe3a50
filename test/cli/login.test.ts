import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { serverOf } from '../../src/cli/remote/with-server.ts'
import { readConfig } from '../../src/config.ts'
import { runToscan } from '../support/run-toscan.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const OTHER = `sk_${'0'.repeat(64)}`

describe('toscan login', () => {
  let api: TestApi
  let tenant: Tenant
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'login-'))
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(async () => {
    await api?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const toscan = (args: string[], { input = '', ...env }: Record<string, string> = {}) =>
    runToscan(args, { XDG_CONFIG_HOME: folder, ...env }, input)
  const file = () => join(folder, 'toscan', 'login.json')
  const signIn = () =>
    toscan(['login', '--server', `${api.baseUrl}/`, '--key-stdin'], { input: `${tenant.key}\n` })

  it('keeps address and key for the commands that follow, for nobody else to read', async () => {
    const { code, out, err } = await signIn()
    assert.equal(code, 0, err)
    assert.equal(out, `Signed in to ${api.baseUrl} for ${tenant.orgId}; kept in ${file()}\n`)
    assert.equal(statSync(file()).mode & 0o777, 0o600)
    assert.equal(statSync(join(folder, 'toscan')).mode & 0o777, 0o700)
    assert.deepEqual(readdirSync(join(folder, 'toscan')), ['login.json'])
    const listed = await toscan(['list'])
    assert.deepEqual([listed.code, listed.out], [0, '{"scans":[]}\n'], listed.err)
  })

  it('keeps nothing that the server does not take, nor what is no key', async () => {
    const before = (await signIn()) && readFileSync(file(), 'utf8')
    const refused = await toscan(['login', '--server', api.baseUrl, '--key-stdin'], { input: OTHER })
    assert.deepEqual([refused.code, refused.out], [5, ''])
    assert.match(refused.err, /Invalid or revoked API key/)
    const wrong = await toscan(['login', '--server', api.baseUrl, '--key-stdin'], { input: 'hunter2' })
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /no API key/)
    assert.doesNotMatch(wrong.err, /hunter2/)
    assert.equal(readFileSync(file(), 'utf8'), before)
  })

  it('without a terminal asks for --key-stdin', async () => {
    const { code, err } = await toscan(['login', '--server', api.baseUrl])
    assert.equal(code, 1)
    assert.match(err, /toscan login --key-stdin/)
  })

  it('comes after the environment, and shows no server the key of another', async () => {
    await signIn()
    const env = { XDG_CONFIG_HOME: folder }
    const chosen = (more: Record<string, string>, options: { server?: string } = {}) => {
      const { baseUrl, apiKey } = serverOf(readConfig({ ...env, ...more }), options)
      return [baseUrl, apiKey]
    }
    const elsewhere = 'https://other.example'
    assert.deepEqual(chosen({}), [api.baseUrl, tenant.key])
    assert.deepEqual(chosen({ TOSCAN_SERVER: `${api.baseUrl}/` }), [api.baseUrl, tenant.key])
    assert.deepEqual(chosen({ TOSCAN_SERVER: elsewhere }), [elsewhere, undefined])
    assert.deepEqual(chosen({}, { server: elsewhere }), [elsewhere, undefined])
    assert.deepEqual(chosen({ TOSCAN_API_KEY: OTHER }), ['http://127.0.0.1:8080', OTHER])
    assert.deepEqual(chosen({ TOSCAN_API_KEY: OTHER, TOSCAN_SERVER: elsewhere }), [elsewhere, OTHER])
    const none = await toscan(['list', '--server', elsewhere])
    assert.deepEqual([none.code, none.out], [5, ''])
    assert.match(none.err, /No API key for https:\/\/other\.example: toscan login/)
  })

  it('logout forgets the key, once', async () => {
    await signIn()
    const { code, out } = await toscan(['logout'])
    assert.equal(code, 0)
    assert.match(
      out,
      /^Signed out of http:\/\/127\.0\.0\.1:\d+\. Its key stays good until somebody revokes it\.\n$/,
    )
    assert.doesNotMatch(readFileSync(file(), 'utf8'), /sk_/)
    assert.match((await toscan(['logout'])).err, /Nobody is signed in/)
    assert.equal((await toscan(['list'])).code, 5)
  })

  it('says so where its file is something else, and where there is no place for one', async () => {
    await signIn()
    writeFileSync(file(), 'server: x')
    const { code, err } = await toscan(['list'])
    assert.equal(code, 1)
    assert.match(err, /login\.json is not what toscan login writes: remove it/)
    const homeless = await runToscan(['login', '--server', api.baseUrl, '--key-stdin'], {}, tenant.key)
    assert.equal(homeless.code, 1)
    assert.match(homeless.err, /name one for settings by XDG_CONFIG_HOME/)
  })
})
