import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `node scripts/release-notes.ts v1.2.3`: what the change log says of a version, for the page of its release. Ends with 1 and a sentence where the tag is not
 * what the packages call themselves, or the change log has no part for it: nothing half-named is published.
 */

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = ['package.json', 'sdk/package.json', 'dashboard/package.json', 'guide/package.json']

const version = (process.argv[2] ?? '').replace(/^v/, '')
for (const path of PACKAGES) {
  const about: { version: string } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  if (about.version !== version)
    refuse(`${path} is of version ${about.version}, and the tag says "${version}"`)
}
const parts = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m)
const part = parts.find((each) => each.split(/[\s\n]/)[0] === version)
if (!part) refuse(`CHANGELOG.md has no part "## ${version}": what stands under "Pending" becomes it`)
console.log(part.slice(part.indexOf('\n') + 1).trim())

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}
