import { after, before, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { everyQuery } from './every-io.ts'
import { openStage, type Stage, underFault } from './stage.ts'

/** The short form of `npm run test:faults`; connections that fall silent have tests of their own. */
let stage: Stage
before(async () => {
  stage = await openStage({ seed: 4711 })
})
after(() => stage?.close())

it('loses and doubles nothing while connections to the database break again and again and a worker is killed', async () => {
  const bring = async () => {
    await stage.door.begin('reset')
    await pause(1000)
    await stage.door.end()
    await stage.replace(0)
  }
  await underFault(stage, 'reset and kill', { profiles: 20, bring })
})

it('loses and doubles nothing whichever message of a scan is lost', async () => {
  await Array.fromAsync(everyQuery(stage, { most: 30, step: 7 }))
})
