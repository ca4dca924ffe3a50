import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'

/** Is told on which socket a request goes out, before anything can have answered it. */
export type TellSocket = (socket: Socket) => void

let starting: TellSocket | null = null
let isListening = false

/** To be called when undici says that a request starts: it names the socket on a channel alone, before anything else can run. */
export function awaitSocket(tell: TellSocket): void {
  if (!isListening) subscribe('undici:client:sendHeaders', heardOfSocket)
  isListening = true
  starting = tell
}

function heardOfSocket(message: unknown): void {
  const tell = starting
  starting = null
  if (tell !== null && typeof message === 'object' && message !== null && 'socket' in message)
    if (message.socket instanceof Socket) tell(message.socket)
}
