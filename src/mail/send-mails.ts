import type { Logger } from 'pino'
import type { Vault } from '../context.ts'
import type { Db } from '../db/database.ts'
import { type DueMail, markMailFailed, markMailSent, takeDueMail } from '../db/notifications/mails.ts'
import { Unavailable } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import { openMail } from './mail.ts'
import type { MailOutcome, MailTransport } from './smtp.ts'

export interface MailContext {
  db: Db
  log: Logger
  vault: Vault
  transport: MailTransport
  metrics?: Pick<Metrics, 'mailAttempts'>
}

/** Seconds before each attempt behind the first. */
const RETRY_SECONDS = [60, 300, 1800, 7200, 21_600, 43_200, 86_400]
/** Longer than any attempt takes. */
const HOLD_SECONDS = 300
const POLL_MS = 15_000

/** Sends what is due, one after the other, until nothing is. Any number of workers share it; one that dies has its mail sent again. */
export async function sendMails(ctx: MailContext, isStopping: () => boolean = () => false) {
  while (!isStopping()) {
    const mail = await takeDueMail(ctx.db, HOLD_SECONDS)
    if (!mail) return
    await sendOne(ctx, mail)
  }
}

async function sendOne({ db, log, vault, transport, metrics }: MailContext, mail: DueMail) {
  const startedAt = performance.now()
  const outcome = await attempt(vault, transport, mail)
  let isGivenUp = false
  if (outcome.ok) await markMailSent(db, mail.mail_id)
  else {
    const after = outcome.isFinal ? null : (RETRY_SECONDS[mail.attempt_count - 1] ?? null)
    await markMailFailed(db, mail.mail_id, outcome.error, after)
    isGivenUp = after === null
  }
  metrics?.mailAttempts.inc({ outcome: outcome.ok ? 'sent' : isGivenUp ? 'given_up' : 'not_taken' })
  const facts = {
    mail_id: mail.mail_id,
    org_id: mail.org_id,
    kind: mail.kind,
    attempt: mail.attempt_count,
    outcome: outcome.ok ? 'sent' : outcome.error,
    duration_ms: Math.round(performance.now() - startedAt),
  }
  if (outcome.ok) log.info(facts, 'mail')
  else log.warn(facts, 'mail')
}

async function attempt(vault: Vault, transport: MailTransport, mail: DueMail): Promise<MailOutcome> {
  try {
    const content = openMail(vault, mail.content_sealed)
    return await transport.send({ id: mail.mail_id, to: mail.recipient, ...content })
  } catch (error) {
    // Sealed with another key: said by the log of each attempt, and no reason to hold up the others.
    if (error instanceof Unavailable) return { ok: false, error: 'sealed', isFinal: false }
    throw error
  }
}

/** Sends at every NOTIFY and every 15 s. */
export function startMailer(ctx: MailContext) {
  let isStopping = false
  let isDue = false
  let running: Promise<void> | null = null
  const wake = () => {
    isDue = true
    running ??= run().finally(() => {
      running = null
    })
  }
  const run = async () => {
    while (isDue && !isStopping) {
      isDue = false
      await sendMails(ctx, () => isStopping).catch((error) => ctx.log.warn({ err: error }, 'mails'))
    }
  }
  const timer = setInterval(wake, POLL_MS)
  wake()
  return {
    wake,
    async stop() {
      isStopping = true
      clearInterval(timer)
      await running
      ctx.transport.close()
    },
  }
}
