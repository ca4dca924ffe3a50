import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kindOf, matching } from './commands.ts'

describe('the commands of the palette', () => {
  const commands = [
    { label: 'Home' },
    { label: 'API keys', words: 'token' },
    { label: 'Keys of the keyboard' },
    { label: 'Switch to Ada’s organization' },
  ]
  const found = (typed: string) => matching(commands, typed).map(({ label }) => label)

  it('are all there before anything is typed', () => {
    assert.equal(found('  ').length, 4)
  })

  it('are found by the beginnings of their words, in any order, and by words for the same', () => {
    assert.deepEqual(found('key'), ['API keys', 'Keys of the keyboard'])
    assert.deepEqual(found('ke AP'), ['API keys'])
    assert.deepEqual(found('token'), ['API keys'])
    assert.deepEqual(found('org ada'), ['Switch to Ada’s organization'])
    assert.deepEqual(found('eys'), [])
  })

  it('take an id for an id and an address for an address', () => {
    assert.equal(kindOf('0b6f4f0e-6f0f-4f37-9d5b-0a8f2c1f1a11'), 'id')
    assert.equal(kindOf('https://platform.example/u/mara'), 'address')
    for (const words of [
      'mara',
      'platform.example/u/mara',
      'javascript:alert(1)',
      'https://',
      'https://a b.example',
    ])
      assert.equal(kindOf(words), 'words', words)
  })
})
