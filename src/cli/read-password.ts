import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { InvalidInput } from '../errors.ts'

/**
 * A password that stands in no list of processes: all of standard input but for its last line break, or typed twice, unseen.
 * @throws InvalidInput where there is no terminal to ask on, or the two differ
 */
export async function readPassword({ stdin }: { stdin: boolean }): Promise<string> {
  if (stdin) return (await text(process.stdin)).replace(/\r?\n$/, '')
  if (!process.stdin.isTTY)
    throw new InvalidInput(
      'Without a terminal the password comes from standard input: toscan user create --password-stdin …',
    )
  const [password, again] = [await ask('Password: '), await ask('Once more: ')]
  if (password !== again) throw new InvalidInput('The two passwords differ')
  return password
}

/** On standard error, since standard output is for results. The line is not shown. */
async function ask(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  const left = new AbortController()
  lines.once('SIGINT', () => left.abort())
  lines.once('close', () => left.abort())
  process.stderr.write(question)
  try {
    return await lines.question('', { signal: left.signal })
  } catch (cause) {
    throw new InvalidInput('No password was given', { cause })
  } finally {
    process.stderr.write('\n')
    lines.close()
  }
}
