import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `node scripts/statements.ts`: the statements in `src` that read or write rows of organizations and do not say whose, with the tables that they name. A
 * database that spreads organizations over machines sends each of these to all of them (`docs/scale.md`). A statement that is put together counts as its
 * outermost part is written, so what its conditions say in another file is not seen.
 */

const ROOT = join(import.meta.dirname, '..')
/** Of all organizations together, of people, or of nobody. */
const OF_NOBODY =
  /^(?:auth_|deployment|host_|migrations|recent_pages|webhook_hosts|attempts$|password_resets|time_stamps)/

const tables = tablesOf(globSync('migrations/*.sql', { cwd: ROOT }))
const statements = globSync('src/**/*.ts', { cwd: ROOT, exclude: (path) => path.endsWith('.test.ts') })
  .sort()
  .flatMap((file) => statementsIn(file))
const without = statements.filter(({ text }) => !/org_?id|\borg/i.test(text))
for (const { file, line, named } of without) console.log(`${file}:${line}  ${named.join(', ')}`)
console.log(
  `${statements.length} statements name a table of organizations, ${without.length} of these not whose rows`,
)

function tablesOf(files: string[]): Set<string> {
  const created = files.flatMap((file) => [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/create table (?:if not exists )?(\w+)/g),
  ])
  return new Set(created.map(([, name = '']) => name).filter((name) => !OF_NOBODY.test(name)))
}

function statementsIn(file: string): { file: string; line: number; text: string; named: string[] }[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const found = []
  for (let at = 0; ; ) {
    const opening = /\bsql(?:<[^`;=]*?>)?`/.exec(source.slice(at))
    if (opening === null) return found
    const start = at + opening.index + opening[0].length
    const end = templateEnd(source, start)
    const text = source.slice(start, end)
    const words = text.matchAll(/\b(?:from|join|into|update|using)\s+(\w+)/g)
    const named = [...new Set([...words].map(([, name = '']) => name))].filter((name) => tables.has(name))
    if (named.length > 0) found.push({ file, line: source.slice(0, start).split('\n').length, text, named })
    at = end + 1
  }
}

/** Where the template ends whose first sign stands at `start`. */
function templateEnd(source: string, start: number): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '`') return at
    else if (source.startsWith('${', at)) at = substitutionEnd(source, at + 2)
  }
  return source.length
}

function substitutionEnd(source: string, start: number): number {
  let depth = 1
  for (let at = start; at < source.length; at++) {
    if (source[at] === '`') at = templateEnd(source, at + 1)
    else if (source[at] === '{') depth++
    else if (source[at] === '}' && --depth === 0) return at
  }
  return source.length
}
