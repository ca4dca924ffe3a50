import { migrate, openDatabase } from '../../src/db/database.ts'
import { databaseUrl, MIGRATIONS, onServer } from './test-database.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Runs once around all test files: one server, and one database with the whole schema to copy the others from. */

let server: TestServer | undefined

export async function globalSetup() {
  server = await startTestServer(process.env.TEST_SERVER)
  const template = `toscan_template_${process.pid}`
  await onServer(server.url, (client) => client.query(`create database ${template}`))
  const { db, close } = openDatabase(databaseUrl(server.url, template))
  await migrate(db, MIGRATIONS)
  await close()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, endEarly)
  process.env.TEST_SERVER_URL = server.url
  process.env.TEST_TEMPLATE = template
}

export async function globalTeardown() {
  if (!server) return
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, endEarly)
  const template = process.env.TEST_TEMPLATE
  await onServer(server.url, (client) => client.query(`drop database ${template} with (force)`))
  await server.stop()
  server = undefined
  delete process.env.TEST_SERVER_URL
}

/** The server is a process of its own and would go on. */
async function endEarly() {
  await globalTeardown()
  process.exit(1)
}
