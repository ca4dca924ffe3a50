import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { AwsClient } from 'aws4fetch'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import type { EvidenceStore } from '../../src/evidence/store.ts'
import { openBucket, type S3Server, startS3Server } from './s3-server.ts'

/** What every evidence store promises, each tried on the real thing. */

interface StoreUnderTest {
  store: EvidenceStore
  /** The packed bytes that lie under a name such as `ab/cdef….zst`. */
  read(name: string): Promise<Uint8Array>
  write(name: string, packed: Uint8Array): Promise<void>
  names(): Promise<string[]>
  close(): Promise<void>
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const nameOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256.slice(2)}.zst`
const PAGE = Buffer.from('<title>Mara</title>'.repeat(1000))
const HASH = hashOf(PAGE)
const inAMinute = () => new Date(Date.now() + 60_000)

let s3: S3Server
before(async () => {
  s3 = await startS3Server()
})
after(() => s3.close())

const STORES = { 'a folder': openFolder, 'an S3 bucket': openBucketUnderTest }

for (const [what, open] of Object.entries(STORES)) {
  describe(`evidence in ${what}`, () => {
    let opened: StoreUnderTest
    let store: EvidenceStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    const listed = async (before: Date) => {
      const hashes: string[] = []
      for await (const sha256 of store.list(before)) hashes.push(sha256)
      return hashes.sort()
    }

    it('gives back what was put, compressed under the hash of what it holds', async () => {
      await store.put(HASH, PAGE)
      const found = await store.get(HASH)
      assert.ok(found.ok)
      assert.deepEqual(Buffer.from(found.bytes), PAGE)
      const packed = await opened.read(nameOf(HASH))
      assert.ok(packed.length < PAGE.length / 10)
      assert.equal(hashOf(zstdDecompressSync(packed)), HASH)
    })

    it('keeps an empty body too', async () => {
      const name = hashOf(Buffer.alloc(0))
      await store.put(name, Buffer.alloc(0))
      assert.deepEqual(await store.get(name), { ok: true, bytes: Buffer.alloc(0) })
    })

    it('stores the same page once, however many put it at once', async () => {
      await Promise.all(Array.from({ length: 20 }, () => store.put(HASH, PAGE)))
      assert.deepEqual(await opened.names(), [nameOf(HASH)])
    })

    it('leaves what is there as it is', async () => {
      await opened.write(nameOf(HASH), zstdCompressSync('put before'))
      await store.put(HASH, PAGE)
      assert.equal(zstdDecompressSync(await opened.read(nameOf(HASH))).toString(), 'put before')
    })

    it('says what is missing, what is there, and forgets what is deleted', async () => {
      assert.deepEqual(await store.get(HASH), { ok: false, reason: 'missing' })
      assert.equal(await store.has(HASH), false)
      await store.put(HASH, PAGE)
      assert.equal(await store.has(HASH), true)
      await store.delete(HASH)
      await store.delete(HASH)
      assert.equal(await store.has(HASH), false)
    })

    for (const [fault, packed] of [
      ['other bytes', zstdCompressSync('something else')],
      ['half of it', zstdCompressSync(PAGE).subarray(0, 20)],
      ['nothing', Buffer.alloc(0)],
      ['a bomb', zstdCompressSync(Buffer.alloc(65 * 1024 * 1024))],
    ] as const) {
      it(`calls ${fault} under a name corrupt`, async () => {
        await opened.write(nameOf(HASH), packed)
        assert.deepEqual(await store.get(HASH), { ok: false, reason: 'corrupt' })
      })
    }

    it('lists what was put before a time, and nothing that is not its own', async () => {
      const pages = ['one', 'two', 'three'].map((text) => Buffer.from(text))
      for (const page of pages) await store.put(hashOf(page), page)
      await opened.write('ab/notes.txt', Buffer.from('somebody else wrote this'))
      assert.deepEqual(await listed(inAMinute()), pages.map(hashOf).sort())
      assert.deepEqual(await listed(new Date(Date.now() - 3_600_000)), [])
    })

    it('lists nothing where nothing was ever put', async () => {
      assert.deepEqual(await listed(inAMinute()), [])
    })

    it('refuses a name that is no hash', async () => {
      await assert.rejects(store.put('../../etc/passwd', PAGE), TypeError)
    })

    it('checks itself by writing and leaves nothing behind', async () => {
      await store.check()
      assert.deepEqual(await opened.names(), [])
    })
  })
}

async function openFolder(): Promise<StoreUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'toscan-evidence-'))
  return {
    store: createFolderStore(folder),
    read: (name) => readFile(join(folder, name)),
    async write(name, packed) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), packed)
    },
    names: async () =>
      (await readdir(folder, { recursive: true })).filter((name) => name.includes('/')).sort(),
    close: () => rm(folder, { recursive: true }),
  }
}

let prefixes = 0

async function openBucketUnderTest(): Promise<StoreUnderTest> {
  const bucket = { ...s3.bucket, prefix: `test-${++prefixes}/` }
  const client = new AwsClient({ accessKeyId: bucket.keyId, secretAccessKey: bucket.secret, service: 's3' })
  const root = `${bucket.endpoint}/${bucket.bucket}`
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await client.fetch(`${root}${path}`, init)
    assert.ok(response.ok, `${path} answers ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
  return {
    store: openBucket(bucket),
    read: (name) => ask(`/${bucket.prefix}${name}`),
    write: async (name, packed) => {
      await ask(`/${bucket.prefix}${name}`, { method: 'PUT', body: Uint8Array.from(packed) })
    },
    async names() {
      const xml = Buffer.from(await ask(`?list-type=2&prefix=${bucket.prefix}`)).toString()
      return [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key.slice(bucket.prefix.length))
    },
    close: async () => {},
  }
}
