import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { TlsSeen } from '../../evidence/exchange.ts'
import type { EndSignal } from './deadline.ts'
import { failureOf } from './failure.ts'
import { firstErrorOf, watchErrors } from './first-error.ts'
import { giveBack } from './give-back.ts'
import type { RawHeaders } from './response-headers.ts'
import { awaitSocket } from './socket-of-request.ts'
import { tlsSeenOn } from './tls-seen.ts'

export interface WireResponse {
  status: number
  headers: RawHeaders
  /** Whoever gets it reads it to its end or drops it. */
  body: WireBody
  /** What the server showed of itself; null without TLS. */
  tls: TlsSeen | null
}

/** Bytes that wait for a reader before the socket is told to hold on. */
const HIGH_WATER = 128 * 1024

/**
 * A body as it comes off the wire, undecoded: to be read once, from beginning to end. Leaner than a Node stream, of which
 * a page's fetch would need no more than this.
 * @throws undici's error when the connection breaks, or the reason of the signal that ended the exchange; what came before is given first.
 */
export class WireBody implements AsyncIterable<Buffer> {
  private readonly controller: Dispatcher.DispatchController
  private readonly chunks: Buffer[] = []
  private waiting = 0
  private isOver = false
  private failure: unknown = null
  private wake: (() => void) | null = null

  constructor(controller: Dispatcher.DispatchController) {
    this.controller = controller
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.chunks.shift()
      if (chunk !== undefined) {
        this.waiting -= chunk.length
        if (this.controller.paused && this.waiting < HIGH_WATER) this.controller.resume()
        yield chunk
      } else if (this.isOver) {
        if (this.failure !== null) throw this.failure
        return
      } else {
        await new Promise<void>((resolve) => {
          this.wake = resolve
        })
      }
    }
  }

  /** All of it, where it has come already and is no longer than `limit`, as short answers have with their headers; null otherwise. */
  takeWhole(limit: number): Buffer | null {
    if (!this.isOver || this.failure !== null || this.waiting > limit) return null
    this.waiting = 0
    return joinedAlone(this.chunks.splice(0))
  }

  /** Closes the connection unless everything has come; without effect on a body that is over. */
  drop(): void {
    if (this.isOver) return
    const error = new Error('the rest of the body is not wanted')
    this.end(error)
    this.controller.abort(error)
  }

  /** What has come is all of it, for whoever has waited long enough; the connection is closed. */
  cut(): void {
    if (this.isOver) return
    this.end()
    this.controller.abort(new Error('the rest of the body is not waited for'))
  }

  /** For the exchange only. */
  push(chunk: Buffer): void {
    if (this.isOver) return
    this.chunks.push(chunk)
    this.waiting += chunk.length
    if (this.waiting > HIGH_WATER) this.controller.pause()
    this.wake?.()
  }

  /** For the exchange only. */
  end(failure: unknown = null): void {
    if (this.isOver) return
    this.isOver = true
    this.failure = failure
    this.wake?.()
  }
}

/** Most pages come in one piece, which need not be copied. What is laid together has memory of its own. */
export function joined(chunks: Buffer[]): Buffer {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const all = Buffer.allocUnsafeSlow(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/** The same of a body that is over, whose pieces are of no use but to what is made of them. */
export function joinedAlone(chunks: Buffer[]): Buffer {
  const all = joined(chunks)
  if (chunks.length > 1) for (const chunk of chunks) giveBack(chunk)
  return all
}

/**
 * One request and its answer, as undici tells of them. Resolves when the headers stand. An abort of the signal ends it at
 * once, while the connection is still being made, too, of which undici alone would wait the end.
 * @param onEnd told when the whole answer has come
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  signal: EndSignal,
  onEnd?: () => void,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    let connected: Dispatcher.DispatchController | null = null
    let body: WireBody | null = null
    let tls: TlsSeen | null = null
    let wire: Socket | null = null
    const onAbort = () => finish(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })

    function finish(failure: unknown = null): void {
      signal.removeEventListener('abort', onAbort)
      if (body) body.end(failure)
      else reject(failure)
      if (signal.aborted) connected?.abort(signal.reason)
    }

    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        connected = controller
        awaitSocket((socket) => {
          wire = socket
          watchErrors(socket)
          tls = tlsSeenOn(socket)
        })
        if (signal.aborted) controller.abort(signal.reason)
      },
      onResponseStart(controller, status, headers) {
        if (status < 200) return
        body = new WireBody(controller)
        resolve({ status, headers, body, tls })
      },
      onResponseData: (_controller, chunk) => body?.push(chunk),
      onResponseEnd() {
        onEnd?.()
        finish(firstErrorOf(wire))
      },
      onResponseError: (_controller, error) => finish(ofTls(firstErrorOf(wire)) ?? error),
    })
  })
}

/** TLS says more than undici of how a connection ended. */
function ofTls(error: Error | null): Error | null {
  return failureOf(error)?.reason === 'tls_error' ? error : null
}
