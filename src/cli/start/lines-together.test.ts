import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { linesTogether } from './lines-together.ts'

it('sends the lines of one turn as one, in their order, and each once', async () => {
  const sent: string[] = []
  const log = linesTogether({ write: (text) => sent.push(text) })
  log.write('one\n')
  log.write('two\n')
  assert.deepEqual(sent, [])
  await nextTurn()
  assert.deepEqual(sent, ['one\ntwo\n'])
  log.write('three\n')
  await nextTurn()
  assert.deepEqual(sent, ['one\ntwo\n', 'three\n'])
})

it('leaves nobody at the exit of the process who has nothing to send', async () => {
  const before = process.listenerCount('exit')
  const log = linesTogether({ write: () => {} })
  log.write('one\n')
  assert.equal(process.listenerCount('exit'), before + 1)
  await nextTurn()
  assert.equal(process.listenerCount('exit'), before)
})

for (const end of ['process.exit(3)', 'throw new Error("broken")']) {
  it(`loses no line where the process ends in the same turn: ${end}`, () => {
    const program = `
      import { writeSync } from 'node:fs'
      import { linesTogether } from ${JSON.stringify(import.meta.resolve('./lines-together.ts'))}
      linesTogether({ write: (text) => writeSync(1, text) }).write('last words')
      ${end}`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    })
    assert.equal(stdout, 'last words')
  })
}
