import { subscribe } from 'node:diagnostics_channel'
import { TLSSocket } from 'node:tls'
import { certificateOf, type TlsSeen } from '../../evidence/exchange.ts'

/** Is told what the server of a request's connection showed; null without TLS. */
export type TellTls = (seen: TlsSeen | null) => void

let starting: TellTls | null = null
let isListening = false

/** To be called when undici says that a request starts: it names the socket on a channel alone, before anything else can run. */
export function awaitTls(tell: TellTls): void {
  if (!isListening) subscribe('undici:client:sendHeaders', heardOfSocket)
  isListening = true
  starting = tell
}

function heardOfSocket(message: unknown): void {
  const tell = starting
  starting = null
  if (tell !== null && typeof message === 'object' && message !== null && 'socket' in message)
    tell(message.socket instanceof TLSSocket ? tlsSeenOn(message.socket) : null)
}

/** Of a connection that carries many requests, once. */
const known = new WeakMap<TLSSocket, TlsSeen | null>()

/** Node says it once of a connection, and never of one that took up the session of another. */
function tlsSeenOn(socket: TLSSocket): TlsSeen | null {
  const before = known.get(socket)
  if (before !== undefined) return before
  const certificate = socket.getPeerX509Certificate()
  const seen = certificate
    ? {
        protocol: socket.getProtocol() ?? '',
        cipher: socket.getCipher().standardName ?? '',
        certificate: certificateOf(certificate),
      }
    : null
  known.set(socket, seen)
  return seen
}
