import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hop, PageResponse } from '../../src/evidence/page.ts'
import { readJson } from '../../src/net/html/bytes/read-json.ts'
import { parseHtml } from '../../src/net/html/parse-html.ts'
import type { Reading, Target } from '../../src/platforms/platform.ts'

export const FIXTURES = join(import.meta.dirname, '../../fixtures/platforms')

/** What stands in `<case>.expected.json` beside the raw answer `<case>.html` or `<case>.json`. */
export interface Expected {
  url: string
  finalUrl: string
  status: number
  headers: Record<string, string>
  hops: Hop[]
  target: Target | null
  expected: Reading
  /** The answer to the first reading's `next`, stored as `<case>.next.html` or `.json`. */
  next?: Omit<Expected, 'target' | 'next'>
}

export interface RecordedCase extends Expected {
  platform: string
  name: string
  response: PageResponse
  nextResponse: PageResponse | null
}

/** Statuses that a site never shows, with the reason, or that nobody has seen: `never.json` of its folder. */
export function neverOf(platform: string): Record<string, string> {
  const path = join(FIXTURES, platform, 'never.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Addresses of profiles by handle, and of pages that are none: `addresses.json` of its folder, which entries of the table have. */
export function addressesOf(platform: string): { profiles: Record<string, string[]>; others: string[] } {
  const path = join(FIXTURES, platform, 'addresses.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { profiles: {}, others: [] }
}

export function recordedCases(platform: string): RecordedCase[] {
  const folder = join(FIXTURES, platform)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((file) => file.endsWith('.expected.json'))
  return names.map((file) => {
    const name = file.replace('.expected.json', '')
    // Our own files, written in this form and compared whole by the test.
    const expected: Expected = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const nextResponse = expected.next ? responseFrom(join(folder, `${name}.next`), expected.next) : null
    return { ...expected, platform, name, response: responseFrom(join(folder, name), expected), nextResponse }
  })
}

function responseFrom(path: string, answer: Omit<Expected, 'target' | 'expected' | 'next'>): PageResponse {
  const isJson = existsSync(`${path}.json`)
  const body = readFileSync(`${path}.${isJson ? 'json' : 'html'}`, 'utf8')
  return {
    requestedUrl: answer.url,
    finalUrl: answer.finalUrl,
    status: answer.status,
    headers: answer.headers,
    hops: answer.hops,
    contentType: isJson ? 'application/json' : 'text/html',
    bytes: Buffer.byteLength(body),
    truncated: false,
    sha256: createHash('sha256').update(body).digest('hex'),
    fetchedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    page: isJson ? null : parseHtml(body, answer.finalUrl),
    ...(isJson ? readJson(body) : { json: undefined }),
    text: '',
  }
}
