import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nearestName } from './nearest-name.ts'

const KNOWN = ['profile_url', 'callback_url', 'metadata', 'q']

describe('nearestName', () => {
  for (const [name, meant] of [
    ['callback_ulr', 'callback_url'],
    ['callbackUrl', 'callback_url'],
    ['callback-url', 'callback_url'],
    ['Metadata', 'metadata'],
    ['meta_data', 'metadata'],
    ['metdata', 'metadata'],
    ['proflie_url', 'profile_url'],
    ['priority', null],
    ['x', null],
    ['', null],
    ['__proto__', null],
    ['_'.repeat(100), null],
  ] as const)
    it(`takes ${JSON.stringify(name.slice(0, 20))} for ${meant}`, () => {
      assert.equal(nearestName(name, KNOWN), meant)
    })
})
