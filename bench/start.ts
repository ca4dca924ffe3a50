import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '../test/support/test-database.ts'
import type { Measured } from './figure.ts'
import { parentOf, pssMib, quantile, round } from './measure.ts'
import { isSmoke, sized } from './sized.ts'

const STARTS = sized(5, 1)
/** The judging thread gives its memory back after half a minute. */
const IDLE_MS = sized(40_000, 0)
const ROOT = join(import.meta.dirname, '..')

/** `npm start` of a service that has been built and whose database runs: until it answers, and what its process keeps when nobody asks for anything. */
export async function start(): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'toscan-start-'))
  chmodSync(dataDir, 0o755)
  const database = await createTestDatabase()
  const secret = randomBytes(32).toString('hex')
  const env = { DATABASE_URL: database.url, TOSCAN_SECRET_KEY: secret, TOSCAN_DATA_DIR: dataDir }
  try {
    // The first fills caches.
    if (!isSmoke) await startOnce(env, 0)
    const times: number[] = []
    let mib = Number.NaN
    for (let turn = 1; turn <= STARTS; turn++) {
      const { ms, pss } = await startOnce(env, turn === STARTS ? IDLE_MS : 0)
      times.push(ms)
      mib = pss
    }
    const median = quantile(times, 0.5)
    return {
      table: [
        { what: '`npm start` to the first answer', 'p50 ms': median, 'max ms': quantile(times, 1) },
        { what: `server process, idle for ${IDLE_MS / 1000} s`, 'PSS MiB': round(mib, 0) },
      ],
      figures: [
        {
          work: '`npm start` to the first answer',
          floor: 'none',
          measured: `${round(median / 1000)} s`,
          value: round(median / 1000),
          unit: 's',
          reach: { most: 2 },
        },
        {
          work: 'idle server process, PSS',
          floor: 'none',
          measured: `${round(mib, 0)} MiB`,
          value: round(mib, 0),
          unit: 'MiB',
          reach: { most: 250 },
        },
      ],
    }
  } finally {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(env: Record<string, string>, idleMs: number) {
  // The Node that runs this is the one of the service.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { HOME: process.env.HOME, ...env, PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: npm, its shell and the service end together.
    detached: true,
  })
  try {
    const answer = await fetch(`${await addressOf(child.stdout)}/healthz`)
    await answer.arrayBuffer()
    const ms = performance.now() - began
    if (idleMs > 0) await pause(idleMs)
    return { ms, pss: pssMib(serverOf(child)) }
  } finally {
    if (child.pid !== undefined && child.exitCode === null) {
      const ended = once(child, 'exit')
      process.kill(-child.pid, 'SIGTERM')
      await ended
    }
  }
}

/** Where it says that it listens. */
async function addressOf(output: Readable): Promise<string> {
  let said = ''
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    said += chunk
    const url = /listening on (\S+)/.exec(said)?.[1]
    if (url) return url
  }
  throw new Error(`npm start ended: ${said}`)
}

/** The last of npm's descendants: its shell becomes the service. */
function serverOf({ pid }: ChildProcess): number | undefined {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  let last = pid
  for (;;) {
    const next = all.map(Number).find((each) => parentOf(each) === last)
    if (next === undefined) return last
    last = next
  }
}
