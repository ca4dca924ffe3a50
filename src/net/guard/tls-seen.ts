import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { certificateOf, type TlsSeen } from '../../evidence/exchange.ts'

/** Of a connection that carries many requests, once. */
const known = new WeakMap<TLSSocket, TlsSeen | null>()

/**
 * What the server of a connection showed; null without TLS. Node says it once of a connection, and never of one that took up the
 * session of another.
 */
export function tlsSeenOn(socket: Socket): TlsSeen | null {
  if (!(socket instanceof TLSSocket)) return null
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
