import assert from 'node:assert/strict'
import { z } from 'zod'
import * as contract from '../../sdk/contract.ts'
import type { Answer } from './call.ts'

/** The contract's shapes by the name that the OpenAPI document uses for them. */
const SHAPES = new Map(
  Object.values(contract)
    .filter((value) => value instanceof z.ZodType)
    .flatMap((schema) => {
      const id = schema.meta()?.id
      return id === undefined ? [] : [[id, schema] as const]
    }),
)

/** The dashboard's own routes stand outside the document. */
const UNDOCUMENTED: Record<string, z.ZodType> = {
  'GET /api/v2/session': contract.WhoAmI,
  'POST /api/v2/invitations/open': contract.OpenedInvitation,
  'POST /api/v2/invitations/accept': contract.AcceptedInvitation,
  'POST /api/v2/password-reset/open': contract.OpenedReset,
  'POST /api/v2/password-reset/finish': contract.FinishedReset,
  'POST /api/v2/session/token': contract.SessionToken,
  'POST /api/v2/session/org': contract.SessionToken,
}

const Reference = z.object({ $ref: z.string() })
const Schema = z.object({
  schema: z.union([Reference, z.object({ type: z.literal('array'), items: Reference })]),
})
const MediaType = z.object({ content: z.record(z.string(), Schema).default({}) })
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), MediaType) }))),
})
export type Document = z.infer<typeof Document>

export function readDocument(json: unknown): Document {
  return Document.parse(json)
}

/** Every answer that a test sees must be one that the document announces, and have the contract's shape to the key. */
export function assertContract(document: Document, method: string, path: string, answer: Answer) {
  const plainPath = (path.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
  const name = `${method} ${plainPath} → ${answer.status}`
  const schema = schemaOf(document, method, plainPath, answer.status, name)
  if (!schema) return
  if (answer.status === 304) return assert.equal(answer.text, '', name)
  if (Array.isArray(schema)) {
    const type = (answer.headers['content-type'] ?? '').replace(/;.*/, '')
    return assert.ok(schema.includes(type), `${name}: ${type} is not announced`)
  }
  assert.equal(answer.headers['content-type'], 'application/json', name)
  const result = schema.safeParse(answer.json)
  assert.ok(result.success, `${name}: ${result.error}\n${answer.text.slice(0, 2000)}`)
  assert.deepEqual(
    withoutMetadata(result.data),
    withoutMetadata(answer.json),
    `${name}: a key beside the contract`,
  )
}

/** The shape of a JSON answer, the types of a file; null outside the document. */
function schemaOf(
  document: Document,
  method: string,
  path: string,
  status: number,
  name: string,
): z.ZodType | string[] | null {
  const undocumented = UNDOCUMENTED[`${method} ${path}`]
  if (undocumented) {
    if (status === 422) return contract.ValidationErrorBody
    return status === 200 ? undocumented : contract.ErrorBody
  }
  const responses = operationOf(document, method, path)?.responses
  if (!responses) return null
  const response = responses[String(status)]
  assert.ok(response, `${name} is no answer that the document announces`)
  const json = response.content['application/json']
  if (!json) return Object.keys(response.content)
  const { schema } = json
  return '$ref' in schema ? shape(schema.$ref) : z.array(shape(schema.items.$ref))
}

function operationOf(document: Document, method: string, path: string) {
  for (const [template, operations] of Object.entries(document.paths)) {
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
    if (pattern.test(path)) return operations[method.toLowerCase()]
  }
  return undefined
}

function shape(reference: string): z.ZodType {
  const found = SHAPES.get(reference.replace('#/components/schemas/', ''))
  assert.ok(found, `${reference} is no shape of the contract`)
  return found
}

/** Metadata may hold anything, also keys that a parser cannot rebuild (`__proto__`); its tests compare bytes. */
function withoutMetadata(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return value
  const { metadata, ...rest } = value
  return rest
}
