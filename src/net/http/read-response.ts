import { hash } from 'node:crypto'
import type { Hop, HttpRequest, PageResponse } from '../../evidence/page.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import { headerOf, keptHeaders } from '../guard/response-headers.ts'
import { decodeText } from '../html/bytes/charset.ts'
import { hasControls, SNIFFED } from '../html/bytes/has-controls.ts'
import { textOfXml } from '../html/bytes/text-of-xml.ts'
import { refreshTarget } from '../html/parts/page-redirect.ts'
import type { Answer } from './follow-redirects.ts'
import type { RecentPages } from './recent-pages.ts'

const MAX_TEXT = 256 * 1024

/** Turns an answer into evidence: page, JSON or text by its type. `durationMs` is the caller's to set. */
export async function readResponse(
  answer: Answer,
  { request, hops, pool, body }: { request: HttpRequest; hops: Hop[]; pool: RecentPages; body?: boolean },
): Promise<PageResponse> {
  const { bytes, url } = answer
  const contentType = headerOf(answer.headers, 'content-type')
  const kind = kindOf(contentType, bytes, request.accept === 'json')
  const response: PageResponse = {
    requestedUrl: request.url,
    finalUrl: url.href,
    status: answer.status,
    headers: keptHeaders(answer.headers),
    hops: [...hops],
    contentType,
    bytes: bytes.length,
    truncated: answer.truncated,
    ...(answer.outOfTime && { outOfTime: true as const }),
    sha256: hash('sha256', bytes, 'hex'),
    fetchedAt: sharedNow().toISOString(),
    durationMs: 0,
    page: null,
    json: undefined,
    text: '',
    // A copy of its own: the worker that parses the page takes the original's memory away.
    ...(body && { body: new Uint8Array(bytes), ...(answer.exchange && { exchange: answer.exchange() }) }),
  }
  if (kind === 'text') {
    response.text = decodeText(bytes.subarray(0, MAX_TEXT), contentType).slice(0, MAX_TEXT)
    response.truncated ||= bytes.length > MAX_TEXT
    if (isXml(contentType)) {
      const { text, isCut } = textOfXml(response.text)
      response.text = text
      response.truncated ||= isCut
    }
  }
  if (kind !== 'json' && isJsonByItsEnds(bytes)) {
    // A copy, for it may be none after all.
    const parsed = await pool.parseJson(Buffer.from(bytes), contentType)
    if (parsed.json !== undefined) return Object.assign(response, parsed, { text: '' })
  }
  // Last: a large body is handed to the worker, and gone here.
  if (kind === 'html') {
    const page = await pool.parse(bytes, contentType, url.href, response.sha256)
    const refresh = page.refresh ?? refreshOf(headerOf(answer.headers, 'refresh'), url)
    response.page = refresh === page.refresh ? page : { ...page, refresh }
  }
  if (kind === 'json') {
    const { json, carries } = await pool.parseJson(bytes, contentType)
    response.json = json
    response.carries = carries
  }
  return response
}

/** What the header of that name says, which browsers heed as they do its meta element. */
function refreshOf(header: string, url: URL): string | null {
  const target = header === '' ? null : refreshTarget(header)
  const onward = target === null ? null : URL.parse(target, url.href)
  return onward?.protocol === 'http:' || onward?.protocol === 'https:' ? onward.href : null
}

type Kind = 'html' | 'json' | 'text' | 'binary'

function kindOf(contentType: string, bytes: Uint8Array, wantsJson: boolean): Kind {
  if (isNoText(bytes)) return 'binary'
  const type = (contentType.split(/[;,]/)[0] ?? '').trim().toLowerCase()
  if (type === 'application/json' || type === 'text/json' || type.endsWith('+json')) return 'json'
  // Some interfaces label their JSON as text or HTML.
  if (wantsJson && beginsJson(firstLetter(bytes))) return 'json'
  if (type === 'text/html' || /^application\/(?:vnd\.[\w.]+\.)?xhtml\+xml$/.test(type)) return 'html'
  // What names no type is looked at (WHATWG MIME Sniffing, 7).
  if (!type.includes('/') || /^(?:(?:unknown|application)\/unknown|\*\/\*)$/.test(type)) {
    const first = firstLetter(bytes)
    if (first === '<') return 'html'
    return beginsJson(first) ? 'json' : hasControls(bytes) ? 'binary' : 'text'
  }
  if (
    type.startsWith('text/') ||
    /^application\/((x-)?javascript|ecmascript|xml|x-ndjson|yaml)$/.test(type) ||
    type.endsWith('+xml')
  )
    return 'text'
  return 'binary'
}

function isXml(contentType: string): boolean {
  return /[/+]xml\s*(?:[;,]|$)/i.test(contentType)
}

function beginsJson(first: string): boolean {
  return first === '{' || first === '['
}

/** How archives, pictures and documents begin, whatever they are called: gzip, zstd, zip, PDF, PNG, GIF, JPEG. */
const BEGINNINGS = ['1f8b08', '28b52ffd', '504b0304', '25504446', '89504e47', '47494638', 'ffd8ff']

function isNoText(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return BEGINNINGS.some((known) => beginning.startsWith(known))
}

/** Whatever it is called: documents in braces are labelled as pages and as text. */
function isJsonByItsEnds(bytes: Uint8Array): boolean {
  const first = firstLetter(bytes)
  if (!beginsJson(first)) return false
  const end = Buffer.from(bytes.subarray(Math.max(0, bytes.length - 256)))
    .toString('latin1')
    .trimEnd()
  return end.endsWith(first === '{' ? '}' : ']')
}

function firstLetter(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, SNIFFED)).toString('latin1')
  return head
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .charAt(0)
}
