import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startDeadline } from './deadline.ts'

/** What parsing and judging do to the loop. */
function block(ms: number) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

const ended = (signal: AbortSignal) =>
  new Promise<number>((resolve) =>
    signal.addEventListener('abort', () => resolve(performance.now()), { once: true }),
  )

describe('a deadline', () => {
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
