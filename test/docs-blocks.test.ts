import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { CONTENTS } from '../guide/contents.ts'
import {
  ScanAccepted,
  ScanCompletedEvent,
  TriageReport,
  ValidationErrorBody,
  Warning,
} from '../sdk/contract.ts'
import { createSession } from '../src/auth/create-session.ts'
import { addUser } from '../src/cli/operate/users.ts'
import { readConfig } from '../src/config.ts'
import { type Api, type Service, startService, startWeb, type Web } from './jobs/service.ts'
import { PROGRAM } from './support/program.ts'
import { until } from './support/until.ts'

const ROOT = join(import.meta.dirname, '..')
const DOCS = ['README.md', ...CONTENTS.flatMap(({ pages }) => pages.map(({ from }) => from))]
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Block {
  doc: string
  language: string
  code: string
}
const BLOCKS: Block[] = [...new Set(DOCS)].flatMap((doc) =>
  [...read(doc).matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    doc,
    language,
    code,
  })),
)

/** Commands that are not run here, by how their block begins, and why. */
const NOT_RUN: Record<string, string> = {
  'npm ci && npm start': 'installs, and stays: test/cli/first-start.test.ts starts it',
  'npm ci && npm test': 'is what runs this',
  'npx toscan login': 'asks at a terminal: test/cli/login.test.ts gives it what it asks for',
  'npx toscan listen': 'stays: test/cli/client.test.ts runs it',
  'export DATABASE_URL=postgres://… TOSCAN_EVIDENCE=s3://…': 'needs a bucket, and stays',
  'export DATABASE_URL=postgres://toscan:…@pgbouncer':
    'needs that pooler: test/jobs/pooler.test.ts runs one where it is installed',
  'kubectl create namespace toscan': 'needs a cluster: test/kubernetes.test.ts judges the files',
  'sh ops/make-secrets.sh': 'needs an engine for containers: test/containers.test.ts judges the files',
  'openssl ts -verify': 'needs the certificate of an authority',
  'pip install ./clients/python': 'asks a registry for what pip builds with',
  'npm run eval': 'needs a model, and measures for minutes',
  'npm run embeddings': 'fetches 290 MB and needs a model',
}
/** The same of single lines in a block. */
const NOT_RUN_LINES = /^npm run (eval|wordings|train)\b.*\n/gm

/** Blocks in these languages that another test takes from the page and runs. */
const ELSEWHERE: Record<string, Record<string, string>> = {
  'README.md': { js: 'test/webhooks/readme-receiver.test.ts' },
  'docs/webhooks.md': {
    ts: 'test/webhooks/doc-receivers.test.ts',
    python: 'test/webhooks/doc-receivers.test.ts',
    go: 'test/webhooks/doc-receivers.test.ts',
    php: 'test/webhooks/doc-receivers.test.ts',
  },
  'docs/start.md': { ts: 'test/sdk/package.test.ts' },
  'sdk/README.md': { js: 'test/sdk/package.test.ts', ts: 'test/sdk/package.test.ts' },
}

/** What JSON of a page is, or a part of. */
const SHAPES: Record<string, z.ZodType[]> = {
  'docs/start.md': [ScanAccepted.strict(), TriageReport.partial().strict()],
  'docs/api.md': [ValidationErrorBody.strict(), z.strictObject({ warnings: z.array(Warning) })],
  'docs/client.md': [ScanAccepted.strict()],
  'docs/webhooks.md': [
    ScanCompletedEvent.extend({
      triage_report: ScanCompletedEvent.shape.triage_report.partial(),
      coverage: z.object({ score: z.number() }),
    }).partial(),
  ],
}

describe('the blocks of the docs', () => {
  let folder: string
  let service: Service
  let web: Web
  let api: Api
  let env: Record<string, string>
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docs-blocks-'))
    ;[service, web] = await Promise.all([startService(), startWeb()])
    api = await service.serve()
    // It listens first, and makes the first administrator, of whom the README speaks, where there is no organization by then.
    await until('the first start', () => api.output().includes('First start'))
    const { orgId, key } = await service.org()
    const { db, url, secretKey } = service.opened
    const person = { org: orgId, email: 'ada@acme.example', password: 'correct horse battery' }
    const userId = await addUser(service.opened, { ...person, role: 'admin' })
    const { token } = await createSession(db, { userId, orgId, authSessionId: null })
    env = {
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      PYTHONPATH: join(ROOT, 'clients', 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      DATABASE_URL: url,
      TOSCAN_SECRET_KEY: secretKey,
      TOSCAN_DATA_DIR: service.dataDir,
      TOSCAN_EGRESS_ALLOW: '127.0.0.1',
      TOSCAN_EGRESS_ALLOW_COLLECTION: '127.0.0.1',
      TOSCAN_SERVER: api.url,
      TOSCAN_API_KEY: key,
      KEY: key,
      URL: api.url,
      SESSION: token,
      SCAN: await scanned(`${web.origin}/somebody`, key),
    }
    await scanned(`${web.origin}/unwanted`, key)
    writeFiles()
  })
  after(async () => {
    await service?.stop()
    await web?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const scanned = async (url: string, key: string): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ profile_url: url })
    const accepted = await fetch(`${api.url}/api/v2/scan/quick`, { method: 'POST', headers, body })
    const { scan_id } = ScanAccepted.parse(await accepted.json())
    for (;;) {
      const scan = await (await fetch(`${api.url}/api/v2/scans/${scan_id}`, { headers })).json()
      if (Object(scan).status !== 'processing') return scan_id
    }
  }

  /** What the pages take for granted: commands on the path, and the files that they name. */
  const writeFiles = () => {
    const programs = {
      toscan: `exec '${process.execPath}' '${PROGRAM}' "$@"`,
      npx: '[ "$1" = toscan ] || exit 1\nexec "$@"',
      // What is refused is a fault here.
      curl: `exec '${programOf('curl')}' --fail-with-body "$@"`,
      uuidgen: `exec '${process.execPath}' -p 'crypto.randomUUID()'`,
    }
    mkdirSync(join(folder, 'bin'))
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(folder, 'bin', name), 0o755)
    }
    writeFileSync(
      join(folder, 'creators.csv'),
      `name,url\nNadia,${web.origin}/nadia\nOmar,${web.origin}/omar\n`,
    )
    for (const { code } of BLOCKS) {
      const [, path] = /^# (my-pack\/\S+)\n/.exec(code) ?? []
      if (path === undefined) continue
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), code)
    }
  }

  const start = async (program: string, args: string[]) => {
    rmSync(join(folder, 'scans.csv'), { force: true })
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('exit', resolve)),
    ])
    assert.equal(code, 0, `${out}${err}`)
    return out
  }
  /** With what is here in the place of what a reader has. */
  const filledIn = (code: string) =>
    code
      .replaceAll('http://127.0.0.1:8080', api.url)
      .replaceAll(
        /https:\/\/(?:bsky\.app\/profile\/bsky\.app|www\.instagram\.com\/anabela\.noite\/)/g,
        `${web.origin}/nadia`,
      )
      .replaceAll(/<scan_id>|5233612c-a5d3-4a48-adf3-00e45c084014/g, env.SCAN ?? '')
      .replaceAll('sk_…', env.TOSCAN_API_KEY ?? '')
      .replaceAll('--url U ', `--url ${web.origin}/unwanted `)

  for (const [index, block] of BLOCKS.entries()) {
    const { doc, language, code } = block
    const elsewhere = ELSEWHERE[doc]?.[language]
    const [first = ''] = code.split('\n')
    const name = `${doc}: ${first.slice(0, 70)}`
    if (elsewhere !== undefined)
      it(`${name} (${elsewhere})`, () => {
        assert.ok(existsSync(join(ROOT, elsewhere)))
        assert.match(read(elsewhere), new RegExp(`\\b${doc.split('/').pop()?.replace('.', '\\.')}\\b`))
      })
    else if (language === 'sh') {
      const why = Object.entries(NOT_RUN).find(([start]) => code.startsWith(start))?.[1]
      if (isSettings(code))
        it(`${name} (settings)`, () => {
          readConfig({ ...settingsIn(code) })
        })
      else if (why !== undefined) it(`${name} (not run: ${why})`, { skip: why }, () => {})
      else
        it(name, async () => {
          const script = `set -eo pipefail\n${filledIn(code.replaceAll(NOT_RUN_LINES, ''))}`
          await start('bash', ['-c', script])
        })
    } else if (language === 'json')
      it(name, () => {
        const shape = SHAPES[doc]?.[BLOCKS.slice(0, index).filter(isJsonOf(doc)).length]
        assert.ok(shape, 'of no known shape')
        assert.deepEqual(shape.parse(JSON.parse(code)), JSON.parse(code))
      })
    else if (language === 'yaml')
      it(name, () => {
        const [, schema] = /\$schema=\S*(docs\/schemas\/\S+)/.exec(code) ?? []
        if (schema === undefined) assert.equal(typeof parse(code), 'object')
        else assert.ok(existsSync(join(ROOT, schema)))
      })
    else if (language === 'python')
      it(name, async () => {
        const given = `scan_id = "${env.SCAN}"\nSECRET = "whsec_${btoa('x'.repeat(24))}"\nimport toscan as package\ntoscan = package.Toscan()\n`
        const called = code.includes('def receive') ? '\nassert receive(b"{}", {}) == 400\n' : ''
        await start('python3', ['-c', given + filledIn(code) + called])
      })
    else if (language === 'js' && doc === 'docs/evidence.md')
      it(name, async () => {
        const path = `${api.url}/api/v2/scans/${env.SCAN}/evidence-manifest`
        const headers = `{ headers: { authorization: 'Bearer ${env.TOSCAN_API_KEY}' } }`
        const signed = `const server = '${api.url}', signed = await (await fetch('${path}', ${headers})).json()`
        const asked = code
          .replace(/^await crypto\.subtle\.verify/m, 'console.log(await crypto.subtle.verify')
          .trimEnd()
        assert.equal(
          await start(process.execPath, ['--input-type=module', '-e', `${signed}\n${asked})`]),
          'true\n',
        )
      })
    else
      it(name, () => {
        assert.equal(language, 'text', 'of no language that is run or checked: text is what is only read')
        assert.doesNotMatch(code, /^\s*(curl|npx|docker) /m, 'a command is sh')
      })
  }

  it('that are not run are all there', () => {
    const unused = Object.keys(NOT_RUN).filter((start) => !BLOCKS.some(({ code }) => code.startsWith(start)))
    assert.deepEqual(unused, [])
  })
})

function isJsonOf(doc: string) {
  return (block: Block) => block.doc === doc && block.language === 'json'
}

/** Nothing but settings, with what a reader puts in. */
function isSettings(code: string): boolean {
  return code
    .trim()
    .split('\n')
    .every((line) => /^TOSCAN_\w+=/.test(line))
}

function settingsIn(code: string): Record<string, string> {
  const lines = [...code.matchAll(/^(TOSCAN_\w+)=(\S+)/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value.replace(/<(\w+)>/, '$1')]))
}

function programOf(name: string): string {
  const folders = (process.env.PATH ?? '').split(':')
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? name
}
