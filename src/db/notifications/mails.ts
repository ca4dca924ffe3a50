import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export const MAIL_CHANNEL = 'toscan_mails'

export interface NewMail {
  mailId: string
  /** Null: of no organization. */
  orgId: string | null
  kind: string
  recipient: string
  contentSealed: string
}

/** In the transaction of what it tells of; workers are woken when that is committed. */
export async function insertMail(tx: Tx, { mailId, orgId, kind, recipient, contentSealed }: NewMail) {
  await sql`insert into mails (mail_id, org_id, kind, recipient, content_sealed)
            values (${mailId}, ${orgId}, ${kind}, ${recipient}, ${contentSealed})`.execute(tx)
  await sql`select pg_notify(${MAIL_CHANNEL}, '')`.execute(tx)
}

export interface DueMail {
  mail_id: string
  org_id: string | null
  kind: string
  recipient: string
  content_sealed: string
  /** With this one. */
  attempt_count: number
}

/**
 * The mail that is due longest, for whoever takes it: nobody else has it for `holdSeconds`, after which a worker that died is made up for.
 * None in a copy that is held.
 */
export async function takeDueMail(db: Tx, holdSeconds: number): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update mails m set attempt_count = m.attempt_count + 1, next_attempt_at = clock_timestamp() + make_interval(secs => ${holdSeconds})
      from (select mail_id from mails
             where status = 'pending' and next_attempt_at <= clock_timestamp() and (select held_since from deployment) is null
             order by next_attempt_at limit 1 for update skip locked) due
     where m.mail_id = due.mail_id
    returning m.mail_id, m.org_id, m.kind, m.recipient, m.content_sealed, m.attempt_count`.execute(db)
  return rows[0]
}

export async function markMailSent(db: Tx, mailId: string) {
  await sql`update mails set status = 'sent', sent_at = clock_timestamp(), content_sealed = null, last_error = null
             where mail_id = ${mailId}`.execute(db)
}

/** @param afterSeconds null: given up */
export async function markMailFailed(db: Tx, mailId: string, error: string, afterSeconds: number | null) {
  await (afterSeconds === null
    ? sql`update mails set status = 'failed', content_sealed = null, last_error = ${error} where mail_id = ${mailId}`
    : sql`update mails set last_error = ${error}, next_attempt_at = clock_timestamp() + make_interval(secs => ${afterSeconds})
           where mail_id = ${mailId}`
  ).execute(db)
}

export async function deleteOldMails(db: Tx, days: number) {
  await sql`delete from mails where created_at < clock_timestamp() - make_interval(days => ${days})`.execute(
    db,
  )
}
