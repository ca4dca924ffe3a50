import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createApiKey } from '../../src/auth/create-api-key.ts'
import { createSession } from '../../src/auth/create-session.ts'
import { hashPassword } from '../../src/auth/hash-password.ts'
import { addOrg } from '../../src/cli/operate/orgs.ts'
import { addUserHashed } from '../../src/cli/operate/users.ts'
import { startApi as startServerOf } from '../../src/cli/roles/start-api.ts'
import { createLog, type Opened, openConfigured } from '../../src/cli/start/start.ts'
import { databaseChecks } from '../../src/cli/start/watching.ts'
import { readConfig } from '../../src/config.ts'
import { createMetrics } from '../../src/metrics.ts'
import { type Answer, type Call, send } from './call.ts'
import { assertContract, type Document, readDocument } from './contract-check.ts'
import { createTestDatabase } from './test-database.ts'

export const PASSWORD = 'correct horse battery'

/** Slow on purpose: once for all people of a process. */
let passwordHash: Promise<string> | undefined

/** The same of every server of a process, and a tenth of a second of the processor to put together: asked of the first. */
let document: Promise<Document> | undefined

export interface Person {
  userId: string
  email: string
}

export interface TestApi {
  baseUrl: string
  databaseUrl: string
  /** The environment that the server was started with, for further processes on the same database. */
  env: Record<string, string>
  opened: Opened
  /** One request; its answer is held against the contract. A 5xx answer fails the test unless `mayFail`. */
  call(method: string, path: string, call?: Call & { mayFail?: boolean }): Promise<Answer>
  makeOrg(dailyLimit?: number | null): Promise<string>
  makeUser(orgId: string, role?: 'admin' | 'member', email?: string): Promise<Person>
  /** A bearer token; without an organization for `orgId` null. */
  makeSession(person: Person, orgId: string | null): Promise<string>
  makeKey(orgId: string, person?: { id: string; email: string }): Promise<{ key: string; key_id: string }>
  /** An organization with an admin, a member and a key, each ready to call. */
  makeTenant(dailyLimit?: number | null): Promise<Tenant>
  stop(): Promise<void>
}

export interface Tenant {
  orgId: string
  key: string
  keyId: string
  admin: string
  member: string
  adminPerson: Person
  memberPerson: Person
}

/** The real server with the API role on a free port and a database of its own. */
export async function startApi(env: Record<string, string> = {}): Promise<TestApi> {
  const database = await createTestDatabase()
  const fullEnv = {
    DATABASE_URL: database.url,
    TOSCAN_SECRET_KEY: randomBytes(32).toString('hex'),
    TOSCAN_DATA_DIR: join(tmpdir(), 'toscan-test-unused'),
    TOSCAN_LOG_LEVEL: 'error',
    PORT: '0',
    ...env,
  }
  const config = readConfig(fullEnv)
  const opened = await openConfigured(config)
  const { port, stop } = await startServerOf(config, opened, createLog(config), createMetrics(), {
    serving: databaseChecks(config, opened),
    working: [],
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const call: TestApi['call'] = async (method, path, options = {}) => {
    const answer = await send(baseUrl, method, path, options)
    if (!options.mayFail)
      assert.ok(answer.status < 500, `${method} ${path} → ${answer.status} ${answer.text}`)
    document ??= send(baseUrl, 'GET', '/openapi.json').then(({ json }) => readDocument(json))
    assertContract(await document, method, path, answer)
    return answer
  }
  const makeOrg: TestApi['makeOrg'] = (dailyLimit = null) => addOrg(opened, 'Test', dailyLimit)
  const makeUser: TestApi['makeUser'] = async (orgId, role = 'admin', email = newEmail()) => {
    passwordHash ??= hashPassword(PASSWORD)
    const userId = await addUserHashed(opened, { org: orgId, email, role }, await passwordHash)
    return { userId, email }
  }
  const makeSession: TestApi['makeSession'] = async ({ userId }, orgId) =>
    (await createSession(opened.db, { userId, orgId, authSessionId: null })).token
  const makeKey: TestApi['makeKey'] = (orgId, person) =>
    createApiKey(opened.db, { orgId, name: 'Test key', person: person ?? null })

  return {
    baseUrl,
    databaseUrl: database.url,
    env: fullEnv,
    opened,
    call,
    makeOrg,
    makeUser,
    makeSession,
    makeKey,
    async makeTenant(dailyLimit) {
      const orgId = await makeOrg(dailyLimit)
      const adminPerson = await makeUser(orgId, 'admin')
      const memberPerson = await makeUser(orgId, 'member')
      const { key, key_id: keyId } = await makeKey(orgId)
      return {
        orgId,
        key,
        keyId,
        adminPerson,
        memberPerson,
        admin: await makeSession(adminPerson, orgId),
        member: await makeSession(memberPerson, orgId),
      }
    },
    async stop() {
      await stop()
      await opened.close()
      await database.drop()
    },
  }
}

/** The body's `detail`. */
export function detailOf(answer: Answer): unknown {
  const { json } = answer
  return typeof json === 'object' && json !== null && 'detail' in json ? json.detail : undefined
}

/** A member of the answer's body; fails when it is missing. */
export function field(answer: Answer, name: string): unknown {
  assert.ok(typeof answer.json === 'object' && answer.json !== null && name in answer.json, answer.text)
  return Reflect.get(answer.json, name)
}

/** A text in the answer's body. */
export function textField(answer: Answer, name: string): string {
  const value = field(answer, name)
  assert.ok(typeof value === 'string', `${name} is no text: ${answer.text}`)
  return value
}

/** How many scans and batches the database holds, of every organization. */
export async function countStored({ opened }: TestApi): Promise<{ scans: number; batches: number }> {
  const { rows } = await sql<{ scans: number; batches: number }>`
    select (select count(*) from scans) as scans, (select count(*) from batches) as batches`.execute(
    opened.db,
  )
  return rows[0] ?? { scans: -1, batches: -1 }
}

function newEmail(): string {
  return `person-${randomBytes(5).toString('hex')}@example.org`
}
