import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { readBody } from './read-body.ts'
import { validate } from './validate.ts'

/** The JSON of a request to a route that takes no bearer token. @throws ValidationFailed */
export function bodyOf<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const body = readBody(bytes, request.headers['content-type'], { mayBeAbsent: false })
  return validate(schema, body.value, 'body', body.exactAt)
}
