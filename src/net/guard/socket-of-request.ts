import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { awaitHead } from './awaited-head.ts'

/** Is told on which socket a request goes out, before anything can have answered it. */
export type TellSocket = (socket: Socket) => void

let starting: TellSocket | null = null

/** To be called when undici says that a request starts: it names the socket on a channel alone, before anything else can run. */
export function awaitSocket(tell: TellSocket): void {
  starting = tell
}

// Of all requests of the process: Node's own fetch, by which stores, time stamps and company accounts are asked, is undici too.
subscribe('undici:client:sendHeaders', heardOfSocket)

function heardOfSocket(message: unknown): void {
  const tell = starting
  starting = null
  if (typeof message !== 'object' || message === null || !('socket' in message)) return
  const { socket } = message
  if (!(socket instanceof Socket)) return
  if (!isUpgrade(message)) awaitHead(socket)
  tell?.(socket)
}

function isUpgrade(message: object): boolean {
  const request = 'request' in message ? message.request : null
  return typeof request === 'object' && request !== null && 'upgrade' in request && Boolean(request.upgrade)
}
