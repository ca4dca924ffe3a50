import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseEgressAllow } from './address-guard.ts'
import { checkCallbackUrl } from './check-callback-url.ts'

function check(url: string, { allow = '', resolve = false, addresses = ['93.184.216.34'] } = {}) {
  return checkCallbackUrl(url, parseEgressAllow(allow), { resolve, resolver: async () => addresses })
}

describe('checkCallbackUrl', () => {
  it('accepts public receivers on any port', async () => {
    assert.equal(await check('https://hooks.example.com:8443/in?a=b', { resolve: true }), null)
    assert.equal(await check('http://1.1.1.1/'), null)
  })

  it('wants http or https', async () => {
    for (const url of ['ftp://a.test/', 'javascript:1', 'hooks.example.com', '']) {
      assert.equal(await check(url), 'scheme must be http or https')
    }
  })

  it('wants a host', async () => {
    for (const url of ['https://', 'https:///path', 'http://?q', 'https://:443/', 'http://[::1']) {
      assert.equal(await check(url), 'missing host', url)
    }
  })

  it('wants a port that there is', async () => {
    for (const url of [
      'https://8.8.8.8:99999/',
      'https://hooks.example.com:65536',
      'http://[2001:db8::1]:100000/x',
    ])
      assert.equal(await check(url), 'port must be 1 to 65535', url)
  })

  it('refuses private literals and reserved names without resolving', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'https://[fd00::1]/',
      'https://2130706433/',
      'https://localhost/',
      'https://a.internal/',
    ]) {
      assert.equal(await check(url), 'resolves to a private or reserved address', url)
    }
  })

  it('resolves only when asked, and looks at every answer', async () => {
    const mixed = { addresses: ['93.184.216.34', '192.168.1.1'] }
    assert.equal(await check('https://a.test/', mixed), null)
    assert.equal(
      await check('https://a.test/', { ...mixed, resolve: true }),
      'resolves to a private or reserved address',
    )
    assert.equal(await check('https://a.test/', { resolve: true, addresses: [] }), 'could not resolve host')
  })

  it('sends nothing to a port of another protocol', async () => {
    for (const port of [22, 25, 6379, 6667, 10080])
      assert.equal(await check(`https://a.test:${port}/`, {}), 'port belongs to another protocol')
    assert.equal(await check('https://a.test:8443/', {}), null)
    assert.equal(await check('http://127.0.0.1:6379/', { allow: '127.0.0.1:6379' }), null)
  })

  it('accepts what the operator allowed', async () => {
    assert.equal(await check('http://127.0.0.1:9000/', { allow: '127.0.0.0/8', resolve: true }), null)
    assert.equal(
      await check('http://receiver:9000/', { allow: 'receiver', resolve: true, addresses: ['10.0.0.2'] }),
      null,
    )
  })
})
