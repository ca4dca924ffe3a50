import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failuresInWords } from '../../src/pipeline/coverage/unread.ts'
import { inOwnNetwork, NO_OWN_NETWORK } from './own-network.ts'

describe('what this machine lacks', { skip: NO_OWN_NETWORK }, () => {
  it('is not that hosts do not exist, where name servers fail', async () => {
    assert.deepEqual(await inOwnNetwork('names-that-fail.ts'), {
      gone: 'dns_error',
      empty: 'dns_error',
      broken: 'dns_unavailable',
      refused: 'dns_unavailable',
      silent: 'dns_unavailable',
      callback: 'could not resolve host',
    })
    assert.deepEqual(inWords('dns_unavailable', 'render_dns_unavailable'), [
      '2 pages on hosts that no name server could be asked about were not read.',
    ])
  })

  it('is told as such where it has no route to anywhere, and stops neither attempts nor scans', async () => {
    const words = 'ENETUNREACH: this machine has no route to other networks (IPv4)'
    assert.deepEqual(await inOwnNetwork('without-network.ts', 'true'), {
      page: ['no_route', words],
      post: ['connect_error', words],
      isOutage: true,
      lack: null,
    })
    assert.deepEqual(inWords('no_route'), ['1 page to which this machine had no network was not read.'])
  })

  it('is not what is told of a host that has an address which could be tried', async () => {
    const found = await inOwnNetwork(
      'without-ipv6.ts',
      'ip link set lo up; echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6',
    )
    assert.deepEqual(found, { told: ['connect_error', 'no_route'], lack: null })
  })

  it('is waited for where all ports to connect from are taken, and then told as such', async () => {
    const words = 'this machine has no port left to connect from'
    const found = await inOwnNetwork(
      'without-ports.ts',
      'ip link set lo up; echo 40000 40003 > /proc/sys/net/ipv4/ip_local_port_range',
    )
    assert.deepEqual(found, {
      without: ['out_of_resources', `EADDRNOTAVAIL: ${words}`],
      lack: `Pages and receivers cannot be reached: ${words} (EADDRNOTAVAIL). Widen net.ipv4.ip_local_port_range.`,
      again: true,
    })
  })
})

function inWords(...reasons: string[]): string[] {
  const failed_urls = reasons.map((reason, index) => ({ url: `https://ida.example/${index}`, reason }))
  const none = { login_blocked_urls: [], bot_blocked_urls: [], rate_limited_urls: [], age_gated_urls: [] }
  return failuresInWords({ ...none, failed_urls } as unknown as Parameters<typeof failuresInWords>[0])
}
