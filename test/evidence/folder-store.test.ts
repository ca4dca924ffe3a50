import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createFolderStore } from '../../src/evidence/folder-store.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('the evidence folder', () => {
  it('clears away what a crash left of a write, and not what is being written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toscan-evidence-'))
    const store = createFolderStore(folder)
    const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), `${sha256.slice(2)}.zst`)
    const [old, fresh] = [Buffer.from('old'), Buffer.from('fresh')]
    for (const bytes of [old, fresh]) await store.put(hashOf(bytes), bytes)
    const [left, writing] = [`${pathOf(hashOf(old))}.left.tmp`, `${pathOf(hashOf(old))}.writing.tmp`]
    for (const path of [left, writing]) await writeFile(path, 'half')
    const yesterday = new Date(Date.now() - 86_400_000)
    for (const path of [pathOf(hashOf(old)), left]) await utimes(path, yesterday, yesterday)

    const listed: string[] = []
    for await (const sha256 of store.list(new Date(Date.now() - 3_600_000))) listed.push(sha256)
    assert.deepEqual(listed, [hashOf(old)])
    const shelf = await readdir(join(folder, hashOf(old).slice(0, 2)))
    assert.deepEqual(
      shelf.filter((name) => name.endsWith('.tmp')),
      [`${hashOf(old).slice(2)}.zst.writing.tmp`],
    )
    await rm(folder, { recursive: true })
  })

  it('says what to change when it cannot be written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toscan-evidence-'))
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    await assert.rejects(createFolderStore(join(file, 'evidence')).check(), /Evidence cannot be kept in/)
    await rm(folder, { recursive: true })
  })
})
