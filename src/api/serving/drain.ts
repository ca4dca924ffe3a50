import type { Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** For what is still being answered; then it is cut. */
const ANSWERS_MS = 5000
/** A connection that has just been taken: its request may be on the way. */
const FIRST_BYTES_MS = 250
const LOOK_MS = 10

export interface Drain {
  isDraining(): boolean
  /**
   * From now on every answer ends its connection, while new requests are answered for `graceMs` more: so long a balancer may
   * take to notice that we are not ready. Then `close` takes no more of them, and what is under way is finished, in five seconds at most.
   */
  drain(graceMs: number, close: () => Promise<unknown>): Promise<void>
}

/** Ends a server in order: nothing that was accepted goes without its answer. */
export function drainOf(server: Server): Drain {
  // No set: what a set has grown out of keeps what was in it, and keeps the next one, until all of the heap is collected.
  const answering: ServerResponse[] = []
  let draining = false
  const endConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  const forget = (response: ServerResponse) => {
    const last = answering.pop()
    if (last && last !== response) answering[answering.indexOf(response)] = last
  }
  // First of all, for what is answered at once.
  server.prependListener('request', (_request, response: ServerResponse) => {
    answering.push(response)
    response.once('close', () => forget(response))
    if (draining) endConnection(response)
  })

  return {
    isDraining: () => draining,
    async drain(graceMs, close) {
      draining = true
      for (const response of answering) endConnection(response)
      if (graceMs > 0) await pause(graceMs)
      let closed = false
      const closing = close().finally(() => {
        closed = true
      })
      const started = performance.now()
      const isOver = () => {
        const waited = performance.now() - started
        return closed || waited > (answering.length > 0 ? ANSWERS_MS : FIRST_BYTES_MS)
      }
      while (!isOver()) await pause(LOOK_MS)
      server.closeAllConnections()
      await closing
    },
  }
}
