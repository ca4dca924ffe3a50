import robotsModule from 'robots-parser'
import { startDeadline } from './deadline.ts'
import { failureOf, netError } from './failure.ts'
import { type FollowContext, followRedirects } from './follow-redirects.ts'

/** The site's own wishes about robots, asked once per origin. */
export interface Robots {
  /** @throws {Refused} `robots`, or the signal's reason. */
  mayVisit(url: URL, signal: AbortSignal): Promise<void>
}

const MAX_BYTES = 64 * 1024
const MAX_RULES = 2000
const MAX_LINE = 512
const MAX_WILDCARDS = 8
const MAX_ORIGINS = 500
const FRESH_MS = 10 * 60_000
const FETCH_MS = 5000

/** Its types describe an ES module; what Node imports is the CommonJS function itself. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default

/** The product token that robots.txt groups are matched with. */
const PRODUCT_TOKEN = 'Toscan'

type Rules = (url: string) => boolean

/** RFC 9309: unreachable or 4xx means no rules (2.3.1.3), 5xx means stay away (2.3.1.4). */
export function createRobots(context: FollowContext): Robots {
  const cache = new Map<string, { rules: Promise<Rules>; until: number }>()

  function rulesOf(origin: string): Promise<Rules> {
    const known = cache.get(origin)
    if (known && known.until > Date.now()) {
      // Moved to the end: a Map keeps the order of insertion, so the first is the least recently used.
      cache.delete(origin)
      cache.set(origin, known)
      return known.rules
    }
    const rules = loadRules(origin, context)
    cache.delete(origin)
    cache.set(origin, { rules, until: Date.now() + FRESH_MS })
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_ORIGINS) break
      cache.delete(oldest)
    }
    return rules
  }

  return {
    async mayVisit(url, signal) {
      const allowed = await orAborted(rulesOf(url.origin), signal)
      if (!allowed(url.href)) throw netError('robots', 'robots.txt asks us to stay away')
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

async function loadRules(origin: string, context: FollowContext): Promise<Rules> {
  const deadline = startDeadline(FETCH_MS, [])
  try {
    const answer = await followRedirects(
      { url: `${origin}/robots.txt` },
      { hops: [], visited: new Set(), maxHops: 5 },
      deadline,
      { ...context, limits: { wireBytes: MAX_BYTES, decodedBytes: MAX_BYTES } },
    )
    if (answer.status >= 500) return () => false
    if (answer.status !== 200) return () => true
    const text = answer.bytes.toString('utf8')
    // Half a rule may forbid more than the whole one.
    return parseRobots(origin, answer.truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text)
  } catch (error) {
    if (failureOf(error)) return () => true
    throw error
  } finally {
    deadline.end()
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
