import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, it } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
/** Shapes without behaviour: importing their types binds nobody to anything. */
const TYPES_FOR_ALL = new Set(['context', 'metrics', 'evidence'])

describe('the import table of ARCHITECTURE.md', () => {
  const table = readTable()
  const imports = sourceFiles().flatMap(importsOf)

  it('names every module of src', () => {
    const modules = new Set(imports.map((each) => each.from))
    assert.deepEqual(
      [...modules].filter((name) => !table.has(name)),
      [],
    )
  })

  it('holds', () => {
    const broken = imports.filter(
      ({ from, to, typeOnly }) =>
        from !== to && !table.get(from)?.has(to) && !(typeOnly && mayImportType(table, from, to)),
    )
    assert.deepEqual(
      broken.map(({ file, to }) => `${file} imports ${to}`),
      [],
    )
  })

  it('holds between the wings of a room, in both directions for types', () => {
    const wings = readTable('| wing | may import |')
    const named = new Set(imports.flatMap(({ fromWing }) => (fromWing.includes('/') ? [fromWing] : [])))
    assert.deepEqual(
      [...named].filter((wing) => !wings.has(wing)),
      [],
    )
    const broken = imports.filter(
      ({ from, to, fromWing, toWing, typeOnly }) =>
        from === to &&
        fromWing !== toWing &&
        fromWing.includes('/') &&
        !wings.get(fromWing)?.has(toWing) &&
        !(typeOnly && (toWing === to || wings.get(toWing)?.has(fromWing))),
    )
    assert.deepEqual(
      broken.map(({ file, toWing }) => `${file} imports ${toWing}`),
      [],
    )
  })

  it('lets no files import each other, not even in a ring', () => {
    const to = Map.groupBy(imports, ({ file }) => file)
    const rings: string[] = []
    const done = new Set<string>()
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) rings.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (path.includes(file) || done.has(file)) return
      for (const { target } of to.get(file) ?? []) walk(target, [...path, file])
      done.add(file)
    }
    for (const file of to.keys()) walk(file, [])
    assert.deepEqual(rings, [])
  })

  it('lets only config.ts read the environment', () => {
    const readers = sourceFiles().filter((file) => /process\.env/.test(readFileSync(file, 'utf8')))
    assert.deepEqual(
      readers.map((file) => relative(ROOT, file)),
      ['src/main.ts'],
    )
  })

  it('calls nothing for its error alone that the bundler takes for without effect, and drops', () => {
    const dropped = /^\s*(?:void\s+)?(?:(?:de|en)codeURI(?:Component)?|String\.fromCodePoint)\(.*\)$/m
    assert.deepEqual(
      sourceFiles().filter((file) => dropped.test(readFileSync(file, 'utf8'))),
      [],
    )
  })
})

/** Types may also come from whoever a module hands its work to: the shape of a result is no dependency on its making. */
function mayImportType(table: Map<string, Set<string>>, from: string, to: string): boolean {
  return TYPES_FOR_ALL.has(to) || from === 'context' || table.get(to)?.has(from) === true
}

function readTable(head = '| module | may import |'): Map<string, Set<string>> {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  assert.ok(text.includes(head), head)
  const rows = text.slice(text.indexOf(head)).split('\n').slice(2)
  const table = new Map<string, Set<string>>()
  for (const row of rows) {
    const cells = /^\| `([\w/]+)` \| (.*) \|$/.exec(row)
    if (!cells?.[1]) break
    table.set(cells[1], new Set([...(cells[2] ?? '').matchAll(/`([\w/]+)`/g)].map((match) => match[1] ?? '')))
  }
  return table
}

function sourceFiles(): string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(ROOT, 'src', file))
}

function importsOf(file: string) {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export) (type )?[^;'"]*?from '(\.[^']+)'/gms)].map((match) => ({
    file: relative(ROOT, file),
    target: relative(ROOT, resolve(dirname(file), match[2] ?? '')),
    from: moduleOf(file),
    to: moduleOf(resolve(dirname(file), match[2] ?? '')),
    fromWing: wingOf(file),
    toWing: wingOf(resolve(dirname(file), match[2] ?? '')),
    typeOnly: match[1] !== undefined,
  }))
}

function moduleOf(file: string): string {
  const [top = '', second = ''] = relative(ROOT, file).split(sep)
  return top === 'src' ? second.replace(/\.ts$/, '') : top
}

/** `net/guard`, or the room itself for a file at its door. */
function wingOf(file: string): string {
  const parts = relative(ROOT, file).split(sep)
  return parts[0] === 'src' && parts.length > 3 ? `${parts[1]}/${parts[2]}` : moduleOf(file)
}
