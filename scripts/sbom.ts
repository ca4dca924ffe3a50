import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/**
 * Writes the packages of the lock file as CycloneDX 1.5: `npm run sbom -- [FILE]`, by default `sbom.json`. Those of development are marked so and
 * not left out, because the dashboard is built of some of them. npm itself makes it; the same lock file gives the same bytes.
 */
const file = process.argv[2] ?? 'sbom.json'
const bom = partsOf()
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
console.log(`${file}: ${bom.components.length} components`)

function partsOf() {
  const made = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const bom = JSON.parse(made, withoutRegistry)
  const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  // npm names the component by the folder that it lies in, and stamps when and which.
  bom.metadata.component.name = name
  delete bom.metadata.timestamp
  delete bom.serialNumber
  return bom
}

/** Where a package was downloaded from is no part of it: integrity says which bytes it has. */
function withoutRegistry(key: string, value: unknown): unknown {
  if (key !== 'externalReferences' || !Array.isArray(value)) return value
  return value.filter((reference) => reference.type !== 'distribution')
}
