import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** As it came, with its line breaks. */
  raw: string
  /** Its headers and its text, decoded. */
  headers: Record<string, string>
  text: string
}

export interface MailServer {
  url: string
  port: number
  got: ReceivedMail[]
  /** What the next recipients are answered; null: taken. */
  refuseWith: { code: number; message: string } | null
  close(): Promise<void>
}

/** A real mail server on loopback that keeps what it is sent. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const got: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      const refusal = mail.refuseWith
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        got.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, ...parts(raw) })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    got,
    refuseWith: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mail
}

function parts(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const at = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, at)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = raw.slice(at + 4)
  const isQuoted = headers['content-transfer-encoding'] === 'quoted-printable'
  return { headers, text: (isQuoted ? unquoted(body) : body).replaceAll('\r\n', '\n') }
}

function unquoted(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
