import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { EndController, type EndSignal, startDeadline, startLeanDeadline } from './deadline.ts'

/** What parsing and judging do to the loop. */
function block(ms: number) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

const ended = (signal: EndSignal) =>
  new Promise<number>((resolve) =>
    signal.addEventListener('abort', () => resolve(performance.now()), { once: true }),
  )

describe('a deadline', () => {
  for (const start of [startDeadline, startLeanDeadline]) {
    it(`ends by its time, by its caller and by itself, and tells it once: ${start.name}`, async () => {
      const caller = new EndController()
      const [timed, left, over] = [start(20, []), start(10_000, [caller]), start(10_000, [])]
      const heard: string[] = []
      for (const [name, { signal }] of Object.entries({ timed, left, over }))
        signal.addEventListener('abort', () => heard.push(name), { once: true })
      const deaf = () => heard.push('deaf')
      left.signal.addEventListener('abort', deaf)
      left.signal.removeEventListener('abort', deaf)
      await ended(timed.signal)
      caller.abort(new Error('the caller'))
      over.end()
      caller.abort(new Error('once more'))
      assert.deepEqual(heard, ['timed', 'left', 'over'])
      assert.throws(() => timed.signal.throwIfAborted(), /nothing complete in 20 ms/)
      assert.throws(() => left.signal.throwIfAborted(), /the caller gave up/)
      assert.throws(() => over.signal.throwIfAborted(), /the work is over/)
      const late = start(10_000, [caller])
      assert.equal(late.signal.aborted, true)
      late.end()
    })
  }

  it('does not count what this process was too busy to notice', async () => {
    const deadline = startDeadline(150, [])
    await pause(10)
    block(600)
    // The turn in which an answer that lay there would be read.
    await pause(1)
    assert.equal(deadline.signal.aborted, false)
    const started = performance.now()
    const at = await ended(deadline.signal)
    assert.ok(at - started > 80, `${at - started} ms more`)
    assert.equal(deadline.signal.reason.facts.reason, 'timeout')
  })

  it('counts on behind work that takes none of it, which may have a limit of its own', async () => {
    const deadline = startDeadline(100, [])
    const whole = await deadline.paused(() => pause(300, 'whole'))
    assert.deepEqual([whole, deadline.signal.aborted], ['whole', false])
    await ended(deadline.signal)

    const limited = startDeadline(10_000, [])
    const waiting = limited.paused(() => ended(limited.signal), 50)
    await waiting
    assert.equal(limited.signal.reason.facts.reason, 'timeout')
  })
})
