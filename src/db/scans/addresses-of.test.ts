import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressesOf } from './addresses-of.ts'

describe('how people write an address', () => {
  it('is with either scheme, with and without www. and the last slash', () => {
    const ways = ['', '/'].flatMap((end) =>
      ['http://', 'https://', 'http://www.', 'https://www.'].map(
        (start) => `${start}x.example/ana${end}?a=1`,
      ),
    )
    assert.deepEqual(
      addressesOf('https://www.x.example/ana?a=1#top').sort(),
      [...ways, 'https://www.x.example/ana?a=1#top'].sort(),
    )
  })

  it('has no www. where the host is an IP address', () => {
    for (const host of ['127.0.0.1:8080', '[2001:db8::1]'])
      assert.deepEqual(addressesOf(`http://${host}/ana`).sort(), [
        `http://${host}/ana`,
        `http://${host}/ana/`,
        `https://${host}/ana`,
        `https://${host}/ana/`,
      ])
  })
})
