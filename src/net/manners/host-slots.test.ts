import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createHostSlots } from './host-slots.ts'

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
})
