import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { PROGRAM } from './program.ts'

export interface Ended {
  out: string
  err: string
  /** Null where a signal has ended it. */
  code: number | null
}

/** `toscan <args>` as a process of its own, in this environment and no other. */
export async function runToscan(
  args: string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env.PATH, ...env } })
  // A command that asks for nothing may end before it was said.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ])
  return { out, err, code }
}
