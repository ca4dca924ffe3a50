import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Tx } from '../database.ts'

/** When this was restored as a copy that is still to scan and send nothing; null where it may. */
export async function heldSince(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ held_since: string | null }>`select held_since from deployment`.execute(db)
  return rows[0]?.held_since ?? null
}

const HOUR_MS = 3_600_000

/** The same as a sentence for whoever operates it; null where nothing is held. */
export async function heldSentence(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from clock_timestamp() - held_since)::float8 * 1000 as ms from deployment`.execute(
    db,
  )
  const ms = rows[0]?.ms ?? null
  if (ms === null) return null
  return `This is a restored copy, held for ${timeInWords(ms)}: until \`toscan release\` it scans and sends nothing, and keeps what is past its time.`
}

function timeInWords(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS)
  if (hours < 1) return 'less than an hour'
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export async function hold(client: Client) {
  await client.query('update deployment set held_since = clock_timestamp()')
}

/** Gives false where nothing was held. */
export async function letGo(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    update deployment set held_since = null where held_since is not null
    returning pg_notify('toscan_scans', '')`.execute(tx)
  return rows.length > 0
}

/** Deliveries that are still to be made, with the seconds until each is due. */
export async function pendingDeliveries(
  db: Tx,
): Promise<{ delivery_id: string; attempt_count: number; url: string; due_in: number }[]> {
  const { rows } = await sql<{ delivery_id: string; attempt_count: number; url: string; due_in: number }>`
    select delivery_id, attempt_count, url,
           greatest(0, ceil(extract(epoch from next_attempt_at - clock_timestamp())))::integer as due_in
      from webhook_deliveries where status = 'pending' order by next_attempt_at`.execute(db)
  return rows
}
