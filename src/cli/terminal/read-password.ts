import { text } from 'node:stream/consumers'
import { InvalidInput } from '../../errors.ts'
import { ask } from './ask.ts'

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
  const [password, again] = [
    await ask('Password: ', { isSecret: true }),
    await ask('Once more: ', { isSecret: true }),
  ]
  if (password !== again) throw new InvalidInput('The two passwords differ')
  return password
}
