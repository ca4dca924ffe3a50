import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refuseWeakPassword } from './new-password.ts'

const tried = (password: string) => refuseWeakPassword(password, 'mina.kowalska@example.org')

describe('a new password', () => {
  for (const password of [
    '1234567890',
    'Password123',
    'qwertyuiop',
    'Basketball2024',
    'sunshinesunshine',
    'manchester!',
    'aaaaaaaaaaaaaaaa',
    '1212121212',
    'mina.kowalska',
    'Mina.Kowalska@example.org',
    'toscan12345',
    'Toscan-2026!',
    'kowalska1987',
    'Mina.Kowalska.1',
    'example-org1',
    'toscantoscan',
    'toscan_Password1',
  ]) {
    it(`is refused when everybody tries it: ${password}`, async () => {
      await assert.rejects(tried(password), /one of those that are tried first/)
    })
  }

  for (const password of [
    'correct horse battery',
    'tR7#kv92Lm',
    'mina lost her hat',
    'toscan: seven blue doors',
    'пароль на завтра',
  ])
    it(`is taken: ${password}`, () => tried(password))

  it('has ten characters at least, whatever they take to store, and 256 at most', async () => {
    await assert.rejects(tried('tR7#kv92L'), /must have at least 10 characters/)
    await assert.rejects(tried('🦊🦁🐙🦄🐝'), /must have at least 10 characters/)
    await assert.rejects(tried('long and new '.repeat(20)), /must have at most 256 characters/)
  })
})
