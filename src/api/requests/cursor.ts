import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ListFilter, ListPosition } from '../../db/scans/list-filter.ts'
import { Refusal } from '../http/refusal.ts'

const MAX_CHARACTERS = 512

const Cursor = z.object({
  v: z.literal(1),
  k: z.tuple([
    z.string().regex(/^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}\+00:00$/),
    // Of any version: it has to be in the table and no more.
    z.guid(),
    z.int().min(-1).max(100),
  ]),
  h: z.string(),
})

/** A place in one ordered list: base64url of the last row's keys and a digest of the sort and filters. */
export function writeCursor(position: ListPosition, filter: ListFilter): string {
  const keys = [position.createdAt, position.scanId, position.risk]
  return Buffer.from(JSON.stringify({ v: 1, k: keys, h: digest(filter) })).toString('base64url')
}

/** @throws Refusal 400 for anything that is no cursor of this very query. */
export function readCursor(text: string, filter: ListFilter): ListPosition {
  const cursor = text.length <= MAX_CHARACTERS ? Cursor.safeParse(decode(text)) : null
  if (!cursor?.success || cursor.data.h !== digest(filter)) throw new Refusal(400, 'Invalid cursor')
  const [createdAt, scanId, risk] = cursor.data.k
  if (!isMoment(createdAt)) throw new Refusal(400, 'Invalid cursor')
  return { createdAt, scanId, risk }
}

/** JavaScript would read 31 February as 3 March, and PostgreSQL refuses it; neither is a moment that we wrote. */
export function isMoment(timestamp: string): boolean {
  const time = Date.parse(timestamp)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === timestamp.slice(0, 19)
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

function digest(filter: ListFilter): string {
  const query = [
    filter.orgId,
    filter.recommendations,
    filter.scanMode,
    filter.q,
    filter.fromDate,
    filter.toDate,
  ]
  const { status, batchId, decisions, reviewer, assigned, reasonCode, domain } = filter
  const more = [status, batchId, decisions, reviewer, assigned, reasonCode, domain]
  return createHash('sha256')
    .update(
      // Without the later filters as it was before them, so that an upgrade breaks no page in use.
      JSON.stringify([
        ...query,
        filter.sortBy,
        filter.sortOrder,
        ...(more.some((each) => each !== null) ? more : []),
      ]),
    )
    .digest('hex')
    .slice(0, 16)
}
