import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { watchLoop } from './loop-lateness.ts'

function block(ms: number) {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('sees how late a loop is from its first moment, across a turn, and for a second and a turn', async () => {
  const loop = watchLoop()
  try {
    block(150)
    assert.ok(loop.longest() >= 120)
    loop.turn()
    // Nobody has looked yet: it is of what follows.
    await pause(30)
    assert.ok(loop.longest() >= 120)
    loop.turn()
    assert.ok(loop.longest() >= 120)
    loop.turn()
    await pause(30)
    assert.ok(loop.longest() < 120)
  } finally {
    loop.stop()
  }
})
