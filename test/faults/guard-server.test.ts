import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guardServer } from '../../src/db/server/guard-server.ts'
import { until } from '../support/until.ts'

describe('the guard of a server', () => {
  it('counts a death also while it revives: three make it give up', async () => {
    let living: number | null = 1
    let left: number | null = null
    const die = () => {
      left = living
      living = null
    }
    let revived = 0
    const said: string[] = []
    const server = {
      livingPid: () => living,
      killedPid: () => left,
      // The server that it brings up is killed before anybody has heard of it, as often as it tries.
      revive: async () => {
        living = ++revived + 1
        die()
        throw new Error('it did not start')
      },
    }
    const guard = guardServer(server, (sentence) => said.push(sentence))
    die()
    await until('it gives up', () => said.length > 0, 10)
    await guard.stop()
    assert.deepEqual(said, ['The embedded PostgreSQL is given up: it ended three times within a minute.'])
    assert.equal(revived, 2)
  })

  it('counts no death where a new server refuses to start beside what the old one left', async () => {
    let living: number | null = 1
    let tries = 0
    const said: string[] = []
    const server = {
      livingPid: () => living,
      killedPid: () => 1,
      revive: async () => {
        if (++tries < 3) throw new Error('the memory of the old one is still in use')
        living = 2
      },
    }
    const guard = guardServer(server, (sentence) => said.push(sentence))
    living = null
    await until('it is up again', () => living === 2, 10)
    await guard.stop()
    assert.deepEqual(said, [])
  })

  it('looks again where a look fails, as when no more files may be open', async () => {
    let looks = 0
    let revived = false
    const server = {
      livingPid: () => {
        looks++
        if (looks === 2) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
        return looks > 2 && !revived ? null : 1
      },
      killedPid: () => null,
      revive: async () => {
        revived = true
      },
    }
    const guard = guardServer(server, assert.fail)
    await until('it has revived the server', () => revived, 10)
    await guard.stop()
  })
})
