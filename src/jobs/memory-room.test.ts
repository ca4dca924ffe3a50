import assert from 'node:assert/strict'
import { it } from 'node:test'
import { scansThatFit } from './memory-room.ts'

const MIB = 1024 ** 2
const machine = 8192 * MIB

it('scans fit into what a container lets a process have, by what it holds', () => {
  assert.equal(scansThatFit(512 * MIB, { machine, held: 256 * MIB }), 3)
  assert.equal(scansThatFit(512 * MIB, { machine, held: 440 * MIB }), 0)
  assert.equal(scansThatFit(512 * MIB, { machine, held: 600 * MIB }), 0)
  assert.ok(scansThatFit(1536 * MIB, { machine, held: 300 * MIB }) > 8)
})

it('nothing bounds them where nothing but the machine does', () => {
  for (const limit of [0, machine, 2 ** 63])
    assert.equal(scansThatFit(limit, { machine, held: 300 * MIB }), Number.POSITIVE_INFINITY)
})
