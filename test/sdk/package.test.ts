import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type Api, type Service, startService, startWeb, until, type Web } from '../jobs/service.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** A block of a README: JavaScript that strict TypeScript takes as it is. */
const JAVASCRIPT = /```js\n(.*?)```/gs
const NODES = [{ name: 'the Node of this repository', program: process.execPath }, ...olderNodes()]

/** A project that has installed the built package, and nothing of ours but that. */
describe('the published package', () => {
  let project: string
  let service: Service
  let web: Web
  let api: Api
  let key: string
  const sdkReadme = readFileSync(join(ROOT, 'sdk', 'README.md'), 'utf8')
  const examples = [...sdkReadme.matchAll(JAVASCRIPT)].map(([, code = '']) => code)
  const pages = ['start.md', 'webhooks.md'].map((page) => readFileSync(join(ROOT, 'docs', page), 'utf8'))

  before(async () => {
    project = mkdtempSync(join(tmpdir(), 'sdk-user-'))
    writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
    npm(join(ROOT, 'sdk'), 'pack', '--pack-destination', project)
    // What it depends on, from here: nothing is fetched.
    npm(join(ROOT, 'node_modules', 'zod'), 'pack', '--ignore-scripts', '--pack-destination', project)
    const tarballs = readdirSync(project).filter((file) => file.endsWith('.tgz'))
    npm(project, 'install', '--offline', '--no-audit', '--no-fund', ...tarballs.map((file) => `./${file}`))
    for (const name of ['standardwebhooks', '@stablelib', 'fast-sha256'])
      symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
    ;[service, web] = await Promise.all([startService(), startWeb()])
    ;[api] = await Promise.all([service.api(), service.worker()])
    key = (await service.org()).key
  })
  after(async () => {
    await service?.stop()
    await web?.close()
    rmSync(project, { recursive: true, force: true })
  })

  it('says what it exports, in JavaScript with types', () => {
    const folder = join(project, 'node_modules', '@toscan', 'sdk')
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    assert.deepEqual(Object.keys(manifest.exports), ['.', './client', './contract'])
    for (const entry of Object.values<Record<string, string>>(manifest.exports))
      for (const file of Object.values(entry)) assert.ok(existsSync(join(folder, file)), file)
    for (const file of ['README.md', 'LICENSE']) assert.ok(existsSync(join(folder, file)), file)
    const packed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      packed.filter((file) => /build-package|(?<!\.d)\.ts$/.test(file)),
      [],
    )
  })

  it('reaches for nothing of Node from its entry for browsers', () => {
    const folder = join(project, 'node_modules', '@toscan', 'sdk', 'dist')
    const seen = new Set<string>()
    const visit = (file: string) => {
      if (seen.has(file)) return
      seen.add(file)
      const source = readFileSync(join(folder, file), 'utf8')
      for (const [, name = ''] of source.matchAll(/from '([^']+)'/g)) {
        assert.match(name, /^\.\//, `${file} imports ${name}`)
        visit(name.slice(2))
      }
    }
    visit('client.js')
    assert.ok(seen.size > 5)
  })

  it('has types that a strict project can use, and so can the blocks of both READMEs and of the docs', () => {
    writeFileSync(
      join(project, 'use.ts'),
      `import { Toscan, type Open, verifyWebhook } from '@toscan/sdk'
       import { ScanRecord } from '@toscan/sdk/contract'
       const toscan = new Toscan({ apiKey: 'sk_x' })
       const scan: Open<ScanRecord> = await toscan.scans.get('x')
       const verdict: string | undefined = scan.triage_report?.recommendation
       const report: string = (await toscan.scans.createAndWait({ profile_url: 'x' })).triage_report.recommendation
       const event = verifyWebhook('', {}, 'whsec_x')
       switch (event.type) {
         case 'scan.completed': {
           const score: number = event.triage_report.risk_score
           // @ts-expect-error: a scan with a report has not failed
           event.triage_report.no_such_member
           break
         }
         case 'scan.failed': {
           const why: string = event.error
           // @ts-expect-error: there is no report
           event.triage_report
           break
         }
         case 'test': {
           const message: string = event.message
           break
         }
         default: {
           // A newer server may send others.
           const other: string = event.type
         }
       }
       // @ts-expect-error: there is no such method
       toscan.scans.remove('x')
       export { event, report, verdict }`,
    )
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const others = [...readme.matchAll(JAVASCRIPT), ...[sdkReadme, ...pages].flatMap(typescriptOf)]
    const blocks = [...examples, ...others.map(([, code = '']) => code)]
    const files = blocks.map((_code, at) => `readme-${at}.ts`)
    assert.equal(files.length, 7)
    for (const [at, file] of files.entries()) writeFileSync(join(project, file), blocks[at] ?? '')
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...{
            strict: true,
            exactOptionalPropertyTypes: true,
            noUncheckedIndexedAccess: true,
            noEmit: true,
            module: 'nodenext',
            target: 'es2022',
            types: ['node'],
          },
          typeRoots: [join(ROOT, 'node_modules', '@types')],
        },
        files: ['use.ts', ...files],
      }),
    )
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
    assert.equal(status, 0, stdout)
  })

  for (const { name, program } of NODES)
    describe(`on ${name}`, () => {
      const run = (code: string, env: Record<string, string>) => {
        const file = join(project, `example-${randomBytes(4).toString('hex')}.mjs`)
        writeFileSync(file, code.replaceAll('https://creator.example', web.origin))
        return spawn(program, [file], {
          env: { TOSCAN_SERVER: api.url, TOSCAN_API_KEY: key, ...env },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
      }

      it('scans a profile as its README says', async () => {
        const output = await text(run(examples[0] ?? '', {}).stdout)
        assert.equal(output.trim(), 'no_flags []')
      })

      it('scans a profile as docs/start.md says', async () => {
        const [[, code = ''] = []] = typescriptOf(pages[0] ?? '')
        const here = code.replace('https://bsky.app/profile/bsky.app', 'https://creator.example/nadia')
        assert.equal((await text(run(here, {}).stdout)).trim(), 'no_flags []')
      })

      it('submits a batch and walks lists as its README says', async () => {
        const lines = (await text(run(examples[1] ?? '', {}).stdout)).trim().split('\n')
        assert.match(lines[0] ?? '', /^[0-9a-f-]{36} \[\]$/)
        assert.equal(lines.at(-1), '1 true')
      })

      it('receives webhooks as its README says, and refuses what is not signed', async () => {
        const secret = `whsec_${randomBytes(24).toString('base64')}`
        const port = await freePort()
        const receiver = run(examples[2] ?? '', { PORT: String(port), TOSCAN_WEBHOOK_SECRET: secret })
        try {
          const body =
            '{"type":"scan.completed","url":"https://a","triage_report":{"recommendation":"review_low"}}'
          const at = new Date()
          const signed = {
            'webhook-id': 'msg_1',
            'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
            'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
          }
          const post = (headers: Record<string, string>) =>
            fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers }).then(
              ({ status }) => status,
              () => null,
            )
          await until(async () => (await post({})) === 400)
          assert.equal(await post(signed), 204)
          const [line] = await once(receiver.stdout, 'data')
          assert.equal(String(line).trim(), 'https://a review_low')
        } finally {
          receiver.kill()
        }
      })
    })
})

function typescriptOf(page: string) {
  return [...page.matchAll(/```ts\n(.*?)```/gs)]
}

function npm(folder: string, ...command: string[]) {
  const { status, stderr } = spawnSync('npm', command, { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}

/** Other installed versions from 20 on, outside of `node_modules`, each once. */
function olderNodes() {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
  const programs = folders.map((folder) => join(folder, 'node')).filter((program) => existsSync(program))
  const versions = programs.map((program) => {
    const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()
    return [version, { name: `Node ${version}`, program }] as const
  })
  return [...new Map(versions.filter(([version]) => /^v2[0-3]\./.test(version))).values()]
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
