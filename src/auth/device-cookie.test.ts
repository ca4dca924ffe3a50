import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newDeviceCookie, readDeviceCookie } from './device-cookie.ts'

const SECRET = 'a'.repeat(64)
const MINA = 'mina@example.org'

describe('the cookie of a known device', () => {
  it('names the same device to us, and each device another', () => {
    const cookie = newDeviceCookie(SECRET, MINA)
    const device = readDeviceCookie(SECRET, MINA, cookie)
    assert.match(String(device), /^[\w-]{24}$/)
    assert.equal(readDeviceCookie(SECRET, MINA, cookie), device)
    assert.notEqual(readDeviceCookie(SECRET, MINA, newDeviceCookie(SECRET, MINA)), device)
  })

  it('is worth nothing for another account, under another key, or changed', () => {
    const cookie = newDeviceCookie(SECRET, MINA)
    assert.equal(readDeviceCookie(SECRET, 'kofi@example.org', cookie), null)
    assert.equal(readDeviceCookie('b'.repeat(64), MINA, cookie), null)
    for (const forged of [
      `x${cookie}`,
      `${cookie}x`,
      cookie.replace('.', ''),
      'x.',
      '.',
      '',
      null,
      undefined,
    ])
      assert.equal(readDeviceCookie(SECRET, MINA, forged), null)
  })
})
