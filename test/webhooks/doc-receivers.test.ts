import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sign, signingKey } from '../../src/webhooks/sign.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const ANOTHER = `whsec_${Buffer.from('another secret, of yesterday').toString('base64')}`
const BODY = JSON.stringify({
  type: 'scan.completed',
  scan_id: '0b6f',
  triage_report: { recommendation: 'review_high' },
  metadata: { name: 'Zoë' },
})

interface Language {
  /** Of the block in the document. */
  fence: string
  file: string
  /** Says its version, where it is there. */
  tool: string[]
  build?(file: string): string[]
  run(file: string, port: number): string[]
}

const LANGUAGES: Language[] = [
  {
    fence: 'ts',
    file: 'receiver.ts',
    tool: [process.execPath, '--version'],
    // What `npm pack` would build, in a place of its own: another test packs meanwhile.
    build: (file) => [
      process.execPath,
      join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
      '--project',
      join(ROOT, 'sdk'),
      '--outDir',
      join(packageBeside(file), 'dist'),
    ],
    run: (file) => [process.execPath, file],
  },
  { fence: 'python', file: 'receiver.py', tool: ['python3', '--version'], run: (file) => ['python3', file] },
  {
    fence: 'go',
    file: 'receiver.go',
    tool: ['go', 'version'],
    build: (file) => ['go', 'build', '-o', `${file}.out`, file],
    run: (file) => [`${file}.out`],
  },
  {
    fence: 'php',
    file: 'receiver.php',
    tool: ['php', '--version'],
    run: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
]

/** Where a project with this file has our package. */
function packageBeside(file: string): string {
  return join(dirname(file), 'node_modules', '@toscan', 'sdk')
}

for (const { fence, file, tool, build, run } of LANGUAGES) {
  const isThere = spawnSync(tool[0] ?? '', tool.slice(1)).status === 0
  describe(`the receiver of docs/webhooks.md in ${fence}`, {
    skip: isThere ? false : `${tool[0]} is not installed here`,
  }, () => {
    let folder: string
    let receiver: ChildProcess
    let printed = ''
    let port = 0
    before(async () => {
      const text = await readFile(join(ROOT, 'docs', 'webhooks.md'), 'utf8')
      const [, code] = new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, 'ms').exec(text) ?? []
      assert.ok(code, 'the document has one')
      folder = await mkdtemp(join(tmpdir(), 'toscan-receiver-'))
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      const path = join(folder, file)
      await mkdir(packageBeside(path), { recursive: true })
      await copyFile(join(ROOT, 'sdk', 'package.json'), join(packageBeside(path), 'package.json'))
      await symlink(join(ROOT, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'))
      await writeFile(path, code)
      if (build) {
        const [command = '', ...args] = build(path)
        const built = spawnSync(command, args, { encoding: 'utf8' })
        assert.equal(built.status, 0, built.stderr)
      }
      port = await freePort()
      const [command = '', ...args] = run(path, port)
      receiver = spawn(command, args, {
        env: { ...process.env, TMPDIR: folder, TOSCAN_WEBHOOK_SECRET: SECRET, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [receiver.stdout, receiver.stderr])
        stream?.on('data', (chunk) => {
          printed += chunk
        })
      await until('it answers', () =>
        post('{}', {}).then(
          () => true,
          () => false,
        ),
      )
    })
    after(async () => {
      receiver?.kill()
      await rm(folder, { recursive: true, force: true })
    })

    const post = (body: string, headers: object) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers: { ...headers } })
    const signed = (id: string, { at = new Date(), secrets = [SECRET] } = {}) =>
      sign({ id, body: BODY, keys: secrets.map(signingKey), at })
    const events = () => printed.split('scan.completed 0b6f review_high').length - 1

    it('takes what the service signs, once, also while the secret is being replaced', async () => {
      const headers = signed('msg_1', { secrets: [ANOTHER, SECRET] })
      assert.equal((await post(BODY, headers)).status, 204)
      await until('it has the event', () => events() === 1)
      assert.equal((await post(BODY, signed('msg_1'))).status, 204)
      assert.equal((await post(BODY, signed('msg_2'))).status, 204)
      await until('it has the next one', () => events() === 2)
    })

    it('refuses everything else, and lives on', async () => {
      const good = signed('msg_3')
      const anHour = 3_600_000
      for (const [what, body, headers] of [
        ['no headers', BODY, {}],
        ['another body', `${BODY} `, good],
        ['another id', BODY, { ...good, 'webhook-id': 'msg_4' }],
        ['another secret', BODY, signed('msg_3', { secrets: [ANOTHER] })],
        ['of yesterday', BODY, signed('msg_3', { at: new Date(Date.now() - anHour) })],
        ['of tomorrow', BODY, signed('msg_3', { at: new Date(Date.now() + anHour) })],
        ['no time', BODY, { ...good, 'webhook-timestamp': 'noon' }],
        ['no signature', BODY, { ...good, 'webhook-signature': '' }],
        [
          'another scheme',
          BODY,
          { ...good, 'webhook-signature': good['webhook-signature'].replace('v1', 'v2') },
        ],
      ] as const)
        assert.equal((await post(body, headers)).status, 400, what)
      assert.equal((await post(BODY, good)).status, 204)
      await until('it has the event', () => events() === 3)
      assert.equal(receiver.exitCode, null)
    })
  })
}
