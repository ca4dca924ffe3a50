import type { Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

/** For what is still being answered; then it is cut. */
const ANSWERS_MS = 5000
const LOOK_MS = 10
/** A connection that has just been taken: its request may be on the way, and is read in one of the turns between looks, however long those take. */
const FIRST_LOOKS = 25
/** A turn of the event loop that is over so soon leaves nobody waiting who connected meanwhile. */
const SHORT_TURN_MS = 0.1
/** For those who connect faster than that, and for a process that is busy otherwise. */
const TAKING_MS = 250

export interface Drain {
  isDraining(): boolean
  /**
   * From now on every answer ends its connection, while new requests are answered for `graceMs` more: so long a balancer may
   * take to notice that we are not ready. Then no more of them are taken, `close` ends what else serves, and what is under way is finished, in
   * five seconds at most.
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
      const ended = await stopListening(server)
      const closing = Promise.all([ended(), close()]).finally(() => {
        closed = true
      })
      const started = performance.now()
      const isOver = (looks: number) =>
        closed || performance.now() - started > ANSWERS_MS || (answering.length === 0 && looks >= FIRST_LOOKS)
      for (let looks = 0; !isOver(looks); looks++) await pause(LOOK_MS)
      server.closeAllConnections()
      await closing
    },
  }
}

/**
 * The system has taken connections that we have not yet, and cuts them when we stop to listen: a balancer can try what was refused at another
 * process, and not what was cut. So they are taken first, in turns in which no request is worked on, and what was asked meanwhile is answered then.
 * @returns when all connections have ended
 */
async function stopListening(server: Server): Promise<() => Promise<void>> {
  const asked: unknown[][] = []
  const handlers = server.rawListeners('request')
  let taken = 0
  const count = () => {
    taken++
  }
  server.removeAllListeners('request')
  server.on('request', (...request) => asked.push(request))
  server.on('connection', count)
  const started = performance.now()
  for (let isQuiet = false; !isQuiet && performance.now() - started < TAKING_MS; ) {
    const before = { taken, at: performance.now() }
    // One connection is taken in each.
    await nextTurn()
    isQuiet = taken === before.taken && performance.now() - before.at < SHORT_TURN_MS
  }
  const ended = new Promise<void>((done) => server.close(() => done()))
  server.off('connection', count)
  server.removeAllListeners('request')
  for (const handler of handlers) server.on('request', handler as (...request: unknown[]) => void)
  for (const request of asked) server.emit('request', ...request)
  return () => ended
}
