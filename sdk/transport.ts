import { answerOf, noteAnswer } from './answer-of.ts'
import {
  ConnectionLost,
  DailyLimitReached,
  Refused,
  ServerError,
  TimedOut,
  ToscanError,
  UnexpectedAnswer,
} from './errors.ts'
import { pause } from './pause.ts'
import { refusedBy } from './refused-by.ts'
import { retryAfterMs } from './retry-after.ts'
import { VERSION } from './version.ts'

export interface ToscanOptions {
  /** An API key (`sk_…`) or a session token (`ses_…`). Default: the environment's `TOSCAN_API_KEY`. */
  apiKey?: string | undefined
  /** Instead of a key: asked before every request, for tokens that change. Null: send no credential. */
  token?: () => string | null | Promise<string | null>
  /** Default: the environment's `TOSCAN_SERVER`, in a browser the page's own origin. */
  baseUrl?: string | undefined
  fetch?: typeof globalThis.fetch
  /** Milliseconds for one attempt of one request, its answer included. Default 30,000. */
  timeoutMs?: number
  /** How often a request is tried again where that can do no harm. Default 2. */
  maxRetries?: number
  /** Milliseconds before the first retry; doubled for each further one. Default 500. */
  retryDelayMs?: number
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Instead of the client's. */
  timeoutMs?: number
  /** Instead of the client's. */
  maxRetries?: number
}

export interface Call extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With a leading slash. */
  path: string
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>
  /** Sent as JSON. */
  body?: unknown
  /** Milliseconds since 1970: no attempt lasts longer, and none is made later. */
  endAt?: number
  /** Give the answer as soon as it begins. */
  isStream?: boolean
  /** What was read before: it is given again where the server says that it still holds. */
  last?: object | undefined
  /** A write that does nothing more when it arrives twice. */
  mayRepeat?: boolean
}

export interface Transport {
  /** The JSON of the answer; see `Open` for why its words are not checked. @throws the errors of `errors.ts` */
  json<T>(call: Call): Promise<T>
  bytes(call: Call): Promise<Blob>
  /** The answer as soon as it begins; the time limit holds for that alone. */
  stream(call: Call): Promise<ReadableStream<Uint8Array>>
  address(path: string): string
}

const LONGEST_WAIT_MS = 30_000
/** Browsers name themselves. */
const USER_AGENT = globalThis.process?.versions && {
  'user-agent': `toscan-sdk/${VERSION} node/${globalThis.process.versions.node}`,
}
/** Timers that are set to more end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Sends requests. A read is tried again after a lost connection, a time-out and 5xx, and so is a write that names what it makes
 * (`mayRepeat`). Any other write is tried again only where the connection was refused or the name not found: it would be done twice.
 */
export function createTransport(options: ToscanOptions): Transport {
  const environment = globalThis.process?.env ?? {}
  // The calls bring the prefix of the interface, which many put into the address of other services.
  const baseUrl = (options.baseUrl ?? environment.TOSCAN_SERVER ?? ownOrigin())
    .replace(/\/+$/, '')
    .replace(/\/api\/v2$/, '')
  const apiKey = options.apiKey ?? environment.TOSCAN_API_KEY ?? null
  const token = options.token ?? (() => apiKey)
  const send = options.fetch ?? globalThis.fetch
  const maxRetries = options.maxRetries ?? 2
  const retryDelayMs = options.retryDelayMs ?? 500

  async function attempt(call: Call): Promise<{ response: Response; body: Blob }> {
    const left = (call.endAt ?? Number.POSITIVE_INFINITY) - Date.now()
    const timeoutMs = Math.max(
      0,
      Math.min(call.timeoutMs ?? options.timeoutMs ?? 30_000, left, LONGEST_TIMER_MS),
    )
    const address = addressOf(baseUrl, call)
    const credential = await token()
    // Not `AbortSignal.timeout`: that one stays in memory until its time has come, however early the answer was.
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    try {
      // Not as a method of `options`: browsers insist on `window` as the receiver of `fetch`.
      const response = await send(address, {
        method: call.method,
        headers: {
          accept: 'application/json',
          ...USER_AGENT,
          ...(credential !== null && { authorization: `Bearer ${credential}` }),
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...knownTag(call),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        redirect: 'manual',
        signal: call.signal ? AbortSignal.any([deadline.signal, call.signal]) : deadline.signal,
      })
      const isOpen = call.isStream && response.ok
      return { response, body: isOpen ? new Blob([]) : await response.blob() }
    } catch (error) {
      call.signal?.throwIfAborted()
      if (deadline.signal.aborted)
        throw new TimedOut(`${call.method} ${baseUrl}${call.path}: no answer within ${timeoutMs} ms`)
      if (isBadPort(error)) throw new ToscanError(`${baseUrl}: no program may connect to this port by fetch`)
      const mayHaveBeenReceived = !neverConnected(error)
      throw new ConnectionLost(
        lostMessage(`${call.method} ${baseUrl}${call.path}`, call, mayHaveBeenReceived),
        {
          cause: error,
          mayHaveBeenReceived,
        },
      )
    } finally {
      clearTimeout(timer)
    }
  }

  async function once(call: Call): Promise<{ response: Response; body: Blob }> {
    const { response, body } = await attempt(call)
    if (response.status === 304 && call.last) return { response, body }
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw unexpected(call, response, `a redirect to ${response.headers.get('location') ?? 'elsewhere'}`)
    if (!response.ok) throw refusedBy(response, await body.text())
    return { response, body }
  }

  async function request(call: Call): Promise<{ response: Response; body: Blob }> {
    const endAt = call.endAt ?? Number.POSITIVE_INFINITY
    let mayHaveBeenReceived = false
    for (let retries = 0; ; retries++) {
      try {
        return await once(call)
      } catch (error) {
        // An earlier attempt may have arrived, though the last one did not.
        mayHaveBeenReceived ||= !(error instanceof ConnectionLost) || error.mayHaveBeenReceived
        if (error instanceof ConnectionLost) error.mayHaveBeenReceived = mayHaveBeenReceived
        if (retries >= (call.maxRetries ?? maxRetries) || !mayRepeat(call, error)) throw error
        const asked = error instanceof Refused ? retryAfterMs(error.headers) : 0
        const waitMs = Math.max(backoff(retryDelayMs, retries), asked)
        // Sooner than asked for would be of no use: rather the caller knows.
        if (asked > LONGEST_WAIT_MS || Date.now() + waitMs >= endAt) throw error
        await pause(waitMs, call.signal)
      }
    }
  }

  return {
    async json<T>(call: Call) {
      const { response, body } = await request(call)
      if (response.status === 304 && call.last) return assumeContract<T>(call.last)
      const value = parse(await body.text())
      if (value === undefined)
        throw unexpected(call, response, response.headers.get('content-type') ?? 'what is no JSON')
      noteAnswer(value, response)
      return assumeContract<T>(value)
    },
    async stream(call) {
      const { response } = await request({ ...call, isStream: true })
      return response.body ?? new ReadableStream({ start: (empty) => empty.close() })
    },
    bytes: async (call) => (await request(call)).body,
    address: (path) => baseUrl + path,
  }
}

function knownTag({ last }: Call): { 'if-none-match'?: string } {
  const tag = last && answerOf(last)?.headers.get('etag')
  return tag ? { 'if-none-match': tag } : {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Redirects are not followed: they would carry the credential along. */
function unexpected(call: Call, response: Response, what: string): UnexpectedAnswer {
  const message = `${call.method} ${call.path}: answered by ${what}. Is baseUrl the address of a Toscan server?`
  return Object.assign(new UnexpectedAnswer(response.status, null, message), { headers: response.headers })
}

/** The server holds its answers against the contract in its own tests; checking here would refuse newer words. */
function assumeContract<T>(json: unknown): T {
  return json as T
}

/** In a browser; elsewhere the address that a server listens on when nobody has said otherwise. */
function ownOrigin(): string {
  const location: unknown = Reflect.get(globalThis, 'location')
  return location instanceof Object ? String(Reflect.get(location, 'origin')) : 'http://127.0.0.1:8080'
}

function addressOf(baseUrl: string, { path, query = {} }: Call): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value
    if (text !== undefined && text !== null && text !== '') parameters.set(name, String(text))
  }
  const address = `${baseUrl}${path}${parameters.size > 0 ? `?${parameters}` : ''}`
  if (!/^https?:\/\/[^/]/.test(baseUrl) || !URL.canParse(address))
    throw new ToscanError(`baseUrl must be an address such as https://toscan.example, and is ${baseUrl}`)
  return address
}

/** Some ports are closed to `fetch` (6000 and others): nothing was sent, and nothing ever will be. */
function isBadPort(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port'
}

function mayRepeat(call: Call, error: unknown): boolean {
  if (error instanceof ConnectionLost) return isSafe(call) || !error.mayHaveBeenReceived
  if (!isSafe(call)) return false
  return error instanceof TimedOut || error instanceof ServerError || isThrottled(error)
}

/** By something in front of the service: the daily limit is another matter. */
function isThrottled(error: unknown): boolean {
  return error instanceof Refused && error.status === 429 && !(error instanceof DailyLimitReached)
}

function isSafe(call: Call): boolean {
  return call.method === 'GET' || call.mayRepeat === true
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Node names the reason in `cause`, of several addresses one for each. Browsers name none: then we do not know. */
function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  const all = cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors : [cause]
  return all.every((each: unknown) => each instanceof Error && NEVER_CONNECTED.has(codeOf(each)))
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

function lostMessage(what: string, call: Call, mayHaveBeenReceived: boolean): string {
  if (!mayHaveBeenReceived) return `${what}: the server cannot be reached`
  if (call.method === 'GET') return `${what}: the connection was lost`
  return `${what}: the connection was lost before the answer. The request may have been carried out: look before you repeat it`
}

/** Between half and all of the doubled delay, so that many clients do not come back in step. */
function backoff(delayMs: number, retries: number): number {
  return Math.min(delayMs * 2 ** retries, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2)
}
