import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Who calls: the peer, or whom a proxy of `TOSCAN_TRUST_PROXY` names in `X-Forwarded-For`. Always an address: of a proxy that
 * names none we know the proxy alone.
 */
export function clientAddressOf(request: FastifyRequest): string {
  const named = request.ip
  if (isIP(named) !== 0) return named
  // Some proxies write the port as well.
  const bare = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(named)
  const address = bare?.[1] ?? bare?.[2] ?? ''
  return isIP(address) === 0 ? (request.socket.remoteAddress ?? '') : address
}
