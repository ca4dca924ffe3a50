import { newId } from '../auth/ids.ts'
import type { Vault } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { insertMail } from '../db/notifications/mails.ts'

/** What a mail says, in plain text. */
export interface MailContent {
  subject: string
  text: string
}

/** Where mail is configured, how to have one sent. */
export type QueueMail = (
  tx: Tx,
  mail: { kind: string; orgId: string | null; to: string; content: MailContent },
) => Promise<void>

/** Puts mails into the outbox, in the transaction of what they tell of; a worker sends them. */
export function createQueueMail(vault: Vault): QueueMail {
  return (tx, { kind, orgId, to, content }) =>
    insertMail(tx, {
      mailId: newId('mail'),
      orgId,
      kind,
      recipient: to,
      contentSealed: vault.seal(JSON.stringify(content)),
    })
}

/** @throws Unavailable when it was sealed with another key */
export function openMail(vault: Vault, sealed: string): MailContent {
  // Written by `createQueueMail` only, and sealed against change.
  return JSON.parse(vault.open(sealed))
}
