import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate, openDatabase } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/server/embedded-postgres.ts'
import { MIGRATIONS } from '../test/support/test-database.ts'
import type { Measured } from './figure.ts'
import { fillLists } from './fill-lists.ts'
import { addOrgs, OURS } from './kept-scans.ts'
import { parentOf, pssMib, quantile, round } from './measure.ts'
import { isSmoke, sized } from './sized.ts'

const STARTS = sized(5, 1)
const SCANS = sized(20_000, 20)
/** The judging thread gives its memory back after half a minute. */
const IDLE_MS = sized(40_000, 0)
const ROOT = join(import.meta.dirname, '..')

/**
 * `npm start` of a service that has been built, on a folder with an organization's scans: until it answers, and what all of its processes keep when
 * nobody asks for anything, npm and PostgreSQL among them.
 */
export async function start(): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'toscan-start-'))
  chmodSync(dataDir, 0o755)
  try {
    await fill(dataDir)
    // The first fills caches.
    if (!isSmoke) await startOnce(dataDir)
    const times: number[] = []
    for (let turn = 1; turn < STARTS; turn++) times.push((await startOnce(dataDir)).ms)
    const last = await startOnce(dataDir, IDLE_MS)
    times.push(last.ms)
    const median = quantile(times, 0.5)
    const mib = (pss: readonly number[]) =>
      round(
        pss.reduce((sum, each) => sum + each, 0),
        0,
      )
    const [npm = Number.NaN, service = Number.NaN, ...all] = last.pss
    // A connection may have ended meanwhile.
    const server = all.filter(Number.isFinite)
    return {
      table: [
        { what: '`npm start` to the first answer', 'p50 ms': median, 'max ms': quantile(times, 1) },
        ...[
          ['npm', [npm]] as const,
          ['the service', [service]] as const,
          [`PostgreSQL, ${server.length} processes`, server] as const,
        ].map(([what, pss]) => ({ what: `${what}, idle for ${IDLE_MS / 1000} s`, 'PSS MiB': mib(pss) })),
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
          work: 'idle: npm, the service and PostgreSQL, PSS',
          floor: 'none',
          measured: `${mib([npm, service, ...server])} MiB`,
          value: mib([npm, service, ...server]),
          unit: 'MiB',
          reach: { most: 250 },
        },
      ],
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A data folder as a service leaves it that has scanned for a while. */
async function fill(dataDir: string) {
  const server = await startEmbeddedPostgres(dataDir)
  const { db, close } = openDatabase(server.url)
  await migrate(db, MIGRATIONS)
  await close()
  await addOrgs(server.url, [OURS])
  await fillLists(server.url, { ours: OURS, others: [OURS], rows: SCANS })
  await server.stop()
}

/** @returns until the first answer; and what npm, the service and the processes of its database keep, in this order */
async function startOnce(dataDir: string, idleMs = 0) {
  // The Node that runs this is the one of the service.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { HOME: process.env.HOME, TOSCAN_DATA_DIR: dataDir, PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: npm, its shell and the service end together.
    detached: true,
  })
  try {
    const answer = await fetch(`${await addressOf(child.stdout)}/healthz`)
    await answer.arrayBuffer()
    const ms = performance.now() - began
    await pause(idleMs)
    return { ms, pss: familyOf(child).map(pssMib) }
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

/** npm, the service, which its shell becomes, and PostgreSQL with a process for each connection. */
function familyOf({ pid }: ChildProcess): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const family = pid === undefined ? [] : [pid]
  for (const member of family) family.push(...all.filter((each) => parentOf(each) === member))
  return family
}
