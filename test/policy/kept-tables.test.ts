import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildTables } from '../../scripts/build-tables.ts'
import { tablesAsBytes, tablesFromBytes } from '../../src/policy/kept/aligned-tables.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** What a process gives for one creator. */
const ASK = `
  import { loadPolicyPack } from './src/policy/pack/pack.ts'
  import { exampleEvidence } from './src/policy/pack/example-evidence.ts'
  import { evaluate } from './src/policy/evaluate.ts'
  const pack = loadPolicyPack(['policies'])
  const words = 'Escort in Lisbon, 200 an hour. I am 15 years old. buyfollowers today, cheap follwers! Coach. Terms of service. Guten Morgen, heute male ich den ganzen Tag im Garten.'
  process.stdout.write(JSON.stringify([pack.version, pack, evaluate(pack, exampleEvidence(words))]))
`
const TABLES = ['classifier', 'concepts', 'gate', 'languages', 'lexicons', 'pack', 'vocabulary']
const NOTHING_KEPT = { NODE_DISABLE_COMPILE_CACHE: '1' }

describe('tables as bytes', () => {
  const tables = {
    // So that what is written before the arrays ends anywhere.
    name: 'of three',
    arrays: [
      Uint8Array.of(1, 2, 3),
      Int32Array.of(-1, 2 ** 31 - 1),
      new Uint16Array(0),
      Float64Array.of(0.1, Number.NaN),
    ],
    parts: {
      file: Buffer.from('kept'),
      inner: new Float32Array(8).subarray(3, 5),
      map: new Map([['a', [null]]]),
    },
  }

  it('are read as they were written, and lie in the bytes that were read', () => {
    const bytes = Buffer.from(tablesAsBytes(tables))
    const read = tablesFromBytes(bytes) as typeof tables
    assert.deepEqual(read, tables)
    assert.deepEqual(
      [...read.arrays, read.parts.file, read.parts.inner].map(({ buffer }) => buffer === bytes.buffer),
      [true, true, true, true, true, true],
    )
  })

  it('are none where the last of them is cut off', () => {
    const bytes = tablesAsBytes(tables)
    const short = Buffer.alloc(bytes.length - 8, bytes)
    assert.throws(() => tablesFromBytes(short), RangeError)
  })
})

describe('what a pack is made ready to', () => {
  /** A tree of ours of which nothing was built. */
  const tree = mkdtempSync(join(tmpdir(), 'toscan-tables-'))
  const cache = join(tree, 'cache')
  let plain = ''
  before(() => {
    for (const part of ['src', 'policies', 'sdk', 'package.json'])
      cpSync(join(ROOT, part), join(tree, part), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'junction')
    plain = judged(NOTHING_KEPT)
    assert.ok(plain.includes('stated'), plain.slice(-2000))
  })
  after(() => rmSync(tree, { recursive: true }))

  const judged = (env: Record<string, string>): string => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', ASK], {
      cwd: tree,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    assert.equal(status, 0, stderr)
    return stdout
  }
  const keeping = { NODE_COMPILE_CACHE: cache }
  const built = () => tablesIn(join(tree, 'dist'))

  it('is read from what the build made, so that a first start makes and keeps nothing', async () => {
    await buildTables(tree)
    assert.deepEqual(built().map(nameOf).sort(), TABLES)
    assert.equal(judged(NOTHING_KEPT), plain)
    assert.equal(judged(keeping), plain)
    assert.deepEqual(tablesIn(cache), [])
  })

  it('is made and kept where what the build made is cut off or gone', () => {
    // Both at once: making all of it takes five seconds of the processor.
    for (const [place, path] of built().entries()) {
      if (place % 2 === 0) truncateSync(path, 1000)
      else rmSync(path)
    }
    assert.equal(judged(keeping), plain)
    assert.deepEqual(tablesIn(cache).map(nameOf).sort(), TABLES)
  })

  it('is read where it was kept, and made again where that is cut off', () => {
    for (const path of built()) rmSync(path)
    const kept = tablesIn(cache)
    const made = kept.map(timeOf)
    assert.equal(judged(keeping), plain)
    assert.deepEqual(kept.map(timeOf), made)
    for (const path of kept) truncateSync(path, 1000)
    assert.equal(judged(keeping), plain)
    assert.ok(kept.every((path) => statSync(path).size > 1000))
  })
})

function timeOf(path: string): number {
  return statSync(path).mtimeMs
}

function nameOf(path: string): string {
  return path.replace(/.*\/([a-z]+)-[0-9a-f]{64}\.bin$/, '$1')
}

function tablesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('toscan-tables') && path.endsWith('.bin'))
    .map((path) => join(folder, path))
}
