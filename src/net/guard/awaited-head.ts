import type { Socket } from 'node:net'
import { netError } from './failure.ts'

/** Bytes of an answer to be waited for; null while one is on its way. */
interface Awaited {
  held: Buffer | null
}

const known = new WeakMap<Socket, Awaited>()

/**
 * To be called when a request goes out on a socket: the head that answers it is looked at before undici reads it. A `100 Continue` that nobody
 * asked for is passed over (RFC 9110, 15.2), for which undici would end the connection. A status below 100 and an upgrade, which nobody asks
 * for, are refused: undici's parser fails assertions there, of which the first ends the process, since nobody can catch it.
 */
export function awaitHead(socket: Socket): void {
  const awaited = known.get(socket) ?? watched(socket)
  awaited.held = NOTHING
}

const NOTHING = Buffer.alloc(0)
/** As of any head. */
const MOST_BYTES = 64 * 1024

function watched(socket: Socket): Awaited {
  const awaited: Awaited = { held: null }
  const read = socket.read.bind(socket)
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const came: Buffer | null = read(size)
      if (came === null || awaited.held === null) return came
      const { held, given } = lookAt(awaited.held.length > 0 ? joined(awaited.held, came) : came)
      awaited.held = held
      if (given === 'refused') {
        socket.destroy(netError('protocol_error', 'the answer has a status that nothing can be made of'))
        return null
      }
      if (given !== null) return given
    }
  }
  known.set(socket, awaited)
  return awaited
}

/** With memory of its own, which whoever has read a page gives back. */
function joined(held: Buffer, came: Buffer): Buffer {
  const both = Buffer.allocUnsafeSlow(held.length + came.length)
  both.set(held)
  both.set(came, held.length)
  return both
}

/** What is to be read now, and what is held until more has come. */
function lookAt(bytes: Buffer): { held: Buffer | null; given: Buffer | 'refused' | null } {
  if (isUsual(bytes)) return { held: null, given: bytes }
  let rest = bytes
  while (rest.length > 0) {
    const line = rest.toString('latin1', 0, LONGEST_LINE)
    const status = STATUS.exec(line)?.[1]
    if (status === undefined)
      return BEGINS.test(line) ? { held: rest, given: null } : { held: null, given: rest }
    if (Number(status) < 100 || status === '101') return { held: null, given: 'refused' }
    if (status !== '100') return { held: null, given: rest }
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0)
      return rest.length > MOST_BYTES ? { held: null, given: 'refused' } : { held: rest, given: null }
    rest = rest.subarray(end + 4)
  }
  return { held: NOTHING, given: null }
}

/** Told by its bytes, as nearly all are: "HTTP/1.1 2" and what goes on so. */
function isUsual(bytes: Buffer): boolean {
  const [slash, blank, first = 0] = [bytes[4], bytes[8], bytes[9]]
  return slash === 0x2f && blank === 0x20 && first >= 0x32 && first <= 0x39 && bytes.length > 12
}

const LONGEST_LINE = 64
const STATUS = /^[\r\n]*HTTP\/\d\.\d (\d{3})(?!\d)/
/** What may yet become the beginning of a status line. */
const BEGINS = /^[\r\n]*(?:H(?:T(?:T(?:P(?:\/(?:\d(?:\.(?:\d(?: \d{0,3})?)?)?)?)?)?)?)?)?$/
