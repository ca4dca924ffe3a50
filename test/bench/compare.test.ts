import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')

describe('npm run bench -- --against', () => {
  it('loads of a checkout what stands in this one', () => {
    const client = readFileSync(join(ROOT, 'bench/compare-client.ts'), 'utf8')
    const loaded = [...client.matchAll(/load<typeof import\('[^']+'\)>\('([^']+)'\)/g)].map(
      ([, path]) => path,
    )
    assert.ok(loaded.length > 0)
    assert.deepEqual(
      loaded.filter((path = '') => !existsSync(join(ROOT, 'src', path))),
      [],
    )
  })
})
