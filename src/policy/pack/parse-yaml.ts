import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { parse } from 'yaml'

/**
 * What a text of YAML holds. Parsing the built-in pack takes a second, half of the start of a command: what came of it is kept
 * as JSON beside what Node keeps of our code, under the hash of the text. Where Node keeps nothing, nothing is kept.
 * @throws YAMLParseError
 */
export function parseYaml(text: string): unknown {
  const kept = keptFile(text)
  if (kept === null) return parse(text)
  try {
    return JSON.parse(readFileSync(kept.file, 'utf8'))
  } catch {
    // Not there yet, or cut off.
  }
  const value: unknown = parse(text)
  try {
    mkdirSync(kept.folder, { recursive: true, mode: 0o700 })
    const partial = `${kept.file}.${randomUUID()}`
    writeFileSync(partial, JSON.stringify(value), { mode: 0o600 })
    renameSync(partial, kept.file)
  } catch {
    // A cache that cannot be written is none.
  }
  return value
}

/** Another version may read a text otherwise. */
const PARSER: string = createRequire(import.meta.url)('yaml/package.json').version

function keptFile(text: string): { folder: string; file: string } | null {
  const beside = getCompileCacheDir()
  if (beside === undefined) return null
  const folder = join(beside, 'toscan-yaml')
  const hash = createHash('sha256').update(PARSER).update('\0').update(text).digest('hex')
  return { folder, file: join(folder, `${hash}.json`) }
}
