import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/** What is made of less is made in no time, and asked for once. In letters of JSON, or bytes. */
const WORTH_KEEPING = 50_000
/** Of one name: a pack and what an operator adds change seldom. */
const MOST_KEPT = 4

/**
 * What `make` gives, or what it gave before for the same `from` and the same code. Making ready what the built-in pack holds takes a second
 * of CPU time at each start; reading it a twentieth. Kept beside what Node keeps of our code, and where Node keeps nothing, nothing is.
 * @param from plain data or bytes: all that the result hangs on
 */
export function keptTables<T>(name: string, from: readonly unknown[], make: () => T): T {
  const beside = getCompileCacheDir()
  if (beside === undefined) return make()
  const parts = from.map((part) => (part instanceof Uint8Array ? part : JSON.stringify(part)))
  if (parts.reduce((sum, part) => sum + part.length, 0) < WORTH_KEEPING) return make()
  const folder = join(beside, 'toscan-tables')
  const file = join(folder, `${name}-${hashOf([codeHash(), ...parts])}.bin`)
  try {
    return deserialize(readFileSync(file)) as T
  } catch {
    // Not there yet.
  }
  const made = make()
  keep(folder, name, file, serialize(made))
  return made
}

function keep(folder: string, name: string, file: string, bytes: Buffer): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const partial = `${file}.${randomUUID()}`
    writeFileSync(partial, bytes, { mode: 0o600 })
    renameSync(partial, file)
    const kept = readdirSync(folder).filter((each) => each.startsWith(`${name}-`))
    for (const old of kept
      .map((each) => ageOf(join(folder, each)))
      .sort((a, b) => a.age - b.age)
      .slice(MOST_KEPT))
      rmSync(old.path)
  } catch {
    // A cache that cannot be written is none.
  }
}

function ageOf(path: string): { path: string; age: number } {
  return { path, age: -statSync(path).mtimeMs }
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

let code: string | undefined

/** Of all that can have a hand in tables: what was made by other code is not ours. */
function codeHash(): string {
  const room = new URL('../', import.meta.url)
  code ??= hashOf(
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.[jt]s$/.test(path))
      .sort()
      .map((path) => readFileSync(new URL(path, room))),
  )
  return code
}
