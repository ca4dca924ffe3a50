import { integer, literal, optional, string } from './checks.ts'

/** What the parameters of several endpoints are made of. */

export const urlDocs = (description: string) => ({
  type: 'string',
  format: 'uri',
  maxLength: 2083,
  description,
})

export function momentDocs(description: string) {
  return { type: 'string', format: 'date-time', description }
}

export const text = (description: string) => optional<string>(string(), { type: 'string', description })

export const choice = (allowed: readonly string[], description: string, fallback?: string) =>
  optional<string>(literal(allowed), { type: 'string', enum: [...allowed], description, default: fallback })

export const pageLimit = optional<string>(integer(1, 100), {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  default: 20,
})
