import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BUILD_ONCE = join(ROOT, 'scripts', 'build-once.ts')

describe('starts in a folder in which nothing is built', () => {
  const roots: string[] = []
  after(() => {
    for (const root of roots) rmSync(root, { recursive: true })
  })
  const folder = () => {
    const root = mkdtempSync(join(tmpdir(), 'toscan-builds-'))
    roots.push(root)
    return root
  }
  const builds = (root: string) => readFileSync(join(root, 'builds'), 'utf8').trim().split('\n').length

  it('build once where they happen at the same time, and all use what was made', async () => {
    const root = folder()
    const starts = await Promise.all([start(root), start(root), start(root)])
    assert.deepEqual(
      starts.map(({ out }) => out),
      ['whole\n', 'whole\n', 'whole\n'],
    )
    assert.equal(builds(root), 1)
    assert.deepEqual(starts.map(({ err }) => err).sort(), [
      '',
      'Waiting for another process that builds the thing …\n',
      'Waiting for another process that builds the thing …\n',
    ])
    assert.deepEqual(readdirSync(join(root, 'dist')), [])
  })

  it('build anew where the process that was at it was killed', async () => {
    const root = folder()
    const killed = spawn(process.execPath, ['--input-type=module', '-e', program(root)], { stdio: 'ignore' })
    await until('it builds', () => readdirSync(root).includes('built'))
    killed.kill('SIGKILL')
    await once(killed, 'close')
    assert.deepEqual(await start(root), { out: 'whole\n', err: '' })
    assert.equal(builds(root), 2)
  })
})

describe('a start in a folder of code that another account has built', () => {
  it('takes the sources where it may not look at the build', () => {
    const root = mkdtempSync(join(tmpdir(), 'toscan-read-only-'))
    for (const part of ['scripts', 'src', 'package.json'])
      cpSync(join(ROOT, part), join(root, part), { recursive: true })
    // As an administrator with the umask 077 leaves it.
    mkdirSync(join(root, 'dist'))
    chmodSync(join(root, 'dist'), process.getuid?.() === 0 ? 0o700 : 0)
    chmodSync(root, 0o755)
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'build-service.ts')], {
      encoding: 'utf8',
      ...(process.getuid?.() === 0 && { uid: 65534, gid: 65534 }),
    })
    chmodSync(join(root, 'dist'), 0o755)
    rmSync(root, { recursive: true })
    assert.match(stderr, /The service could not be bundled; it runs from its sources\./)
    assert.equal(status, 0, stderr)
  })
})

/** A build that first makes half of what it is to make, as all of them do. */
function program(root: string): string {
  const built = JSON.stringify(join(root, 'built'))
  return `
    import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { buildOnce } from ${JSON.stringify(BUILD_ONCE)}
    const isStale = () => !existsSync(${built}) || readFileSync(${built}, 'utf8') !== 'whole'
    await buildOnce('thing', isStale, async () => {
      appendFileSync(${JSON.stringify(join(root, 'builds'))}, 'one\\n')
      writeFileSync(${built}, 'half')
      await sleep(1500)
      writeFileSync(${built}, 'whole')
    }, ${JSON.stringify(root)})
    console.log(readFileSync(${built}, 'utf8'))`
}

async function start(root: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(root)])
  let out = ''
  let err = ''
  child.stdout.on('data', (bytes) => {
    out += bytes
  })
  child.stderr.on('data', (bytes) => {
    err += bytes
  })
  await once(child, 'close')
  return { out, err }
}
