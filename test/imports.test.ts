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

  it('lets only config.ts read the environment', () => {
    const readers = sourceFiles().filter((file) => /process\.env/.test(readFileSync(file, 'utf8')))
    assert.deepEqual(
      readers.map((file) => relative(ROOT, file)),
      ['src/main.ts'],
    )
  })
})

/** Types may also come from whoever a module hands its work to: the shape of a result is no dependency on its making. */
function mayImportType(table: Map<string, Set<string>>, from: string, to: string): boolean {
  return TYPES_FOR_ALL.has(to) || from === 'context' || table.get(to)?.has(from) === true
}

function readTable(): Map<string, Set<string>> {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const rows = text.slice(text.indexOf('| module | may import |')).split('\n').slice(2)
  const table = new Map<string, Set<string>>()
  for (const row of rows) {
    const cells = /^\| `(\w+)` \| (.*) \|$/.exec(row)
    if (!cells?.[1]) break
    table.set(cells[1], new Set([...(cells[2] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1] ?? '')))
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
    from: moduleOf(file),
    to: moduleOf(resolve(dirname(file), match[2] ?? '')),
    typeOnly: match[1] !== undefined,
  }))
}

function moduleOf(file: string): string {
  const [top = '', second = ''] = relative(ROOT, file).split(sep)
  return top === 'src' ? second.replace(/\.ts$/, '') : top
}
