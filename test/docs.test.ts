import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { describeConfig } from '../src/config.ts'
import { createMetrics } from '../src/metrics.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['.', 'docs', 'decisions', 'bench', 'policies', 'clients/python']
const DOCS = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
)

describe('the documents', () => {
  for (const doc of DOCS) {
    const text = readFileSync(join(ROOT, doc), 'utf8')

    it(`${doc} names only files that are there`, () => {
      const paths = [
        ...text.matchAll(
          /`((?:src|sdk|test|demo|bench|docs|policies|migrations|decisions|fixtures|scripts|bin)\/[\w./*<>-]*)`/g,
        ),
      ]
        .map((match) => match[1] ?? '')
        .filter((path) => !/[*<>]/.test(path))
      assert.deepEqual(
        paths.filter((path) => !existsSync(join(ROOT, path))),
        [],
      )
    })

    it(`${doc} links only to files that are there`, () => {
      const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(
        (match) => match[1] ?? '',
      )
      assert.deepEqual(
        links.filter((link) => !existsSync(join(ROOT, dirname(doc), link))),
        [],
      )
    })
  }

  it('describe every setting in docs/operations.md', () => {
    const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
    const names = describeConfig({}).map(({ name }) => name)
    assert.ok(names.length > 15)
    assert.deepEqual(
      names.filter((name) => !operations.includes(`\`${name}\``)),
      [],
    )
  })
  it('name in docs/threat-model.md only tests that there are', () => {
    const page = readFileSync(join(ROOT, 'docs/threat-model.md'), 'utf8')
    const named = [...page.matchAll(/`(\S+\.test\.ts)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({
      file,
      title,
    }))
    assert.ok(named.length > 50)
    assert.equal(named.length, page.match(/\.test\.ts/g)?.length, 'each with a title')
    assert.deepEqual(
      named.filter(({ file, title }) => !titlesOf(file).some((each) => each.includes(title))),
      [],
    )
  })

  it('list every metric in docs/operations.md, and none that is not there', async () => {
    const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
    const listed = [...operations.matchAll(/^\| `(toscan_\w+)` \| (\w+) \|([^|]*)\|/gm)].map(
      ([, name, type, labels = '']) => [name, type, labels.match(/\w+/g)?.toSorted() ?? []],
    )
    const { registry } = createMetrics()
    const shown = registry.getMetricsAsArray().flatMap((metric) => {
      // Their constructors keep both; the types do not say so.
      const { name, labelNames } = metric as typeof metric & { labelNames: string[] }
      const type = metric.constructor.name.toLowerCase()
      return name.startsWith('toscan_') ? [[name, type, labelNames.toSorted()]] : []
    })
    const byName = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
    assert.deepEqual(listed.toSorted(byName), shown.toSorted(byName))
  })
})

/** Titles of the tests and suites of a file, as they are written. */
function titlesOf(file: string): string[] {
  if (!existsSync(join(ROOT, file))) return []
  const source = readFileSync(join(ROOT, file), 'utf8')
  return [...source.matchAll(/\b(?:it|describe)\(\s*(['"`])(.+?)\1/g)].map((match) => match[2] ?? '')
}
