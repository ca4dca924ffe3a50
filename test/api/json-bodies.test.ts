import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { z } from 'zod'
import type { Answer } from '../support/call.ts'
import {
  countStored,
  detailOf,
  startApi,
  type Tenant,
  type TestApi,
  textField,
} from '../support/start-api.ts'

const Expected = z.object({
  status: z.int(),
  type: z.string().optional(),
  loc: z.array(z.union([z.string(), z.int()])).optional(),
  error: z.string().optional(),
})
type Expected = z.infer<typeof Expected>

const Bodies = z.object({
  cases: z.array(
    z.object({
      name: z.string(),
      text: z.string().optional(),
      base64: z.string().optional(),
      repeat: z.tuple([z.string(), z.int()]).optional(),
      whole: Expected,
      member: Expected.optional(),
    }),
  ),
})

const file = join(import.meta.dirname, '..', 'golden', 'json-bodies.json')
const { cases } = Bodies.parse(JSON.parse(readFileSync(file, 'utf8')))
const bodies = cases.map((item) => ({ ...item, bytes: toBytes(item) }))

const KINDS = {
  y_: 'good JSON',
  n_: 'broken JSON',
  i_: 'doubtful JSON',
  t_: 'JSON that careless parsers change',
}
const FORM_BYTES = 16 * 1024
const ROUTES_WITH_BODY = [
  ['POST', '/scan/deep'],
  ['POST', '/batch/quick'],
  ['POST', '/batch/deep'],
  ['PATCH', '/org/settings'],
  ['POST', '/org/webhook-secret/rotate'],
  ['POST', '/org/api-keys'],
] as const

describe('JSON as it should not be sent', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(() => api.stop())

  for (const [prefix, kind] of Object.entries(KINDS)) {
    const chosen = bodies.filter(({ name }) => name.startsWith(prefix))

    it(`${kind} as a whole body gets its exact answer and stores nothing`, async () => {
      const stored = await countStored(api)
      for (const { name, bytes, whole } of chosen) {
        const answer = await api.call('POST', '/api/v2/scan/quick', { token: tenant.key, body: bytes })
        assertAnswer(answer, whole, name)
      }
      assert.deepEqual(await countStored(api), stored)
    })

    it(`${kind} in metadata is refused exactly, or comes back to the byte`, async () => {
      for (const { name, bytes, member } of chosen) {
        if (!member) continue
        const stored = await countStored(api)
        const metadata = Buffer.concat([Buffer.from('{"x":'), bytes, Buffer.from('}')])
        const body = Buffer.concat([
          Buffer.from('{"profile_url":"https://ex.com/u","metadata":'),
          metadata,
          Buffer.from('}'),
        ])
        const answer = await api.call('POST', '/api/v2/scan/quick', { token: tenant.key, body })
        assertAnswer(answer, member, name)
        if (member.status !== 200) {
          assert.deepEqual(await countStored(api), stored, name)
          continue
        }
        const record = await api.call('GET', `/api/v2/scans/${textField(answer, 'scan_id')}`, {
          token: tenant.key,
        })
        assert.ok(record.text.endsWith(`"metadata":${metadata}}`), `${name}: ${record.text}`)
      }
    })
  }

  for (const [method, path] of ROUTES_WITH_BODY) {
    it(`${method} ${path} refuses every broken body`, async () => {
      for (const { name, bytes, whole } of bodies) {
        if (whole.status !== 400 && whole.type !== 'json_invalid') continue
        const answer = await api.call(method, `/api/v2${path}`, { token: tenant.admin, body: bytes })
        const isTooLarge = bytes.length > FORM_BYTES && path.startsWith('/org/')
        assertAnswer(answer, isTooLarge ? { status: 413 } : whole, name)
      }
    })
  }
})

function assertAnswer(answer: Answer, expected: Expected, name: string) {
  assert.equal(answer.status, expected.status, `${name}: ${answer.text}`)
  if (expected.status === 400) assert.equal(detailOf(answer), 'There was an error parsing the body', name)
  if (expected.status !== 422) return
  const { detail } = z
    .object({
      detail: z.array(z.object({ type: z.string(), loc: z.array(z.unknown()), ctx: z.unknown().optional() })),
    })
    .parse(answer.json)
  const [entry] = detail
  assert.equal(detail.length, 1, name)
  assert.equal(entry?.type, expected.type, name)
  assert.deepEqual(entry?.loc, expected.loc, name)
  if (expected.error !== undefined) assert.deepEqual(entry?.ctx, { error: expected.error }, name)
}

function toBytes(item: { text?: string; base64?: string; repeat?: [string, number] }): Buffer {
  if (item.repeat) return Buffer.from(item.repeat[0].repeat(item.repeat[1]))
  if (item.base64 !== undefined) return Buffer.from(item.base64, 'base64')
  return Buffer.from(item.text ?? '')
}
