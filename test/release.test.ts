import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const FILES = [
  'package.json',
  'sdk/package.json',
  'dashboard/package.json',
  'guide/package.json',
  'scripts/release-notes.ts',
]

interface Job {
  needs?: string
  permissions?: Record<string, string>
  steps: { run?: string; uses?: string }[]
}

describe('what a release says of itself', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'))
    for (const file of FILES) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(join(ROOT, file), join(folder, file))
    }
    writeFileSync(
      join(folder, 'CHANGELOG.md'),
      '# Changelog\n\n## Pending\n\n- Later.\n\n## 0.1.0 (2026-12-01)\n\n- The first.\n- Another.\n\n## 0.0.9\n\n- Old.\n',
    )
  })
  after(() => rmSync(folder, { recursive: true }))

  const notesOf = (tag: string) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'scripts', 'release-notes.ts'), tag],
      { encoding: 'utf8' },
    )
    return { status, stdout, stderr }
  }

  it('is its part of the change log and nothing of another', () => {
    const { status, stdout } = notesOf('v0.1.0')
    assert.deepEqual([status, stdout], [0, '- The first.\n- Another.\n'])
  })

  it('is refused for a tag that the packages do not bear, or that the change log does not know', () => {
    const other = notesOf('v0.2.0')
    assert.equal(other.status, 1)
    assert.match(other.stderr, /package\.json is of version 0\.1\.0, and the tag says "0\.2\.0"/)
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Pending\n\n- Later.\n')
    const unknown = notesOf('v0.1.0')
    assert.equal(unknown.status, 1)
    assert.match(unknown.stderr, /no part "## 0\.1\.0"/)
  })
})

describe('the release workflow', () => {
  const { permissions, jobs } = parse(
    readFileSync(join(ROOT, '.github', 'workflows', 'release.yaml'), 'utf8'),
  ) as {
    permissions: Record<string, string>
    jobs: Record<string, Job>
  }

  it('publishes nothing before the tests have passed, and each job may do what it does and no more', () => {
    assert.deepEqual(permissions, { contents: 'read' })
    for (const [name, job] of Object.entries(jobs)) {
      const publishes = job.steps.some(
        ({ run, uses }) => /npm publish/.test(run ?? '') || /build-push/.test(uses ?? ''),
      )
      if (publishes) assert.equal(job.needs, 'test', name)
      else assert.equal(job.permissions, undefined, name)
    }
  })

  it('runs only scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const lines = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run))
    const named = lines.flatMap((line) =>
      [...line.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
    )
    assert.deepEqual(named, ['package', 'sbom'])
    for (const name of named) assert.ok(name in scripts, name)
  })
})
