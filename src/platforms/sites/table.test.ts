import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { loadPlatforms } from '../index.ts'
import { table } from './table.ts'

const { recognise } = await loadPlatforms()

const PARTS = [
  'mina',
  'Mina.T',
  '12345',
  'id5',
  '@a',
  'a:b',
  '$x',
  '-',
  'a%2Fb',
  '%25',
  'ü',
  'users',
  'login',
  'de',
]

describe('addresses of the table', () => {
  it('are written so that they are known as the same, whatever was asked', () => {
    const part = fc.oneof(fc.constantFrom(...PARTS), fc.string(), fc.stringMatching(/^[A-Za-z0-9_-]{3,24}$/))
    let known = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...table),
        fc.nat(),
        fc.array(part, { minLength: 2, maxLength: 3 }),
        ({ id, hosts, profile, also = [] }, random, [handle = '', slug = '', more]) => {
          const forms = [...profile, ...also]
          const address = `${forms[random % forms.length]}${more === undefined ? '' : `/${more}`}`
            .replace('<host>', hosts[random % hosts.length] ?? '')
            .replace('<handle>', () => handle)
            .replace('<slug>', () => slug)
          const target = recognise(address)
          if (target === null) return
          known++
          assert.equal(target.platform, id)
          assert.deepEqual(recognise(target.url), target)
        },
      ),
      { numRuns: 20_000 },
    )
    assert.ok(known > 2_000, `${known} were known`)
  })

  it('all hold a handle, and stand on hosts that are named without www', () => {
    for (const { id, profile, also = [], hosts } of table) {
      for (const form of [...profile, ...also]) assert.match(form, /^https:\/\/[^/]+\/.*$/, id)
      for (const form of [...profile, ...also]) assert.ok(form.includes('<handle>'), `${form} of ${id}`)
      for (const host of hosts) assert.match(host, /^(?!www\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, id)
    }
  })
})
