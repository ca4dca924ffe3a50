import { ValidationFailed } from '../../../../sdk/client.ts'
import type { ProfileLine } from './profile-list.ts'

export interface RefusedFields {
  lines: ProfileLine[]
  callback: string | null
  metadata: string | null
  /** What belongs to no field. */
  other: string[]
}

/** A 422, each part of it to the field or the line that it is about. */
export function refusedFields(error: unknown, urls: string[], lines: number[]): RefusedFields {
  const fields: RefusedFields = { lines: [], callback: null, metadata: null, other: [] }
  if (!(error instanceof ValidationFailed)) return fields
  if (typeof error.detail === 'string') return { ...fields, callback: error.detail }
  for (const { loc, msg } of error.errors) {
    const [, name, index] = loc
    if (name === 'profile_url' || (name === 'profile_urls' && typeof index === 'number')) {
      const at = typeof index === 'number' ? index : 0
      fields.lines.push({ line: lines[at] ?? at + 1, text: urls[at] ?? '', problem: msg })
    } else if (name === 'callback_url') fields.callback = msg
    else if (name === 'metadata') fields.metadata = msg
    else fields.other.push(`${loc.slice(1).join('.')}: ${msg}`)
  }
  return fields
}
