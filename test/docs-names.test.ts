import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Command } from 'commander'
import { writtenDocs } from '../scripts/docs/written-docs.ts'
import { buildProgram } from '../src/cli/program.ts'
import { describeConfig } from '../src/config.ts'
import { createMetrics } from '../src/metrics.ts'

const ROOT = join(import.meta.dirname, '..')
const DOCS = globSync(
  ['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'sdk/README.md', 'clients/python/README.md'],
  {
    cwd: ROOT,
  },
)
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Names that are no setting of the service: of tests, of clients, of receivers that a page shows, of `compose.yaml`. */
const OTHER_NAMES = new Set([
  'TOSCAN_CASES',
  'TOSCAN_SEED',
  'TOSCAN_SERVER',
  'TOSCAN_API_KEY',
  'TOSCAN_WEBHOOK_SECRET',
  'TOSCAN_HOST',
])

describe('the names that the docs use', () => {
  const settings = new Set(describeConfig({}).map(({ name }) => name))
  const { registry } = createMetrics()
  const metrics = registry.getMetricsAsArray().map(({ name }) => name)
  const interfacePaths = pathsOfInterface()
  const program = buildProgram({})

  for (const doc of DOCS) {
    const text = read(doc)

    it(`${doc}: every setting is one`, () => {
      const names = new Set(text.match(/\bTOSCAN_[A-Z0-9_]*[A-Z0-9]\b(?!\*)/g))
      const unknown = [...names].filter(
        (name) => !OTHER_NAMES.has(name) && !settings.has(name.replace(/_FILE$/, '')),
      )
      assert.deepEqual(unknown, [])
    })

    it(`${doc}: every metric is one`, () => {
      const names = [...text.matchAll(/`(toscan_[a-z_]+)`/g)].map(([, name = '']) => name)
      assert.deepEqual(
        names.filter((name) => !metrics.includes(name)),
        [],
      )
    })

    it(`${doc}: every command and option is one`, () => {
      assert.deepEqual(
        commandsIn(text).flatMap((words) => faultsOf(program, words)),
        [],
      )
    })

    it(`${doc}: every path of the interface is one`, () => {
      const named = [...text.matchAll(/\/api\/v2(\/[\w{}<>:$()./-]*[\w}>)])/g)].map(([, path = '']) => path)
      const unknown = named.filter((path) => !interfacePaths.some((pattern) => pattern.test(path)))
      assert.deepEqual(unknown, [])
    })
  }
})

describe('docs that are written by a script', () => {
  it('are as `npm run docs` writes them', async () => {
    for (const [path, text] of await writtenDocs(read))
      assert.ok(existsSync(join(ROOT, path)) && read(path) === text, `${path} is old: npm run docs`)
  })
})

/** In whose lines our name is a role or a namespace. */
const OTHERS = /^(kubectl|psql) /

/** The words behind `toscan` in lines of code blocks, and in code within a sentence. */
function commandsIn(text: string): string[][] {
  const blocks = [...text.matchAll(/```(?:sh|text)?\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  const inline = [...text.matchAll(/(?<!`)`((?:npx )?toscan [^`]+)`(?!`)/g)].map(
    ([, command = '']) => command,
  )
  return [...blocks, ...inline].flatMap((line) => {
    if (OTHERS.test(line)) return []
    const [, words = ''] =
      /(?:^|[\s(])(?:npx )?toscan ((?!—|-\s)[a-z-].*)$/.exec(line.replace(/\s#.*$/, '')) ?? []
    return words === '' ? [] : [words.split(/[|)]/)[0]?.trim().split(/\s+/) ?? []]
  })
}

function faultsOf(program: Command, words: string[]): string[] {
  let command = program
  let index = 0
  for (; index < words.length; index += 1) {
    const next = command.commands.find((each) => each.name() === words[index]?.replace(/[,;.]$/, ''))
    if (!next) break
    command = next
  }
  const said = `toscan ${words.join(' ')}`
  if (command === program) return words[0]?.startsWith('-') ? [] : [said]
  const known = [...command.options, ...program.options].flatMap(({ long, short }) => [long, short])
  return words
    .slice(index)
    .map((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1])
    .filter((option) => option !== undefined && option !== '--help' && !known.includes(option))
    .map((option) => `${said}: ${option}`)
}

/** Of the endpoint table, and of what better-auth and the pages of people answer. */
function pathsOfInterface(): RegExp[] {
  const sources = globSync('src/api/**/*.ts', { cwd: ROOT }).map(read).join('\n')
  const paths = [...sources.matchAll(/path: ['"`](\/[^'"`]*)['"`]/g)].map(([, path = '']) => path)
  assert.ok(paths.length > 60)
  return paths.map((path) => new RegExp(`^${path.replace(/:\w+|\$\{\w+\}/g, '[^/]+')}/?$`))
}
