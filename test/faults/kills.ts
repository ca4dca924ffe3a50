import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Proc, postmasterPid } from '../jobs/service.ts'
import { until } from '../support/until.ts'
import { type Row, type Stage, underFault } from './stage.ts'

type Victim = 'serve' | 'api' | 'worker' | 'browser' | 'backend' | 'postmaster' | 'SIGTERM' | 'SIGTERM api'

/**
 * SIGKILL at random points of a batch: to an API, a worker, a connection's server process, the whole server; and SIGTERM to a worker and an API. `serve`: to all in one. `browser`: to
 * those of a worker, on a stage that has some.
 */
export async function* kills(
  stage: Stage,
  {
    profiles,
    rounds,
    victims = ['api', 'worker', 'backend', 'postmaster', 'SIGTERM', 'SIGTERM api'],
  }: { profiles: number; rounds: number; victims?: readonly Victim[] },
): AsyncGenerator<Row> {
  for (const victim of victims) {
    const bring = async () => {
      // Anywhere in the life of a scan.
      await pause(stage.random() * 2000)
      await kill(stage, victim)
    }
    // A server that dies three times within a minute is given up, as it should be.
    const times = victim === 'postmaster' ? 1 : rounds
    yield await underFault(stage, `kill ${victim}`, { profiles, rounds: times, bring })
  }
}

async function kill(stage: Stage, victim: Victim) {
  const { service, random } = stage
  const one = random() < 0.5 ? 0 : 1
  if (victim === 'api' || victim === 'serve') return stage.replace('api')
  if (victim === 'worker') return stage.replace(one)
  if (victim === 'browser') return killBrowsers(stage.workers()[one])
  if (victim === 'SIGTERM' || victim === 'SIGTERM api') {
    const told = victim === 'SIGTERM' ? stage.workers()[one] : stage.api()
    told?.kill('SIGTERM')
    const status = await told?.ended
    if (status !== 0) throw new Error(`${victim}: ended with ${status}`)
    return stage.replace(victim === 'SIGTERM' ? one : 'api')
  }
  if (victim === 'backend') {
    await service.opened.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'toscan%' order by random() limit 5`,
    )
    return
  }
  const pid = postmasterPid(service.dataDir)
  if (pid !== null) process.kill(pid, 'SIGKILL')
  await until('there is another server', () => ![null, pid].includes(postmasterPid(service.dataDir)))
}

/** All at once, as an out-of-memory killer would have it; waits for some where none has been started yet. */
async function killBrowsers(worker: Proc | undefined) {
  const groups = await until('the worker has a browser', () => {
    const found = childrenOf(worker?.child.pid)
    return found.length > 0 && found
  })
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

/** A browser leads a group of its own. */
function childrenOf(parent: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const [, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return Number(parentPid) === parent ? [Number(name)] : []
      } catch {
        return []
      }
    })
}
