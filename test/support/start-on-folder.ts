import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '../../src/cli/start/start.ts'
import { send } from './call.ts'
import { until } from './until.ts'

export interface Started {
  child: ChildProcess
  output(): string
  ended: Promise<unknown>
  baseUrl: string
  /** Of a first start; empty afterwards. */
  key: string
}

/** The whole service on a folder of its own with its own PostgreSQL, in a process group of its own. */
export async function startOnFolder(command: string, args: string[], folder: string): Promise<Started> {
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: '0',
      TOSCAN_DATA_DIR: folder,
      TOSCAN_BROWSER: 'off',
      TOSCAN_DRAIN_SECONDS: '0',
      TOSCAN_METRICS_PORT: '0',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  // It may have to build the dashboard first.
  const operations = await until('it says where to look', () => /metrics: (\S+)/.exec(output)?.[1], 120)
  const status = () => send(operations, 'GET', '/readyz').then((answer) => answer.status)
  await until('all of it is ready', async () => (await status().catch(() => null)) === 200)
  const baseUrl = await until('it has said where it listens', () => /listening on (\S+)/.exec(output)?.[1])
  const key = /API key\s+(sk_\w+)/.exec(output)?.[1] ?? ''
  return { child, output: () => output, ended, baseUrl, key }
}

export function toGroup({ child }: Started, signal: NodeJS.Signals) {
  assert.ok(child.pid)
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // The whole group has gone.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
