import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { send } from '../support/call.ts'
import { type FaultDoor, faultDoor } from '../support/fault-door.ts'
import { PROGRAM } from '../support/program.ts'
import { until } from '../support/until.ts'

/**
 * Of a start on a database that stands: the connection breaks on which the first thing is sent, in the next start the second, and so on until
 * nothing more is sent before the process is ready. Each has to become ready, and to end in order.
 * @param step 1: each of them; 5: every fifth
 */
export async function* cutStarts(
  databaseUrl: string,
  env: Record<string, string>,
  { roles = ['api', 'worker'], step = 1 }: { roles?: string[]; step?: number } = {},
) {
  const door = await faultDoor(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'toscan-cut-starts-'))
  try {
    for (const role of roles) {
      // So many are sent in a start that loses none, which is seen once for both ways to lose one.
      let all = Number.POSITIVE_INFINITY
      for (const when of ['before', 'after'] as const) {
        let rounds = 0
        let longest = 0
        for (let n = 1; n <= all; n += step) {
          door.cutAt(n, when)
          const began = performance.now()
          const sent = await startsAndEnds(
            door,
            n,
            { ...env, DATABASE_URL: door.url, TOSCAN_DATA_DIR: folder },
            role,
          )
          if (sent < n) all = sent
          longest = Math.max(longest, (performance.now() - began) / 1000)
          rounds++
        }
        yield {
          fault: `start of ${role}: n-th message lost ${when}`,
          rounds,
          'seconds to healthy': Number(longest.toFixed(1)),
        }
      }
    }
  } finally {
    await door.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How many messages were sent before it was ready, of which the n-th is lost. @throws when it ends before, or is not ready within 30 s */
async function startsAndEnds(door: FaultDoor, n: number, env: Record<string, string>, role: string) {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--role', role], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...env,
      PORT: '0',
      TOSCAN_BROWSER: 'off',
      TOSCAN_DRAIN_SECONDS: '0',
      TOSCAN_METRICS_PORT: '0',
    },
  })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  try {
    await until(`${role} is ready although message ${n} was lost`, async () => {
      if (child.exitCode !== null) throw new Error(`message ${n} was lost, and the ${role} ended: ${output}`)
      const url = /metrics: (\S+)/.exec(output)?.[1]
      return url !== undefined && (await send(url, 'GET', '/readyz').catch(() => null))?.status === 200
    })
    const sent = door.sent()
    child.kill('SIGTERM')
    const [status] = await ended
    if (status !== 0)
      throw new Error(`message ${n} was lost, and the ${role} ended with ${status}: ${output}`)
    return sent
  } finally {
    child.kill('SIGKILL')
  }
}
