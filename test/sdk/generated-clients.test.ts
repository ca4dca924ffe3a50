import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { createSession } from '../../src/auth/create-session.ts'
import { addUser } from '../../src/cli/operate/users.ts'
import {
  type Api,
  type Receiver,
  type Service,
  startReceiver,
  startService,
  startWeb,
  type Web,
} from '../jobs/service.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const HERE = join(import.meta.dirname, 'generated')
/** What each does without. */
const SESSIONS = [
  ['openapi-fetch-session', {}],
  // What hey-api puts beside the types, the same for every document, does not compile with it.
  ['hey-api-session', { exactOptionalPropertyTypes: false }],
] as const

/** Every option by which TypeScript grows stricter, also for what was generated. */
const STRICTEST = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  target: 'esnext',
  module: 'nodenext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: ['node'],
  rootDir: '.',
  outDir: 'dist',
}

describe('clients that are generated from /openapi.json', () => {
  let folder: string
  let service: Service
  let web: Web
  let receiver: Receiver
  let api: Api
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'generated-'))
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    ;[service, web, receiver] = await Promise.all([startService(), startWeb(), startReceiver()])
    api = await service.serve()
  })
  after(async () => {
    await service?.stop()
    await Promise.all([web?.close(), receiver?.close()])
    rmSync(folder, { recursive: true, force: true })
  })

  it('are made without a word', async () => {
    const input = join(folder, 'openapi.json')
    writeFileSync(input, await (await fetch(`${api.url}/openapi.json`)).text())
    const { status, stderr } = node(join(HERE, 'generate.ts'), input, folder)
    assert.deepEqual([status, stderr], [0, ''])
  })

  for (const [session, options] of SESSIONS)
    it(`compile in the strictest TypeScript, and so does what a stranger does with them: ${session}`, () => {
      cpSync(join(HERE, `${session}.ts`), join(folder, `${session}.ts`))
      const config = join(folder, `${session}.json`)
      const compilerOptions = { ...STRICTEST, ...options }
      writeFileSync(config, JSON.stringify({ compilerOptions, files: [`${session}.ts`] }))
      const { status, stdout } = node(join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config)
      assert.equal(status, 0, stdout)
    })

  for (const [session] of SESSIONS)
    it(`do what they were made for: ${session}`, async () => {
      const { orgId, key } = await service.org()
      const email = `${session}@acme.example`
      const { db } = service.opened
      const userId = await addUser(service.opened, {
        org: orgId,
        email,
        password: 'correct horse battery',
        role: 'admin',
      })
      const { token } = await createSession(db, { userId, orgId, authSessionId: null })
      const profile = `${web.origin}/${session}`
      const child = spawn(process.execPath, [join(folder, 'dist', `${session}.js`)], {
        env: { SERVER: api.url, KEY: key, ADMIN: token, PROFILE: profile, RECEIVER: `${receiver.url}/in` },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
      assert.equal(err, '')
      const { scan_id, ...told } = JSON.parse(out)
      assert.deepEqual(told, {
        score: 0,
        listed: [scan_id],
        ended: true,
        event: `${profile} no_flags`,
        unknown: [404, 'Batch not found'],
        invalid: ['body', 'profile_url'],
        callback: `${receiver.url}/in`,
      })
    })
})

function node(...args: string[]) {
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}
