import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tablesAsBytes, tablesFromBytes } from './aligned-tables.ts'
import { hashOf, keptFile } from './kept-file.ts'

/** What is made of less is made in no time, and asked for once. In letters of JSON, or bytes. */
const WORTH_KEEPING = 20_000
/** Of one name: a pack and what an operator adds change seldom. */
const MOST_KEPT = 4

/**
 * What `make` gives, or what it gave before for the same `from` and the same code: when the service was built, or at an earlier start. Making
 * ready what the built-in pack holds takes more than a second of CPU time; reading it a tenth of one. Where Node keeps nothing of our code, nothing is added to what the build made.
 * @param from plain data or bytes: all that the result hangs on
 */
export function keptTables<T>(name: string, from: readonly unknown[], make: () => T): T {
  const parts = from.map((part) => (part instanceof Uint8Array ? part : JSON.stringify(part)))
  if (parts.reduce((sum, part) => sum + part.length, 0) < WORTH_KEEPING) return make()
  const kept = keptFile('toscan-tables', `${name}-*.bin`, [codeHash(), ...parts])
  try {
    return tablesFromBytes(kept.read()) as T
  } catch {
    // Not there yet, or cut off.
  }
  const made = make()
  if (kept.folder === null) return made
  kept.write(tablesAsBytes(made))
  removeOld(kept.folder, name)
  return made
}

function removeOld(folder: string, name: string): void {
  try {
    const ofName = readdirSync(folder).filter((each) => each.startsWith(`${name}-`))
    const newestFirst = ofName
      .map((each) => join(folder, each))
      .map((path) => ({ path, made: statSync(path).mtimeMs }))
      .sort((a, b) => b.made - a.made)
    for (const { path } of newestFirst.slice(MOST_KEPT)) rmSync(path)
  } catch {
    // Another process removes them too.
  }
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
