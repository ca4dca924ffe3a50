import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writtenDocs } from './written-docs.ts'

/** `npm run docs`: writes what stands in the docs and is said elsewhere already: codes, platforms, keys of the policy language, schemas, drawings. */

const ROOT = join(import.meta.dirname, '..', '..')

for (const [path, text] of await writtenDocs((path) => readFileSync(join(ROOT, path), 'utf8'))) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true })
  writeFileSync(join(ROOT, path), text)
  console.log(path)
}
