import { setTimeout as pause } from 'node:timers/promises'
import { postmasterPid } from '../jobs/service.ts'
import { until } from '../support/until.ts'
import { type Row, type Stage, underFault } from './stage.ts'

type Victim = 'serve' | 'api' | 'worker' | 'backend' | 'postmaster' | 'SIGTERM' | 'SIGTERM api'

/** SIGKILL at random points of a batch: to an API, a worker, a connection's server process, the whole server; and SIGTERM to a worker and an API. `serve`: to all in one. */
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
