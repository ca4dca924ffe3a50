import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { TimePosition } from '../../db/statements/time-page.ts'
import { Refusal } from '../http/refusal.ts'
import { isMoment } from './cursor.ts'

const MAX_CHARACTERS = 256

const Cursor = z.object({
  v: z.literal(1),
  k: z.tuple([
    z.string().regex(/^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}\+00:00$/),
    z.string().regex(/^[\w-]{1,64}$/),
  ]),
  h: z.string(),
})

/** A place in a list that is ordered by time; `query` is all that the list depends on. */
export function writeTimeCursor(position: TimePosition, query: unknown[]): string {
  return Buffer.from(JSON.stringify({ v: 1, k: [position.at, position.id], h: digest(query) })).toString(
    'base64url',
  )
}

/** @throws Refusal 400 for anything that is no cursor of this very query */
export function readTimeCursor(text: string | undefined, query: unknown[]): TimePosition | null {
  if (!text) return null
  const cursor = text.length <= MAX_CHARACTERS ? Cursor.safeParse(decode(text)) : null
  if (!cursor?.success || cursor.data.h !== digest(query)) throw new Refusal(400, 'Invalid cursor')
  const [at, id] = cursor.data.k
  if (!isMoment(at)) throw new Refusal(400, 'Invalid cursor')
  return { at, id }
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

function digest(query: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 16)
}
