import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { createApiKey } from '../src/auth/create-api-key.ts'
import { addOrg } from '../src/cli/operate/orgs.ts'
import { withDatabase } from '../src/cli/start/start.ts'
import { readConfig } from '../src/config.ts'
import { findBrowser } from '../src/net/browser/find-browser.ts'
import { SEARCH_SETTING } from './creators.ts'
import { addPeople, type DemoPerson } from './people.ts'
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
    // What changes while somebody looks is looked at anew.
    TOSCAN_PAGE_REUSE_SECONDS: '0',
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

/** An organization for this run, with an API key and three people: what `toscan org|user|key create` make. */
export async function openAccount(): Promise<{
  orgId: string
  key: string
  people: [DemoPerson, ...DemoPerson[]]
}> {
  return withDatabase(readConfig({ TOSCAN_DATA_DIR: DATA_DIR }), async (opened) => {
    const orgId = await addOrg(opened, 'Demo', null)
    const { key } = await createApiKey(opened.db, { orgId, name: 'Demo key', person: null })
    return { orgId, key, people: await addPeople(opened, orgId) }
  })
}

/** A day of the demo is over at once: a watch runs in the next minute and not tomorrow. The only thing here that the interface cannot do. */
export async function endTheDay(watchId: string) {
  await withDatabase(readConfig({ TOSCAN_DATA_DIR: DATA_DIR }), ({ db }) =>
    sql`update watches set next_run_at = clock_timestamp() where watch_id = ${watchId}`.execute(db),
  )
}
