import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

/** What two processes give for one creator, the second from what the first has kept. */
const ASK = `
  import { loadPolicyPack } from './src/policy/pack/pack.ts'
  import { exampleEvidence } from './src/policy/pack/example-evidence.ts'
  import { evaluate } from './src/policy/evaluate.ts'
  const pack = loadPolicyPack(['policies'])
  const words = 'Escort in Lisbon, 200 an hour. I am 15 years old. buyfollowers today, cheap follwers! Coach. Terms of service. Guten Morgen, heute male ich den ganzen Tag im Garten.'
  process.stdout.write(JSON.stringify([pack.version, pack, evaluate(pack, exampleEvidence(words))]))
`

describe('what a pack is made ready to', () => {
  const cache = mkdtempSync(join(tmpdir(), 'toscan-tables-'))
  after(() => rmSync(cache, { recursive: true }))
  const judged = (env: Record<string, string>): string => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', ASK], {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    assert.equal(status, 0, stderr)
    return stdout
  }
  const keeping = { NODE_COMPILE_CACHE: cache }

  it('is the same where nothing is kept, where it is kept, and where what was kept is cut off', () => {
    const plain = judged({ NODE_DISABLE_COMPILE_CACHE: '1' })
    assert.ok(plain.includes('stated'), plain.slice(-2000))
    assert.equal(judged(keeping), plain)
    const kept = keptFiles(cache)
    assert.deepEqual(kept.map((path) => path.replace(/.*\/([a-z]+)-[0-9a-f]{64}\.bin$/, '$1')).sort(), [
      'classifier',
      'concepts',
      'gate',
      'languages',
      'lexicons',
      'pack',
      'vocabulary',
    ])
    assert.equal(judged(keeping), plain)
    for (const path of kept) truncateSync(path, 1000)
    assert.equal(judged(keeping), plain)
  })
})

function keptFiles(cache: string): string[] {
  return readdirSync(cache, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('toscan-tables') && path.endsWith('.bin'))
    .map((path) => join(cache, path))
}
