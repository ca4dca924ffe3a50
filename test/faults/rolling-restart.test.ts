import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Api,
  allEnded,
  type Proc,
  rows,
  type Service,
  startService,
  startWeb,
  type Web,
} from '../jobs/service.ts'
import { type Balancer, startBalancer } from '../support/balancer.ts'
import { send } from '../support/call.ts'
import { until } from '../support/until.ts'

describe('a restart of one process after the other', () => {
  let service: Service
  let web: Web
  let balancer: Balancer
  before(async () => {
    ;[service, web, balancer] = await Promise.all([
      startService({ TOSCAN_SCAN_CONCURRENCY: '20', TOSCAN_DRAIN_SECONDS: '1' }),
      startWeb(),
      startBalancer(),
    ])
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), balancer?.close()])
  })

  it('fails no request, takes no batch twice, and ends every scan once', async () => {
    const { orgId, key } = await service.org()
    const [first, second] = [await service.api(), await service.api()]
    const [worker] = [await service.worker(), await service.worker()]
    const join = async (api: Api) => {
      balancer.add(api.url)
      await until('it is ready', () => balancer.isReady(api.url))
    }
    await Promise.all([first, second].map(join))

    let loaded = true
    let accepted = 0
    const load = async (name: string) => {
      for (let turn = 0; loaded; turn++) {
        const profile_urls = [`${web.origin}/${name}-${turn}-a`, `${web.origin}/${name}-${turn}-b`]
        const token = key
        const submitted = await send(balancer.url, 'POST', '/api/v2/batch/quick', {
          token,
          body: { profile_urls },
        })
        assert.equal(submitted.status, 200, submitted.text)
        accepted++
        for (let reads = 0; reads < 20; reads++) {
          assert.equal((await send(balancer.url, 'GET', '/api/v2/org/usage', { token })).status, 200)
          await pause(10)
        }
      }
    }
    const loads = ['one', 'two'].map(load)
    try {
      await Promise.all([ends(first), ends(worker)])
      await join(await service.api())
      await ends(second)
    } finally {
      loaded = false
    }
    await Promise.all(loads)
    assert.deepEqual(balancer.failures, [])
    await allEnded(service, orgId)
    const [found] = await rows<Record<string, number>>(
      service,
      `select (select count(*)::integer from batches where org_id = $1) as batches, count(*)::integer as scans,
              count(distinct profile_url)::integer as profiles, count(*) filter (where status = 'completed')::integer as completed,
              max(attempt) as attempt, scans_completed($1)::integer as counted
         from scans where org_id = $1`,
      [orgId],
    )
    const scans = 2 * accepted
    assert.deepEqual(found, {
      batches: accepted,
      scans,
      profiles: scans,
      completed: scans,
      attempt: 1,
      counted: scans,
    })
  })
})

async function ends(proc: Proc) {
  proc.kill('SIGTERM')
  assert.equal(await proc.ended, 0, proc.output())
}
