import { createTransport } from 'nodemailer'

export interface Message {
  /** Stays the same over attempts, so that a mail that arrives twice is one. */
  id: string
  to: string
  subject: string
  text: string
}

export type MailOutcome = { ok: true } | { ok: false; error: string; isFinal: boolean }

export interface MailTransport {
  /** What the server says is a result. */
  send(message: Message): Promise<MailOutcome>
  close(): void
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/**
 * Sends through the operator's server. With a name and password it goes by TLS or not at all, but to this machine.
 * @param url `smtp://` (STARTTLS where the server has it) or `smtps://`
 */
export function createSmtp({ url, from }: { url: string; from: string }): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : protocol === 'smtps:' ? 465 : 587,
    secure: protocol === 'smtps:',
    requireTLS: username !== '' && !isHere,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '')
  return {
    async send({ id, to, subject, text }) {
      try {
        const headers = { 'Auto-Submitted': 'auto-generated' }
        // An object, so that no address is read out of it but this one.
        const recipient = { name: '', address: to }
        await transport.sendMail({
          from,
          to: recipient,
          subject,
          text,
          headers,
          messageId: `<${id}@${domain}>`,
        })
        return { ok: true }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** A recipient that the server refuses for good is not tried again; everything else may be mended. */
function outcomeOf(error: unknown): MailOutcome {
  const facts = Object(error)
  const code = typeof facts.code === 'string' ? facts.code : 'error'
  const status = typeof facts.responseCode === 'number' ? facts.responseCode : null
  const isFinal =
    status !== null && status >= 550 && status < 560 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return { ok: false, error: [code, status].filter(Boolean).join(' '), isFinal }
}
