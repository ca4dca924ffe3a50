import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Command } from 'commander'
import { buildProgram } from '../../src/cli/program.ts'
import { completionScript, SHELLS } from '../../src/cli/terminal/completion.ts'

const program = buildProgram({})

/** Of what is typed so far, the last word unfinished: what the shell has to offer. */
const OFFERED: [typed: string[], offered: string[]][] = [
  [['web'], ['webhooks']],
  [
    ['webhooks', ''],
    ['list', 'resend', 'recover', '--help'],
  ],
  [['webhooks', 'list', '--st'], ['--status']],
  [['webhooks', 'list', '--status', 'f'], ['failed']],
  [['scan', 'https://a.example/', '--fail'], ['--fail-on']],
  [['scan', 'delete', '--d'], ['--dry-run']],
  [
    ['list', '--mode', ''],
    ['deep', 'quick'],
  ],
  // What follows is a name that nobody knows: the shell offers files.
  [['policy', 'test', '--policy', 'zz'], []],
]

describe('toscan completion', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'completion-'))
    for (const shell of SHELLS) writeFileSync(join(folder, shell), completionScript(shell, program))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('completes in bash', { skip: without('bash') }, () => {
    const asked = OFFERED.map(
      ([typed]) =>
        `COMP_WORDS=(toscan ${typed.map(quoted).join(' ')}); COMP_CWORD=${typed.length}; _toscan; echo "\${COMPREPLY[@]}"`,
    )
    const answers = answersOf('bash', [
      '--norc',
      '-c',
      [`source ${join(folder, 'bash')}`, ...asked].join('\n'),
    ])
    for (const [index, [typed, offered]] of OFFERED.entries())
      assert.deepEqual(answers[index]?.split(' ').filter(Boolean), offered, typed.join(' '))
  })

  it('completes in fish', { skip: without('fish') }, () => {
    const asked = OFFERED.map(
      ([typed]) => `echo (complete -C ${quoted(`toscan ${typed.join(' ')}`)} | cut -f 1)`,
    )
    const answers = answersOf('fish', [
      '--no-config',
      '-c',
      [`source ${join(folder, 'fish')}`, ...asked].join('\n'),
    ])
    for (const [index, [typed, offered]] of OFFERED.entries()) {
      // It offers options once somebody has begun one.
      const wanted = typed.at(-1) === '' ? offered.filter((word) => !word.startsWith('--')) : offered
      assert.deepEqual(answers[index]?.split(' ').filter(Boolean).sort(), wanted.toSorted(), typed.join(' '))
    }
  })

  it('completes in zsh', { skip: without('zsh') }, () => {
    const asked = OFFERED.map(
      ([typed]) =>
        `words=(toscan ${typed.map(quoted).join(' ')}); CURRENT=${typed.length + 1}; _toscan; echo`,
    )
    // What zsh has for the moment of completing only, replaced by what it would be told.
    const told = `compdef() { }; _files() { }
      compadd() { shift; echo -n "$@" }
      _describe() { local -a these; these=("\${(@P)2}"); echo -n "\${(@)these%%:*}" }`
    const answers = answersOf('zsh', [
      '-f',
      '-c',
      [told, `source ${join(folder, 'zsh')}`, ...asked].join('\n'),
    ])
    for (const [index, [typed, offered]] of OFFERED.entries()) {
      // It takes all words of a place, and narrows them down itself.
      const words = answers[index]?.split(' ').filter((word) => word.startsWith(typed.at(-1) ?? '') && word)
      assert.deepEqual(words, offered, typed.join(' '))
    }
  })

  function answersOf(command: string, args: string[]): string[] {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''])
    return stdout.split('\n')
  }
})

describe('the help of every command', () => {
  for (const [path, command] of leavesOf(program)) {
    it(`toscan ${path}: says what it does, what each option means, and shows how it is used`, () => {
      assert.ok(command.description())
      for (const { long, description } of command.options) assert.ok(description, `${long} has words`)
      const examples = helpOf(command).split('\nExamples:\n')[1]?.trimEnd().split('\n') ?? []
      assert.ok(examples.length > 0)
      for (const example of examples) {
        assert.match(example, new RegExp(`\\btoscan ${path}\\b`))
        for (const [, option] of example.slice(example.indexOf('toscan ')).matchAll(/ (--[a-z-]+)/g))
          assert.ok(
            command.options.some(({ long }) => long === option),
            `${option} in ${example}`,
          )
      }
    })
  }
})

/** The commands that do something, with their words. */
function leavesOf(command: Command, path = ''): [string, Command][] {
  return command.commands.flatMap((each) => {
    const name = `${path} ${each.name()}`.trim()
    const below = leavesOf(each, name)
    // `scan` does something itself, and has commands below it.
    return below.length === 0 || each.registeredArguments.length > 0 ? [[name, each], ...below] : below
  })
}

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (some) => {
      text += some
    },
  })
  command.outputHelp()
  return text
}

function quoted(text: string): string {
  return `'${text}'`
}

function without(shell: string): string | false {
  return spawnSync(shell, ['--version']).status === 0 ? false : `${shell} is not installed here`
}
