import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createApiKey } from '../src/auth/create-api-key.ts'
import { createSession } from '../src/auth/create-session.ts'
import { addOrg } from '../src/cli/orgs.ts'
import { withDatabase } from '../src/cli/start.ts'
import { addUser } from '../src/cli/users.ts'
import { readConfig } from '../src/config.ts'
import type { Db } from '../src/db/database.ts'
import { userByEmail } from '../src/db/people.ts'
import { findBrowser } from '../src/net/browser/find-browser.ts'
import { SEARCH_SETTING } from './creators.ts'
import type { DemoWeb } from './web/start.ts'

const ROOT = join(import.meta.dirname, '..')
/** In the folder that it is called from: the program may lie where nothing is to be written. */
export const DATA_DIR = resolve('data', 'demo')

export interface Service {
  baseUrl: string
  /** Ends the service and its database. */
  stop(): Promise<void>
}

/** Settings with which anything of Toscan sees the demo web. */
export async function demoEnvironment(web: DemoWeb): Promise<Record<string, string>> {
  await mkdir(DATA_DIR, { recursive: true })
  const authority = join(DATA_DIR, 'authority.pem')
  await writeFile(authority, web.authority)
  return {
    // Node's own way to trust one more authority: the service has no setting for it and needs none.
    NODE_EXTRA_CA_CERTS: authority,
    TOSCAN_EGRESS_PROXY: web.proxyUrl,
    TOSCAN_SEARCH: SEARCH_SETTING,
    // The web is our own, and a newcomer is waiting.
    TOSCAN_HOST_DELAY_MS: '0',
    TOSCAN_BROWSER: await browserOfDemo(),
  }
}

/** A browser has authorities of its own; this one takes the demo web's word, behind whose proxy there is nothing else. */
async function browserOfDemo(): Promise<string> {
  const browser = process.platform === 'win32' ? null : findBrowser('auto', process.env.PATH ?? '')
  if (browser === null) return 'off'
  const path = join(DATA_DIR, 'browser')
  await writeFile(path, `#!/bin/sh\nexec "${browser}" "$@" --ignore-certificate-errors\n`, { mode: 0o755 })
  return path
}

/** `toscan serve` as a process of its own, with the demo's data and nothing of the caller's settings. */
export async function startService(
  environment: Record<string, string>,
  callbackHost: string,
): Promise<Service> {
  const foreign = /^(TOSCAN_|DATABASE_URL$|NODE_EXTRA_CA_CERTS$|HOST$)/
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  const log = createWriteStream(join(DATA_DIR, 'service.log'))
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'toscan.js'), 'serve'], {
    env: {
      ...Object.fromEntries(inherited),
      ...environment,
      PORT: process.env.PORT ?? '0',
      TOSCAN_DATA_DIR: DATA_DIR,
      TOSCAN_EGRESS_ALLOW: callbackHost,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches the whole group at once; the service is to be ended by us, in order.
    detached: true,
  })
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  child.stderr.pipe(log, { end: false })
  child.stdout.pipe(log, { end: false })
  const baseUrl = await listening(child)
  return {
    baseUrl,
    async stop() {
      process.off('exit', endWithUs)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const address = /listening on (\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`the service ended with ${code}; see ${join(DATA_DIR, 'service.log')}`)),
    )
  })
}

/**
 * An organization for this run, with an API key, an administrator who can sign in, and their session: what
 * `toscan org|user|key create` make. Earlier runs left their reviewers, so a later one has a number.
 */
export async function openAccount(): Promise<{
  key: string
  session: string
  email: string
  password: string
}> {
  const config = readConfig({ TOSCAN_DATA_DIR: DATA_DIR })
  return withDatabase(config, async (opened) => {
    const org = await addOrg(opened, 'Demo', null)
    const { key } = await createApiKey(opened.db, { orgId: org, name: 'Demo key', person: null })
    const email = await freeAddress(opened.db)
    const password = `demo-${randomBytes(6).toString('hex')}`
    const userId = await addUser(opened, { org, email, password, role: 'admin' })
    const { token } = await createSession(opened.db, { userId, orgId: org, authSessionId: null })
    return { key, session: token, email, password }
  })
}

async function freeAddress(db: Db): Promise<string> {
  for (let run = 1; ; run++) {
    const email = `reviewer${run === 1 ? '' : run}@demo.example`
    if ((await userByEmail(db, email)) === undefined) return email
  }
}
