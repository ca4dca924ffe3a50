import type { FastifyRequest } from 'fastify'
import { isJson } from '../http/read-body.ts'

/** Fastify refuses an absent or malformed type with 415 before anybody has read the body. */
export function tameContentType(request: FastifyRequest) {
  const { headers } = request.raw
  headers['content-type'] = isJson(headers['content-type']) ? 'application/json' : 'application/octet-stream'
}
