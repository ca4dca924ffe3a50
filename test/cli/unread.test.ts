import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { PROGRAM } from '../support/program.ts'

it('whose output nobody reads any more, as behind `head`, a command has nothing to say about it', async () => {
  for (const args of [['--help'], ['scan', '--help'], ['completion', 'bash'], ['config']]) {
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [err, code] = await Promise.all([
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('exit', resolve)),
    ])
    assert.equal(err, '', args.join(' '))
    assert.equal(code, 0)
  }
})
