import { request } from 'node:http'
import type { Socket } from 'node:net'
import { buildConnector } from 'undici'
import { bareHost } from './address-guard.ts'
import { netError } from './failure.ts'
import type { ForwardProxy } from './forward-proxy.ts'

/**
 * undici's way to open a socket through a proxy's CONNECT, for https. TLS is ours from end to end: the proxy sees the
 * name and nothing else.
 */
export function proxyConnect(
  proxy: ForwardProxy,
  { connectTimeoutMs, ca, anew }: { connectTimeoutMs: number; ca?: string; anew?: boolean },
): buildConnector.connector {
  const secure = buildConnector({
    timeout: connectTimeoutMs,
    ...(ca ? { ca } : {}),
    ...(anew && { maxCachedSessions: 0 }),
  })
  return (target, callback) => {
    const authority = `${target.hostname}:${target.port || 443}`
    openTunnel(proxy, authority, connectTimeoutMs).then(
      (httpSocket) =>
        secure(
          { ...target, servername: target.servername ?? serverName(target.hostname), httpSocket },
          callback,
        ),
      (error) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

/** A connection to `authority` (`host:port`) through the proxy. */
export function openTunnel(proxy: ForwardProxy, authority: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const connecting = request({
      host: bareHost(proxy.url.hostname),
      port: proxy.url.port || 80,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxy.headers },
      agent: false,
    })
    const timer = setTimeout(
      () => connecting.destroy(netError('timeout', 'the proxy did not connect in time')),
      timeoutMs,
    )
    connecting.once('connect', (response, socket, head) => {
      clearTimeout(timer)
      // Any of them stands for a tunnel (RFC 9110, 9.3.6).
      if (response.statusCode && response.statusCode >= 200 && response.statusCode < 300) {
        if (head.length > 0) socket.unshift(head)
        // Node hands over the plain TCP socket of the request; its type says Duplex for the sake of custom agents.
        resolve(socket as Socket)
      } else {
        socket.destroy()
        reject(netError('connect_error', `the proxy answered ${response.statusCode} to CONNECT`))
      }
    })
    connecting.once('response', (response) => {
      clearTimeout(timer)
      response.destroy()
      reject(netError('connect_error', `the proxy answered ${response.statusCode} to CONNECT`))
    })
    connecting.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    connecting.end()
  })
}

function serverName(hostname: string): string {
  return /^[\d.]+$|:/.test(hostname) ? '' : bareHost(hostname)
}
