import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postmasterPid } from '../jobs/service.ts'
import { send } from '../support/call.ts'
import { PROGRAM } from '../support/program.ts'
import { isAlive } from '../support/start-on-folder.ts'
import { until } from '../support/until.ts'

/**
 * The first start of all is killed at `rounds` random points, one after the other on the same folder; then two starts at once have to
 * come up on what is left, beside each other, and each to end in order.
 */
export async function* starts(random: () => number, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-starts-'))
  chmodSync(folder, 0o755)
  const begun: Started[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const started = begin(folder)
      begun.push(started)
      await Promise.race([pause(random() * 4000), started.ended])
      started.child.kill('SIGKILL')
      await started.ended
    }
    const began = performance.now()
    const both = [begin(folder), begin(folder)]
    begun.push(...both)
    for (const { output } of both) {
      const url = await until('it listens', () => /listening on (\S+)/.exec(output())?.[1], 120)
      await until(
        'it is ready',
        async () => (await send(url, 'GET', '/readyz').catch(() => null))?.status === 200,
        60,
      )
    }
    const seconds = (performance.now() - began) / 1000
    for (const { child, ended, output } of both) {
      child.kill('SIGTERM')
      const status = await ended
      if (status !== 0) throw new Error(`ended with ${status}: ${output()}`)
    }
    yield { fault: 'first start killed', rounds, 'seconds to healthy': Number(seconds.toFixed(1)) }
  } finally {
    for (const { child } of begun) child.kill('SIGKILL')
    const left = postmasterPid(folder)
    if (left !== null && isAlive(left)) process.kill(left, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Started {
  child: ChildProcess
  output: () => string
  ended: Promise<unknown>
}

function begin(folder: string): Started {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: '0',
      TOSCAN_DATA_DIR: folder,
      TOSCAN_BROWSER: 'off',
      TOSCAN_DRAIN_SECONDS: '0',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  return { child, output: () => output, ended }
}
