import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { InvalidInput } from '../../errors.ts'

/**
 * Asks at the terminal, on standard error, since standard output is for results.
 * @param isSecret what is typed is not shown
 * @throws InvalidInput where the person left instead
 */
export async function ask(question: string, { isSecret }: { isSecret: boolean }): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isSecret ? unseen : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const left = new AbortController()
  lines.once('SIGINT', () => left.abort())
  lines.once('close', () => left.abort())
  if (isSecret) process.stderr.write(question)
  try {
    return await lines.question(isSecret ? '' : question, { signal: left.signal })
  } catch (cause) {
    throw new InvalidInput('Nothing was given', { cause })
  } finally {
    if (isSecret) process.stderr.write('\n')
    lines.close()
  }
}
