import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import type { AtWork } from './at-work.ts'

/** Timers that run late, because we are busy ourselves, count as one look: our own slowness is not the server's silence. */
const LOOK_MS = 1000
/** Unanswered for so long, the server is asked over another connection whether it is at work for this one. */
const SILENT_MS = 2000
/** Longer than any statement may take (`statement_timeout`). */
const GIVE_UP_MS = 33_000
const FAREWELL_MS = 1000
/** PostgreSQL's disk_full. */
export const DISK_FULL = '53100'

/**
 * A connection that ends by itself when its peer has fallen silent: nothing has come for two seconds, and the server is not
 * at work for us. A network that loses a connection tells nobody; without this its queries would wait for ever, and their
 * time-outs would only hand a dead connection to the next one.
 */
export class LiveClient extends Client {
  readonly #atWork: AtWork
  readonly #whenSilent: () => void
  /** As the server has it. One name of its own for each connection, by which the server tells what it is doing for it. */
  #name: string | null = null
  /** Bytes written when the server last said that it was ready for more. */
  #answered = 0
  #bytesRead = 0
  #silentSince = 0
  #silentLooks = 0

  constructor(
    config: ClientConfig,
    atWork: AtWork,
    whenSilent: () => void = () => {},
    whenFull: () => void = () => {},
  ) {
    super({
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...config,
      application_name: `${config.application_name ?? 'toscan'} ${randomBytes(4).toString('hex')}`,
    })
    this.#atWork = atWork
    this.#whenSilent = whenSilent
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'application_name') this.#name = parameterValue
    })
    // Ours is the first listener: the client's own one writes the next query.
    this.connection.on('readyForQuery', () => {
      this.#answered = this.#socket()?.bytesWritten ?? 0
    })
    this.connection.on('errorMessage', ({ code }) => {
      if (code === DISK_FULL) whenFull()
    })
    let timer: NodeJS.Timeout | undefined
    this.once('connect', () => {
      timer = setInterval(() => this.#look(), LOOK_MS).unref()
    })
    this.once('end', () => clearInterval(timer))
  }

  /** Ends at once, as if the connection were lost: its queries fail, and a pool replaces it. */
  cut() {
    this.#socket()?.destroy(new Error('Connection terminated: the database has fallen silent'))
  }

  /** Says goodbye, and does not wait for a peer that does not. */
  async leave() {
    const timer = setTimeout(() => this.#socket()?.destroy(), FAREWELL_MS)
    await this.end().catch(() => {})
    clearTimeout(timer)
  }

  async #look() {
    const socket = this.#socket()
    if (!socket) return
    if (socket.bytesWritten <= this.#answered || socket.bytesRead !== this.#bytesRead) {
      this.#bytesRead = socket.bytesRead
      this.#silentLooks = 0
      return
    }
    if (this.#silentLooks === 0) this.#silentSince = performance.now()
    const silentMs = ++this.#silentLooks * LOOK_MS
    if (silentMs < SILENT_MS) return
    const since = this.#silentSince
    const alive = silentMs < GIVE_UP_MS && (this.#name === null || (await this.#atWork(this.#name, since)))
    // It may have answered while we asked.
    if (alive || since !== this.#silentSince || socket.bytesRead !== this.#bytesRead) return
    this.cut()
    this.#whenSilent()
  }

  #socket(): Socket | null {
    const { stream } = this.connection
    return stream instanceof Socket ? stream : null
  }
}
