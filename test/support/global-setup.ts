import { migrate, openDatabase } from '../../src/db/database.ts'
import { databaseUrl, MIGRATIONS, onServer } from './test-database.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/**
 * Runs once around all test files: one server, and one database with the whole schema to copy the others from. Where `TEST_SECOND_SERVER` names
 * another one, it gets the same, for the groups that run again there.
 */

/** A template's name is its own where both are one server. */
const TEMPLATE = `toscan_template_${process.pid}`
const SECOND_TEMPLATE = `${TEMPLATE}_second`
const servers: { server: TestServer; template: string }[] = []

export async function globalSetup() {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, endEarly)
  process.env.TEST_SERVER_URL = await serve(process.env.TEST_SERVER, TEMPLATE)
  process.env.TEST_TEMPLATE = TEMPLATE
  const second = process.env.TEST_SECOND_SERVER
  if (!second) return
  process.env.TEST_SECOND_URL = await serve(second, SECOND_TEMPLATE)
  process.env.TEST_SECOND_TEMPLATE = SECOND_TEMPLATE
}

export async function globalTeardown() {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, endEarly)
  for (const { server, template } of servers.splice(0)) {
    await onServer(server.url, (client) => client.query(`drop database ${template} with (force)`))
    await server.stop()
  }
  delete process.env.TEST_SERVER_URL
}

async function serve(named: string | undefined, template: string): Promise<string> {
  const server = await startTestServer(named)
  await onServer(server.url, (client) => client.query(`create database ${template}`))
  servers.push({ server, template })
  const { db, close } = openDatabase(databaseUrl(server.url, template))
  await migrate(db, MIGRATIONS)
  await close()
  return server.url
}

/** The server is a process of its own and would go on. */
async function endEarly() {
  await globalTeardown()
  process.exit(1)
}
