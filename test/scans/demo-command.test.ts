import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { loadCreators } from '../../demo/creators.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A folder that has installed what is published, and nothing of ours but that. */
describe('toscan demo --exit, of the package that is published', () => {
  let demo: ChildProcess
  let folder: string
  let ended: Promise<number | null>
  let output = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toscan-installed-'))
    install(pack(), folder)
    demo = spawn(olderNode() ?? process.execPath, [program(folder), 'demo', '--exit'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    demo.stdout?.on('data', (chunk) => {
      output += chunk
    })
    ended = new Promise((resolve) => demo.once('close', resolve))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('is started by whatever Node there is, and keeps what it stores where it was called from', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const { stdout } = spawnSync(olderNode() ?? process.execPath, [program(folder), '--version'], {
      encoding: 'utf8',
    })
    assert.equal(stdout.trim(), version)
    await until('something is stored', () => existsSync(join(folder, 'data', 'demo')))
  })

  it('prints first of all where to go and a sign-in that works, for somebody with a name that can be read', async () => {
    await until('a line is printed', () => output.includes('\n'), 60)
    const [, link, email] =
      /^Open (http:\/\/127\.0\.0\.1:\S+) – signed in as ([a-z]+@demo\.example) \(.+; password \S{10,}\)\n/.exec(
        output,
      ) ?? []
    assert.ok(link && email, output)
    const answer = await fetch(link, { redirect: 'manual' })
    assert.equal(answer.status, 303, await answer.text())
    const address = new URL(answer.headers.get('location') ?? '').origin
    const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0])
    const token = await fetch(`${address}/api/v2/session/token`, {
      method: 'POST',
      headers: { cookie: cookie.join('; ') },
    })
    assert.equal(token.status, 200, await token.text())
  })

  it('scans every creator with the real service, verifies every webhook and ends', async () => {
    assert.equal(await ended, 0, output)
    for (const { name, alsoQuick } of await loadCreators()) {
      const verdict = '(no flags|review \\w+|failed|gone|suspended|not read|front only)'
      assert.match(output, new RegExp(`^${name} +${verdict}`, 'm'))
      if (alsoQuick) assert.match(output, new RegExp(`^${name} \\(quick\\) +${verdict}`, 'm'))
    }
    const [, came, of] =
      /Webhooks: (\d+) of (\d+) scans were delivered, each signature verified\./.exec(output) ?? []
    assert.equal(came, of)
    assert.ok(Number(of) >= 20)
  })

  it('says of what nobody could see that it was not seen', () => {
    assert.match(output, /^gone +gone /m)
    assert.match(output, /^bot-challenge +not read /m)
  })
})

/** The tarball. */
function pack(): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts', 'package', 'build.ts')],
    { encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
  return stdout.trim()
}

/** As npm does it, but what it depends on comes from here: nothing is fetched. */
function install(tarball: string, folder: string) {
  const modules = join(folder, 'node_modules')
  const own = join(modules, 'toscan')
  mkdirSync(own, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', own])
  assert.equal(status, 0, String(stderr))
  const about = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
  for (const name of Object.keys({ ...about.dependencies, ...about.optionalDependencies })) {
    // The Node of this repository, in the place of the one that npm would bring.
    const here = join(ROOT, 'node_modules', /^node-\w+-\w+$/.test(name) ? 'node' : name)
    if (!existsSync(here)) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(here, join(modules, name))
  }
}

function program(folder: string): string {
  return join(folder, 'node_modules', 'toscan', 'bin', 'toscan.js')
}

/** The host's, where that is older than the one which the service runs on: then the package has to find another. */
function olderNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .filter((path) => existsSync(path))
    .find((path) => /^v2[0-3]\./.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout))
}
