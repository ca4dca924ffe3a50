import type { Socket } from 'node:net'

/** As much as is taken off a socket at once: nearly all pages, whole. */
const MOST = 128 * 1024

/** What all sockets are read into, one after the other. */
const shared = Buffer.allocUnsafeSlow(MOST)

/**
 * How a socket is to be read, as options of `net.connect`: by Node's own way each read takes 64 KiB of new memory, whatever comes, and V8
 * collects all its garbage again and again to be rid of it. Here only what came is kept.
 */
export const READING = {
  highWaterMark: MOST,
  onread: {
    buffer: shared,
    /** Node calls it on the socket. */
    callback(this: Socket, size: number, read: Uint8Array): boolean {
      const came = Buffer.allocUnsafeSlow(size)
      came.set(read.subarray(0, size))
      return this.push(came)
    },
  },
}
