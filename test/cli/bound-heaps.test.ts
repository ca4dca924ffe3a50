import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'node:test'
import { AS_STARTED } from '../support/program.ts'

const MODULE = join(import.meta.dirname, '..', '..', 'src', 'cli', 'roles', 'bound-heaps.ts')
/** Keeps 75,000 objects and throws many more away, then says how much room that took for what is short-lived. */
const CHURN = `
  let kept = []
  for (let i = 0; i < 3e6; i++) if (kept.push([i, { i }]) > 150_000) kept = kept.slice(75_000)
  const room = require('node:v8').getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size`

it('threads and the process itself keep little room for what is short-lived', () => {
  const script = `
    require(${JSON.stringify(MODULE)}).boundHeaps()
    ${CHURN}
    new (require('node:worker_threads').Worker)(${JSON.stringify(`${CHURN}\nrequire('node:worker_threads').parentPort.postMessage(room)`)}, { eval: true })
      .once('message', (thread) => console.log(JSON.stringify([room / 2 ** 20, thread / 2 ** 20])))`
  const told = execFileSync(process.execPath, ['-e', script], {
    env: { PATH: process.env.PATH, ...AS_STARTED },
    encoding: 'utf8',
  })
  const [main, thread] = JSON.parse(told)
  assert.ok(main <= 33, `${main} MB`)
  assert.ok(thread <= 17, `${thread} MB`)
})
