import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { parseYaml } from '../../src/policy/pack/parse-yaml.ts'

// What is set from outside stays in force.
const own = mkdtempSync(join(tmpdir(), 'toscan-yaml-'))
enableCompileCache(own)
after(() => rmSync(own, { recursive: true }))

it('a text of YAML is parsed once, and again where what was kept of it is damaged', () => {
  const text = `of: this test\nterms: { en: ["a, b", ~, 1.5, yes] } # ${own}\n`
  const value = { of: 'this test', terms: { en: ['a, b', null, 1.5, 'yes'] } }
  const folder = join(getCompileCacheDir() ?? assert.fail(), 'toscan-yaml')
  const before = new Set(readIfThere(folder))
  assert.deepEqual(parseYaml(text), value)
  const [kept, ...others] = readdirSync(folder).filter((name) => !before.has(name))
  assert.ok(kept !== undefined && others.length === 0)
  writeFileSync(join(folder, kept), '{"of":"what was kept"}')
  assert.deepEqual(parseYaml(text), { of: 'what was kept' })
  writeFileSync(join(folder, kept), '{"of":')
  assert.deepEqual(parseYaml(text), value)
  assert.throws(() => parseYaml('terms: [a'), /YAMLParseError|end with a \]/)
})

function readIfThere(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
