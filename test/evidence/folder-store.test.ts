import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import type { EvidenceStore } from '../../src/evidence/store.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const PAGE = Buffer.from('<title>Mara</title>'.repeat(1000))
const NAME = hashOf(PAGE)

describe('the evidence folder', () => {
  let root: string
  let folder: string
  let store: EvidenceStore
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'toscan-evidence-'))
  })
  beforeEach(async () => {
    folder = join(root, randomBytes(6).toString('hex'))
    store = createFolderStore(folder)
  })
  after(() => rm(root, { recursive: true }))

  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), `${sha256.slice(2)}.zst`)
  const listed = async (before: Date) => {
    const names: string[] = []
    for await (const name of store.list(before)) names.push(name)
    return names.sort()
  }

  it('gives back what was put, compressed under the hash of what it holds', async () => {
    await store.put(NAME, PAGE)
    const found = await store.get(NAME)
    assert.ok(found.ok)
    assert.deepEqual(Buffer.from(found.bytes), PAGE)
    const file = await readFile(pathOf(NAME))
    assert.ok(file.length < PAGE.length / 10)
    assert.equal(hashOf(zstdDecompressSync(file)), NAME)
  })

  it('keeps an empty body too', async () => {
    const name = hashOf(Buffer.alloc(0))
    await store.put(name, Buffer.alloc(0))
    assert.deepEqual(await store.get(name), { ok: true, bytes: Buffer.alloc(0) })
  })

  it('stores the same page once, however many put it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.put(NAME, PAGE)))
    assert.deepEqual(await readdir(join(folder, NAME.slice(0, 2))), [`${NAME.slice(2)}.zst`])
  })

  it('says what is missing, what is there, and forgets what is deleted', async () => {
    assert.deepEqual(await store.get(NAME), { ok: false, reason: 'missing' })
    assert.equal(await store.has(NAME), false)
    await store.put(NAME, PAGE)
    assert.equal(await store.has(NAME), true)
    await store.delete(NAME)
    await store.delete(NAME)
    assert.equal(await store.has(NAME), false)
  })

  for (const [what, bytes] of [
    ['other bytes', zstdCompressSync('something else')],
    ['half a file', zstdCompressSync(PAGE).subarray(0, 20)],
    ['nothing', Buffer.alloc(0)],
    ['a bomb', zstdCompressSync(Buffer.alloc(65 * 1024 * 1024))],
  ] as const) {
    it(`calls ${what} under a name corrupt`, async () => {
      await mkdir(join(folder, NAME.slice(0, 2)), { recursive: true })
      await writeFile(pathOf(NAME), bytes)
      assert.deepEqual(await store.get(NAME), { ok: false, reason: 'corrupt' })
    })
  }

  it('lists what was put before a time, and clears away what a crash left of a write', async () => {
    const [old, fresh] = [Buffer.from('old'), Buffer.from('fresh')]
    for (const bytes of [old, fresh]) await store.put(hashOf(bytes), bytes)
    const [left, writing] = [`${pathOf(hashOf(old))}.left.tmp`, `${pathOf(hashOf(old))}.writing.tmp`]
    for (const path of [left, writing]) await writeFile(path, 'half')
    const yesterday = new Date(Date.now() - 86_400_000)
    for (const path of [pathOf(hashOf(old)), left]) await utimes(path, yesterday, yesterday)
    assert.deepEqual(await listed(new Date(Date.now() - 3_600_000)), [hashOf(old)])
    assert.deepEqual(
      (await readdir(join(folder, hashOf(old).slice(0, 2)))).filter((name) => name.endsWith('.tmp')),
      [`${hashOf(old).slice(2)}.zst.writing.tmp`],
    )
  })

  it('lists nothing where nothing was ever put', async () => {
    assert.deepEqual(await listed(new Date()), [])
  })

  it('refuses a name that is no hash', async () => {
    await assert.rejects(store.put('../../etc/passwd', PAGE), TypeError)
  })
})
