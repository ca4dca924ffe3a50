import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { addEntry, writeNewFile, writeTar } from './new-file.ts'

describe('a new tar', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-tar-'))
  after(() => rmSync(folder, { recursive: true }))

  it('leaves no file where what it is made of breaks off', async () => {
    const made = writeNewFile(join(folder, 'a.tar'), (out) =>
      writeTar(out, async (tar) => {
        await addEntry(tar, 'first', 'whole')
        throw new Error('broke off')
      }),
    )
    await assert.rejects(made, /broke off/)
    assert.deepEqual(readdirSync(folder), [])
  })

  // As a full disk does.
  it('ends what it is made of where the file takes no more', async () => {
    const file = join(folder, 'kept')
    writeFileSync(file, '')
    const out = await open(file, 'r')
    let added = 0
    const made = writeTar(out, async (tar) => {
      for (;;) {
        await addEntry(tar, `entry-${added}`, Buffer.alloc(100_000))
        added++
      }
    })
    await assert.rejects(made, { code: 'EBADF' })
    assert.ok(added < 10, `${added}`)
  })
})
