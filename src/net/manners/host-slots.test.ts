import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createHostSlots } from './host-slots.ts'
import { withinProcess } from './process-slots.ts'

describe('host slots', () => {
  it('lets waiters in by order, host by host', async () => {
    const slots = createHostSlots(1)
    const { signal } = new AbortController()
    const order: string[] = []
    const first = await slots.acquire('a', signal)
    const waiting = ['one', 'two'].map(async (name) => {
      const release = await slots.acquire('a', signal)
      order.push(name)
      release()
    })
    const other = await slots.acquire('b', signal)
    assert.deepEqual(order, [])
    first()
    await Promise.all(waiting)
    assert.deepEqual(order, ['one', 'two'])
    other()
  })

  it('forgets a waiter that gives up, and a slot given back twice', async () => {
    const slots = createHostSlots(1)
    const leaving = new AbortController()
    const { signal } = new AbortController()
    const release = await slots.acquire('a', signal)
    const gone = slots.acquire('a', leaving.signal)
    leaving.abort(new Error('gone'))
    await assert.rejects(gone, /gone/)
    release()
    release()
    const again = await slots.acquire('a', signal)
    await assert.rejects(slots.acquire('a', AbortSignal.abort(new Error('late'))), /late/)
    again()
  })

  it('gives at once what is free, and nothing while others wait', async () => {
    const slots = withinProcess(createHostSlots(2), 3)
    const { signal } = new AbortController()
    const [first, second, elsewhere] = [slots.acquireNow('a'), slots.acquireNow('a'), slots.acquireNow('b')]
    assert.equal(slots.acquireNow('a'), null)
    assert.equal(slots.acquireNow('b'), null)
    const waiting = slots.acquire('a', signal)
    first?.()
    first?.()
    assert.equal(slots.acquireNow('a'), null)
    const third = await waiting
    for (const release of [second, elsewhere, third]) release?.()
    assert.notEqual(slots.acquireNow('b'), null)
  })
})
