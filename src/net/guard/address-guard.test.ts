import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { describe, it } from 'node:test'
import { InvalidInput } from '../../errors.ts'
import { parseEgressAllow, vetAddress, vetAnswer, vetUrl } from './address-guard.ts'

const NOTHING = parseEgressAllow('')

function verdict(url: string, allow = '', rules = {}): string {
  const decided = vetUrl(url, parseEgressAllow(allow), rules)
  return decided.ok ? 'ok' : decided.reason
}

describe('vetUrl', () => {
  it('names why it refuses', () => {
    assert.equal(verdict('nonsense'), 'not_a_url')
    assert.equal(verdict('ftp://a.test/'), 'scheme')
    assert.equal(verdict('https://u:p@a.test/'), 'userinfo')
    assert.equal(verdict('https://a.test:8443/'), 'port')
    assert.equal(verdict('https://printer.lan/'), 'reserved_name')
    assert.equal(verdict('https://wiki/'), 'reserved_name')
    assert.equal(verdict('https://10.0.0.1/'), 'reserved_address')
    assert.equal(verdict('https://a.test/'), 'ok')
  })

  it('lets the operator open hosts, one port of a host, and networks', () => {
    assert.equal(verdict('http://searx:8080/', 'searx'), 'ok')
    assert.equal(verdict('http://searx:8080/', 'searx:8080'), 'ok')
    assert.equal(verdict('http://searx:9090/', 'searx:8080'), 'reserved_name')
    assert.equal(verdict('http://10.1.2.3:9200/', '10.0.0.0/8'), 'ok')
    assert.equal(verdict('http://11.1.2.3:9200/', '10.0.0.0/8'), 'port')
    assert.equal(verdict('http://192.168.0.1/', '10.0.0.0/8'), 'reserved_address')
    assert.equal(verdict('http://[fd00::1]:81/', '[fd00::1]:81'), 'ok')
  })

  it('leaves the port of a name to its address only where we resolve it ourselves', () => {
    assert.equal(verdict('http://a.test:8080/', '10.0.0.0/8'), 'ok')
    assert.equal(verdict('http://a.test:8080/', '10.0.0.0/8', { resolved: 'elsewhere' }), 'port')
  })

  it('accepts any port but zero, and credentials, for callbacks', () => {
    assert.equal(verdict('https://u:p@a.test:8443/', '', { ports: 'any', userinfo: 'accept' }), 'ok')
    assert.equal(verdict('https://a.test:0/', '', { ports: 'any' }), 'port')
  })
})

describe('vetAddress', () => {
  it('refuses what ipaddr.js calls unicast outside 2000::/3', () => {
    for (const ip of ['::7f00:1', '::2', '4000::1', '8000::1', 'fe80::1%lo', '', 'a.test']) {
      assert.equal(vetAddress(ip, NOTHING).ok, false, ip)
    }
    assert.equal(vetAddress('2606:4700::1111', NOTHING).ok, true)
  })

  it('does not take a mapped address for the network that it maps to', () => {
    assert.equal(vetAddress('::ffff:127.0.0.1', parseEgressAllow('127.0.0.0/8')).ok, false)
  })
})

describe('an address that looks public and is a cloud’s own', () => {
  it('is refused as one of its kind is, unless it is listed itself', () => {
    assert.equal(verdict('http://168.63.129.16/machine?comp=goalstate'), 'reserved_address')
    assert.equal(verdict('http://168.63.129.16/', '168.63.129.16'), 'ok')
    assert.equal(vetAddress('168.63.129.17', NOTHING).ok, true)
  })
})

describe('vetAnswer', () => {
  const open = (ip: string, host: string, allowed: string) =>
    vetAnswer(ip, { host, port: 80, allow: parseEgressAllow(allowed) }).ok

  it('lets a listed name lead anywhere', () => {
    assert.equal(open('10.0.0.2', 'searx', 'searx'), true)
    assert.equal(open('10.0.0.2', 'other.test', 'searx'), false)
  })

  it('lets no listed name lead to the credentials of a machine in a cloud', () => {
    for (const ip of [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      'fe80::1',
      'fd00:ec2::254',
      '100.100.100.200',
      '168.63.129.16',
    ])
      assert.equal(open(ip, 'searx', 'searx'), false, ip)
    assert.equal(open('169.254.169.254', 'searx', 'searx 169.254.169.254'), true)
  })
})

describe('a port of this service itself', () => {
  const allow = parseEgressAllow('127.0.0.0/8 ::1 ::ffff:0:0/96 localhost 0.0.0.0', [8080, 9464])
  const ofThisMachine = Object.values(networkInterfaces())
    .flatMap((own) => own ?? [])
    .map((own) => own.address.split('%')[0] ?? '')

  it('is open under no address of this machine', () => {
    for (const ip of ['127.0.0.1', '127.8.8.8', '::1', '0.0.0.0', '::ffff:127.0.0.1', ...ofThisMachine]) {
      const all = parseEgressAllow(`0.0.0.0/0 ::/0 localhost`, [8080])
      assert.equal(vetAddress(ip, all, 8080).ok, false, ip)
      assert.equal(vetAnswer(ip, { host: 'localhost', port: 8080, allow: all }).ok, false, ip)
      assert.equal(vetAddress(ip, all, 8081).ok, true, ip)
    }
    for (const port of [8080, 9464]) assert.equal(vetUrl(`http://127.0.0.1:${port}/metrics`, allow).ok, false)
    assert.equal(vetUrl('http://127.0.0.1:8081/', allow).ok, true)
  })

  it('is a port like another elsewhere', () => {
    assert.equal(vetAddress('203.0.114.1', allow, 8080).ok, true)
    assert.equal(vetUrl('http://10.9.8.7:8080/', parseEgressAllow('10.0.0.0/8', [8080])).ok, true)
  })
})

describe('parseEgressAllow', () => {
  for (const entry of [
    '10.0.0.0/33',
    '10.0.0/8',
    'a b:x',
    'http://a.test',
    'host:0',
    'host:70000',
    '[::1',
    '*.test',
    '2130706433',
  ]) {
    it(`refuses ${entry} and says which entry`, () => {
      assert.throws(
        () => parseEgressAllow(`127.0.0.1, ${entry}`),
        (error) => {
          assert.ok(error instanceof InvalidInput)
          assert.match(error.message, /^(write )?"/)
          return true
        },
      )
    })
  }
})
