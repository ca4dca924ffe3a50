import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atMostEach } from './at-most-each.ts'

it('does at once what is asked for first, and what is asked for meanwhile once, at the end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let done = 0
  const ask = atMostEach(30, () => done++)
  ask()
  assert.equal(done, 1)
  for (let asked = 0; asked < 5; asked++) ask()
  t.mock.timers.tick(29)
  assert.equal(done, 1)
  t.mock.timers.tick(1)
  assert.equal(done, 2)
  ask()
  t.mock.timers.tick(30)
  assert.equal(done, 3)
  t.mock.timers.tick(300)
  assert.equal(done, 3, 'nobody asked again')
  ask()
  assert.equal(done, 4, 'at once after a rest')
})

it('waits for no more than are enough', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let done = 0
  const ask = atMostEach(30, () => done++, 3)
  for (let asked = 0; asked < 3; asked++) ask()
  assert.equal(done, 1)
  ask()
  assert.equal(done, 2)
  t.mock.timers.tick(30)
  assert.equal(done, 2, 'nobody asked again')
})
