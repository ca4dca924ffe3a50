import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { countStored, startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'

const Golden = z.object({
  cases: z.array(
    z.object({
      name: z.string(),
      who: z.enum(['key', 'admin', 'member']),
      method: z.string(),
      path: z.string(),
      content_type: z.string().optional(),
      body: z.string().optional(),
      body_base64: z.string().optional(),
      status: z.int(),
      response: z.string().optional(),
      target: z.string().optional(),
      allow: z.string().optional(),
      differs: z.string().optional(),
    }),
  ),
})

const file = join(import.meta.dirname, '..', 'golden', 'fastapi.json')
const { cases } = Golden.parse(JSON.parse(readFileSync(file, 'utf8')))

describe('answers as a FastAPI application of the same interface', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(() => api.stop())

  for (const golden of cases) {
    it(golden.differs ? `${golden.name}: ${golden.differs}` : golden.name, async () => {
      // Every rotation that succeeds leaves a live secret, and only three may live.
      const rotates = golden.path.endsWith('/rotate') && golden.status === 200
      const { [golden.who]: token } = rotates ? await api.makeTenant() : tenant
      const stored = await countStored(api)
      const body = golden.body_base64 === undefined ? golden.body : Buffer.from(golden.body_base64, 'base64')
      const headers = { 'content-type': golden.content_type }
      const answer = await api.call(golden.method, golden.path, { token, body, headers })

      assert.equal(answer.status, golden.status, answer.text)
      if (golden.response !== undefined) assert.equal(answer.text, golden.response)
      if (golden.allow !== undefined) assert.equal(answer.headers.allow, golden.allow)
      if (golden.target === undefined) assert.deepEqual(await countStored(api), stored)
      else assert.equal(await targetOf(api, textField(answer, 'scan_id')), golden.target)
    })
  }
})

async function targetOf({ opened }: TestApi, scanId: string): Promise<string | undefined> {
  const { rows } = await sql<{ target_url: string }>`
    select target_url from scans where scan_id = ${scanId}::uuid`.execute(opened.db)
  return rows[0]?.target_url
}
