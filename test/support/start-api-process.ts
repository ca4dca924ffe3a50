import { spawn } from 'node:child_process'
import { type Answer, type Call, send } from './call.ts'
import { PROGRAM } from './program.ts'
import { until } from './until.ts'

export interface ApiProcess {
  baseUrl: string
  /** Everything that the process has written to standard output. */
  output(): string
  call(method: string, path: string, call?: Call): Promise<Answer>
  errors(): string
  /** Asks the process to end and gives its exit code. */
  stop(): Promise<number | null>
}

/** `toscan serve --role api` as a process of its own. */
export async function startApiProcess(env: Record<string, string>): Promise<ApiProcess> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--role', 'api'], {
    env: { PATH: process.env.PATH, PORT: '0', TOSCAN_DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const baseUrl = await until('the server says where it listens', () => {
    if (child.exitCode !== null) throw new Error(`The server ended: ${errors}`)
    return /listening on (http:\S+)/.exec(output)?.[1]
  })
  return {
    baseUrl,
    output: () => output,
    errors: () => errors,
    call: (method, path, call) => send(baseUrl, method, path, call),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
