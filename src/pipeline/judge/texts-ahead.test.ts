import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pack } from '../../../test/policy/built-in-pack.ts'
import { createTextsAhead } from './texts-ahead.ts'

it('reads texts of scans as long as there is room, and gives those of each once', () => {
  const ahead = createTextsAhead(20)
  ahead.read(pack, 1, ['0123456789'])
  ahead.read(pack, 2, ['01234', '0123456789', '56789'])
  ahead.read(pack, 2, ['one more'])
  const [first, second] = [ahead.take(1), ahead.take(2)]
  assert.deepEqual([...first.read.keys()], ['0123456789'])
  assert.deepEqual([...second.read.keys()], ['01234', '56789'])
  assert.equal(ahead.take(1).units, 0)
  ahead.read(pack, 3, ['0123456789', '9876543210'])
  assert.equal(ahead.take(3).units, 20)
})
