import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Sharing, together } from './together.ts'

/** Gives back what it is asked, and notes what was sent together. */
function noted(sharing: Sharing) {
  const sent: number[][] = []
  const ask = together(async (asks: number[]) => {
    sent.push(asks)
    return asks
  }, sharing)
  return { ask, sent }
}

it('sends at once what comes alone, and together what comes shortly after', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { ask, sent } = noted({ apartMs: 25 })
  assert.equal(await ask(1), 1)
  const following = [ask(2), ask(3)]
  await new Promise(setImmediate)
  following.push(ask(4))
  assert.deepEqual(sent, [[1]])
  t.mock.timers.tick(25)
  assert.deepEqual(await Promise.all(following), [2, 3, 4])
  assert.deepEqual(sent, [[1], [2, 3, 4]])
})

it('waits for nobody else where enough wait', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { ask, sent } = noted({ apartMs: 25, enough: 2 })
  await ask(1)
  const waiting = ask(2)
  await new Promise(setImmediate)
  assert.deepEqual(sent, [[1]])
  assert.deepEqual(await Promise.all([waiting, ask(3)]), [2, 3])
  assert.deepEqual(sent, [[1], [2, 3]])
  t.mock.timers.tick(25)
  assert.deepEqual(sent, [[1], [2, 3]], 'nobody asked again')
})

it('waits for nobody else once somebody waits for it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { ask, sent } = noted({ apartMs: 25 })
  await ask(1)
  const waiting = ask(2)
  ask.hurry()
  assert.equal(await waiting, 2)
  ask.hurry()
  await new Promise(setImmediate)
  assert.deepEqual(sent, [[1], [2]])
})

it('sends no more at once than it may', async () => {
  const sent: number[][] = []
  const ask = together(
    async (asks: number[]) => {
      sent.push(asks)
      return asks
    },
    { most: 2 },
  )
  assert.deepEqual(await Promise.all([ask(1), ask(2), ask(3)]), [1, 2, 3])
  assert.deepEqual(sent, [[1, 2], [3]])
})

it('asks each alone where one of them may be to blame, and all are rejected where none is', async () => {
  const ask = together(
    async (asks: string[]) => {
      if (asks.includes('bad')) throw new Error('bad')
      if (asks.includes('gone')) throw new Error('gone')
      return asks
    },
    { isOwn: (error) => error instanceof Error && error.message === 'bad' },
  )
  const outcomes = async (...asks: string[]) =>
    (await Promise.allSettled(asks.map(ask))).map(({ status }) => status)
  assert.deepEqual(await outcomes('good', 'bad', 'good'), ['fulfilled', 'rejected', 'fulfilled'])
  assert.deepEqual(await outcomes('good', 'gone'), ['rejected', 'rejected'])
})

it("takes whatever the database says of a statement for the fault of one of them, and what it says of itself for nobody's", async () => {
  const outcomes = async (said: object) => {
    const ask = together(async (asks: string[]) => {
      if (asks.includes('met')) throw Object.assign(new Error('met'), said)
      return asks
    })
    return (await Promise.allSettled(['fine', 'met'].map(ask))).map(({ status }) => status)
  }
  // Refused data, a lock taken back, no such column, a trigger's own word, more than an index holds, a fault of its own.
  for (const code of ['22021', '23505', '40P01', '42703', '42P01', 'P0001', '54000', 'XX000'])
    assert.deepEqual(await outcomes({ severity: 'ERROR', code }), ['fulfilled', 'rejected'], code)
  // Connections, sign-in, databases that are gone, a full disk, a statement that took too long, an end, a file, one that only reads.
  for (const code of ['08006', '28P01', '3D000', '53100', '57014', '57P01', '58030', '25006'])
    assert.deepEqual(await outcomes({ severity: 'ERROR', code }), ['rejected', 'rejected'], code)
  // Nobody knows what was done.
  for (const said of [{ code: 'EPIPE' }, { code: 'ECONNRESET' }, {}])
    assert.deepEqual(await outcomes(said), ['rejected', 'rejected'])
})

it('sends the next before it tells what came of those before', async () => {
  const seen: string[] = []
  const ask = together(
    async (asks: number[]) => {
      seen.push(`sent ${asks}`)
      await new Promise(setImmediate)
      return asks
    },
    { atOnce: 1 },
  )
  const told = async (asked: number) => {
    await ask(asked)
    seen.push(`told ${asked}`)
  }
  const first = told(1)
  await new Promise(setImmediate)
  await Promise.all([first, told(2)])
  assert.deepEqual(seen, ['sent 1', 'sent 2', 'told 1', 'told 2'])
})
