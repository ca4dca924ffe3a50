import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { bareHost, vetAnswer } from './address-guard.ts'
import type { EgressAllow } from './egress-allow.ts'
import { netError } from './failure.ts'
import { READING } from './lean-reading.ts'
import { noWayOut } from './no-way-out.ts'
import { type Destination, type Resolve, resolveVetted } from './resolve.ts'

export interface GuardedConnectOptions {
  allow: EgressAllow
  resolve: Resolve
  ports?: 'web' | 'any'
  /** Per address tried. */
  connectTimeoutMs: number
  /** Extra trusted certificate authorities, PEM. */
  ca?: string
  /** No connection takes up the session of another: then Node does not say whose certificate it was made with. Default false. */
  anew?: boolean
  /** Told the address of every connection that stands. */
  onConnected?: (origin: string, address: string) => void
}

/**
 * undici's way to open a socket, with three layers: literals are vetted here because `net.connect` never looks them up;
 * names are resolved once and the socket is opened to the vetted address itself; the peer is vetted again when it stands.
 */
export function guardedConnect(options: GuardedConnectOptions): buildConnector.connector {
  const dial = buildConnector({
    timeout: options.connectTimeoutMs,
    ...READING,
    ...(options.ca ? { ca: options.ca } : {}),
    ...(options.anew && { maxCachedSessions: 0 }),
  })
  return (target, callback) => {
    connect(dial, target, options).then(
      (socket) => callback(null, socket),
      (error) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

/** Addresses tried for one name before we give up. */
const MAX_ADDRESSES = 3

async function connect(
  dial: buildConnector.connector,
  target: buildConnector.Options,
  options: GuardedConnectOptions,
): Promise<Socket> {
  const host = bareHost(target.hostname)
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
  const destination = { host, port, allow: options.allow, ports: options.ports }
  const addresses = await vettedAddresses(options.resolve, destination)
  let failure: unknown = null
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    try {
      const socket = await open(dial, { ...target, hostname: address, servername: isIP(host) ? '' : host })
      vetPeer(socket, destination)
      options.onConnected?.(`${target.protocol}//${target.host ?? host}`, address)
      return socket
    } catch (error) {
      // What came of an address that could be tried says more than that another could not.
      if (failure === null || noWayOut(error) === null) failure = error
    }
  }
  throw failure
}

async function vettedAddresses(resolve: Resolve, destination: Destination): Promise<string[]> {
  if (!isIP(destination.host)) return resolveVetted(resolve, destination)
  const verdict = vetAnswer(destination.host, destination)
  if (!verdict.ok) throw netError('blocked_address', verdict.detail)
  return [destination.host]
}

function open(dial: buildConnector.connector, target: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(target, (error, socket) => (error ? reject(error) : resolve(socket)))
  })
}

function vetPeer(socket: Socket, destination: Destination): void {
  const verdict = vetAnswer(socket.remoteAddress ?? '', destination)
  if (verdict.ok) return
  socket.destroy()
  if (socket.remoteAddress === undefined) throw netError('connect_error', 'the connection closed at once')
  throw netError('blocked_address', 'connected to an address that may not be reached')
}
