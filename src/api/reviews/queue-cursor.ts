import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Recommendation } from '../../../sdk/contract.ts'
import type { QueueFilter, QueuePosition } from '../../db/reviews/queue-order.ts'
import { Refusal } from '../http/refusal.ts'
import { isMoment } from '../requests/cursor.ts'

const MAX_CHARACTERS = 1024

const Cursor = z.object({
  v: z.literal(1),
  k: z.tuple([
    Recommendation,
    z.int().min(0).max(100),
    z.string().regex(/^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}\+00:00$/),
    // Of any version: it has to be in the table and no more.
    z.guid(),
    z.string().max(200).nullable(),
  ]),
  h: z.string(),
})

/** A place in the queue as one person sees it by these filters. */
export function writeQueueCursor(
  { recommendation, risk, readyAt, scanId, code }: QueuePosition,
  filter: QueueFilter,
): string {
  const keys = [recommendation, risk, readyAt, scanId, code]
  return Buffer.from(JSON.stringify({ v: 1, k: keys, h: digest(filter) })).toString('base64url')
}

/** @throws Refusal 400 for anything that is no cursor of this very query */
export function readQueueCursor(text: string | undefined, filter: QueueFilter): QueuePosition | null {
  if (!text) return null
  const cursor = text.length <= MAX_CHARACTERS ? Cursor.safeParse(decode(text)) : null
  if (!cursor?.success || cursor.data.h !== digest(filter)) throw new Refusal(400, 'Invalid cursor')
  const [recommendation, risk, readyAt, scanId, code] = cursor.data.k
  if (!isMoment(readyAt) || !filter.recommendations.includes(recommendation))
    throw new Refusal(400, 'Invalid cursor')
  return { recommendation, risk, readyAt, scanId, code }
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

function digest({ orgId, userId, recommendations, orderBy, reasonCode, assigned }: QueueFilter): string {
  return createHash('sha256')
    .update(JSON.stringify([orgId, userId, recommendations, orderBy, reasonCode, assigned]))
    .digest('hex')
    .slice(0, 16)
}
