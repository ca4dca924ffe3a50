import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Tx } from '../database.ts'

/** Tells which key the secrets of this database are sealed with; null before the first process has said so. */
export async function keyMark(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ key_mark: string | null }>`select key_mark from deployment`.execute(db)
  return rows[0]?.key_mark ?? null
}

/** The first who says it is heard. */
export async function setKeyMark(db: Tx, mark: string) {
  await sql`update deployment set key_mark = ${mark} where key_mark is null`.execute(db)
}

/** Seals every stored secret anew and says with which key, in the caller's transaction; gives how many there are. */
export async function changeSealedSecrets(
  client: Client,
  sealAgain: (sealed: string) => string,
  mark: string,
): Promise<number> {
  const { rows } = await client.query<{ secret_id: string; secret_encrypted: string }>(
    'select secret_id, secret_encrypted from webhook_secrets for update',
  )
  for (const { secret_id, secret_encrypted } of rows)
    await client.query('update webhook_secrets set secret_encrypted = $2 where secret_id = $1', [
      secret_id,
      sealAgain(secret_encrypted),
    ])
  const { rows: unshown } = await client.query<{ first_start: string }>(
    'select first_start from deployment where first_start is not null for update',
  )
  for (const { first_start } of unshown)
    await client.query('update deployment set first_start = $1', [sealAgain(first_start)])
  const { rows: signing } = await client.query<{ evidence_key: string }>(
    'select evidence_key from deployment where evidence_key is not null for update',
  )
  for (const { evidence_key } of signing)
    await client.query('update deployment set evidence_key = $1', [sealAgain(evidence_key)])
  const { rows: mails } = await client.query<{ mail_id: string; content_sealed: string }>(
    'select mail_id, content_sealed from mails where content_sealed is not null for update',
  )
  for (const { mail_id, content_sealed } of mails)
    await client.query('update mails set content_sealed = $2 where mail_id = $1', [
      mail_id,
      sealAgain(content_sealed),
    ])
  const { rows: channels } = await client.query<{ rule_id: string; url_sealed: string }>(
    'select rule_id, url_sealed from notification_rules where url_sealed is not null for update',
  )
  for (const { rule_id, url_sealed } of channels)
    await client.query('update notification_rules set url_sealed = $2 where rule_id = $1', [
      rule_id,
      sealAgain(url_sealed),
    ])
  await client.query('update deployment set key_mark = $1', [mark])
  return rows.length
}
