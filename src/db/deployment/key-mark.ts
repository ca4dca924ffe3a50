import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Tx } from '../database.ts'

/** Tells which key the secrets of this database are sealed with; null before the first process has said so. */
export async function keyMark(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ key_mark: string | null }>`select key_mark from deployment`.execute(db)
  return rows[0]?.key_mark ?? null
}

/** The same for whoever starts: a change of the key that is under way (`lockKeyMark`) is waited for. */
export async function settledKeyMark(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ key_mark: string | null }>`select key_mark from deployment for share`.execute(
    db,
  )
  return rows[0]?.key_mark ?? null
}

/**
 * Nobody learns which key there is until the transaction ends: whoever knows it already is connected by then, and whoever comes later learns of the new one.
 */
export async function lockKeyMark(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ key_mark: string | null }>(
    'select key_mark from deployment for update',
  )
  return rows[0]?.key_mark ?? null
}

/** The first who says it is heard. */
export async function setKeyMark(db: Tx, mark: string) {
  await sql`update deployment set key_mark = ${mark} where key_mark is null`.execute(db)
}

/** Where sealed texts lie, each beside what names its row. */
const SEALED = [
  ['webhook_secrets', 'secret_encrypted', 'secret_id'],
  ['deployment', 'first_start', 'id'],
  ['deployment', 'evidence_key', 'id'],
  ['mails', 'content_sealed', 'mail_id'],
  ['notification_rules', 'url_sealed', 'rule_id'],
] as const
const AT_ONCE = 1000

/** Seals every stored secret anew and says with which key, in the caller's transaction; gives how many webhook secrets there are. */
export async function changeSealedSecrets(
  client: Client,
  sealAgain: (sealed: string) => string,
  mark: string,
): Promise<number> {
  const counts: number[] = []
  for (const [table, column, id] of SEALED) {
    const { rows } = await client.query<{ id: string; sealed: string }>(
      `select ${id}::text as id, ${column} as sealed from ${table} where ${column} is not null for update`,
    )
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE)
      await client.query(
        `update ${table} t set ${column} = s.sealed from unnest($1::text[], $2::text[]) s (id, sealed) where t.${id}::text = s.id`,
        [some.map((row) => row.id), some.map((row) => sealAgain(row.sealed))],
      )
    }
    counts.push(rows.length)
  }
  await client.query('update deployment set key_mark = $1', [mark])
  return counts[0] ?? 0
}
