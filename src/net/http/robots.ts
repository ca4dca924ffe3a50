import robotsModule from 'robots-parser'
import type { FetchFailure } from '../../evidence/page.ts'
import { startDeadline } from '../guard/deadline.ts'
import { failureOf, netError } from '../guard/failure.ts'
import { type FollowContext, followRedirects } from './follow-redirects.ts'

/** The site's own wishes about robots, asked once per origin. */
export interface Robots {
  /** @throws {Refused} `robots`; {Unavailable} `robots_unreachable`, `dns_error`, `connect_error`, `tls_error`, or what was lacked here; or the signal's reason. */
  mayVisit(url: URL, signal: AbortSignal): Promise<void>
}

const MAX_BYTES = 64 * 1024
const MAX_RULES = 2000
const MAX_LINE = 512
const MAX_WILDCARDS = 8
const MAX_ORIGINS = 500
const FRESH_MS = 10 * 60_000
/** A robots.txt that could not be had is asked for again soon. */
const UNREACHABLE_MS = 45_000
/** For the first try and the second: together less than the shortest visit to a page. */
const FETCH_MS = [5000, 2500]

/** Its types describe an ES module; what Node imports is the CommonJS function itself. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default

/** The product token that robots.txt groups are matched with. */
const PRODUCT_TOKEN = 'Toscan'

type Rules = (url: string) => boolean

/** What became of asking: rules, or why nobody knows whether there are any. */
type Answered = { rules: Rules } | { failure: { reason: FetchFailure; detail: string } }

/** RFC 9309: 4xx means no rules (2.3.1.3); a server that fails or does not answer means stay away (2.3.1.4). */
export function createRobots(context: FollowContext, now: () => number = Date.now): Robots {
  const cache = new Map<string, { answered: Promise<Answered>; until: number }>()

  function answerOf(origin: string): Promise<Answered> {
    const known = cache.get(origin)
    if (known && known.until > now()) {
      // Moved to the end: a Map keeps the order of insertion, so the first is the least recently used.
      cache.delete(origin)
      cache.set(origin, known)
      return known.answered
    }
    const entry = { answered: load(origin, context), until: now() + FRESH_MS }
    entry.answered.then(
      (answered) => {
        if (!('failure' in answered)) return
        // What we lacked says nothing of the site.
        entry.until = OURS.has(answered.failure.reason) ? 0 : now() + UNREACHABLE_MS
      },
      () => {
        entry.until = 0
      },
    )
    cache.delete(origin)
    cache.set(origin, entry)
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_ORIGINS) break
      cache.delete(oldest)
    }
    return entry.answered
  }

  return {
    async mayVisit(url, signal) {
      const answered = await orAborted(answerOf(url.origin), signal)
      if ('failure' in answered) throw netError(answered.failure.reason, answered.failure.detail)
      if (!answered.rules(url.href)) throw netError('robots', 'robots.txt asks us to stay away')
    },
  }
}

/** Reads robots.txt rules; hostile sizes and patterns are cut, since matching them costs seconds. */
export function parseRobots(origin: string, text: string): Rules {
  const lines: string[] = []
  for (const line of text.slice(0, MAX_BYTES).split(/\r\n|\r|\n/)) {
    if (lines.length >= MAX_RULES) break
    const rule = line
      .replace(/#.*/, '')
      .trim()
      .replace(/\*{2,}/g, '*')
    if (rule === '' || rule.length > MAX_LINE || rule.split('*').length - 1 > MAX_WILDCARDS) continue
    lines.push(rule)
  }
  const robot = robotsParser(`${origin}/robots.txt`, lines.join('\n'))
  return (url) => robot.isAllowed(url.slice(0, 2048), PRODUCT_TOKEN) ?? true
}

/** Once more where it may only have been bad luck. */
async function load(origin: string, context: FollowContext): Promise<Answered> {
  let answered: Answered = { rules: () => false }
  for (const timeoutMs of FETCH_MS) {
    answered = await askOnce(origin, context, timeoutMs)
    if ('rules' in answered || answered.failure.reason !== 'robots_unreachable') break
  }
  return answered
}

async function askOnce(origin: string, context: FollowContext, timeoutMs: number): Promise<Answered> {
  const deadline = startDeadline(timeoutMs, [])
  try {
    const answer = await followRedirects(
      { url: `${origin}/robots.txt` },
      { hops: [], visited: new Set(), maxHops: 5 },
      deadline,
      { ...context, limits: { wireBytes: MAX_BYTES, decodedBytes: MAX_BYTES } },
    )
    if (answer.status >= 500) return unreachable(`HTTP ${answer.status}`)
    if (answer.status !== 200) return { rules: () => true }
    const text = answer.bytes.toString('utf8')
    // Half a rule may forbid more than the whole one.
    return { rules: parseRobots(origin, answer.truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text) }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    if (LEADS_NOWHERE.has(failure.reason)) return { rules: () => true }
    return isOfHost(failure) ? { failure } : unreachable(failure.reason)
  } finally {
    deadline.end()
  }
}

function unreachable(why: string): Answered {
  return { failure: { reason: 'robots_unreachable', detail: `robots.txt did not answer (${why})` } }
}

/** Redirects without an end may be taken for a file that is not there (2.3.1.2); an address that is not ours to ask is refused for the page itself. */
const LEADS_NOWHERE = new Set<FetchFailure>([
  'too_many_redirects',
  'redirect_loop',
  'invalid_url',
  'blocked_address',
])

/** What was lacked here, or by the name servers. */
const OURS = new Set<FetchFailure>(['dns_unavailable', 'no_route', 'out_of_resources'])

/** There is no such host, no connection to it, nobody who vouches for it, or nothing to ask it with: that is the news, and no page would come either. */
function isOfHost({ reason, detail }: { reason: FetchFailure; detail: string }): boolean {
  if (reason === 'connect_error') return !BROKE_OFF.has(detail)
  return reason === 'dns_error' || reason === 'tls_error' || OURS.has(reason)
}

/** The connection stood, and then no longer. */
const BROKE_OFF = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED'])

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
