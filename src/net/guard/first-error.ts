import type { Socket } from 'node:net'

/** By connection, which may carry many requests. */
const known = new WeakMap<Socket, { error: Error | null }>()

/** Keeps what goes wrong first on a connection; to be called whenever a request goes out on it. */
export function watchErrors(socket: Socket): void {
  if (known.has(socket)) return
  const watched: { error: Error | null } = { error: null }
  known.set(socket, watched)
  socket.once('error', (error: Error) => {
    watched.error = error
  })
}

/**
 * What broke a connection, or null. undici passes some of it over: what a reset or TLS cut short counts as whole with it where no length was
 * announced, and what TLS says once it stands (a certificate is wanted, a record is forged) as "other side closed".
 */
export function firstErrorOf(socket: Socket | null): Error | null {
  // Node sets `errored` before it tells anybody.
  return socket === null ? null : (known.get(socket)?.error ?? socket.errored)
}
