import { STATUS_CODES } from 'node:http'
import { CDXIndexer, WARCRecord, WARCSerializer } from 'warcio'
import type { SignedExchange } from '../evidence/exchange.ts'

/** One thing that was seen, as a WARC holds it. */
export interface WarcEntry {
  url: string
  /** ISO 8601. */
  at: string
  bytes: Uint8Array
  contentType: string
  /** As it was answered; null for what a browser made of it, which nobody has sent. */
  answer: { status: number; headers: Record<string, string> } | null
  /** Named in our report. */
  ref: string | null
  truncated: boolean
  /** How it was asked for, where that is known. */
  exchange?: SignedExchange | undefined
}

/** Of what was sent; ours are the decoded bytes, and as many as there are. */
const OF_THE_WIRE = new Set(['content-encoding', 'transfer-encoding', 'content-length', 'connection'])

/**
 * A WARC 1.1, each record compressed by itself, and its index (CDXJ).
 * @param name of its file, as the index names it
 */
export async function writeWarc(
  entries: readonly WarcEntry[],
  { name, software, description }: { name: string; software: string; description: string },
): Promise<{ warc: Uint8Array; index: string }> {
  const info = WARCRecord.createWARCInfo(
    { filename: name, warcVersion: 'WARC/1.1' },
    { software, description, format: 'WARC File Format 1.1' },
  )
  const records = [info, ...entries.flatMap(recordsOf)]
  const parts: Uint8Array[] = []
  for (const record of records) parts.push(await WARCSerializer.serialize(record, { gzip: true }))
  const warc = Buffer.concat(parts)
  return { warc, index: await indexOf(warc, name) }
}

/** What came, and before it what was sent for it. What a browser made of a page nobody has sent. */
function recordsOf(entry: WarcEntry): WARCRecord[] {
  const came = recordOf(entry)
  const { url, at, exchange, answer } = entry
  if (!exchange || answer === null) return [came]
  const { method, headers } = exchange
  const { pathname, search } = new URL(url)
  const id = came.warcHeader('WARC-Record-ID') ?? ''
  const sent = WARCRecord.create(
    {
      url,
      date: new Date(at).toISOString(),
      warcVersion: 'WARC/1.1',
      type: 'request',
      warcHeaders: { 'WARC-Concurrent-To': id },
      statusline: `${method} ${pathname}${search} HTTP/1.1`,
      httpHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
    },
    [],
  )
  return [sent, came]
}

function recordOf({ url, at, bytes, contentType, answer, ref, truncated, exchange }: WarcEntry): WARCRecord {
  const warcHeaders: Record<string, string> = {
    ...(ref !== null && { 'X-Toscan-Ref': ref }),
    ...(truncated && { 'WARC-Truncated': 'length' }),
    ...(exchange?.tls && tlsHeaders(exchange.tls)),
    ...(answer === null && { 'Content-Type': oneLine(contentType) }),
  }
  const date = new Date(at).toISOString()
  const options = { url, date, warcVersion: 'WARC/1.1' as const, warcHeaders }
  if (answer === null) return WARCRecord.create({ ...options, type: 'resource' }, [bytes])
  const headers = Object.entries(answer.headers).filter(([header]) => !OF_THE_WIRE.has(header))
  const httpHeaders = Object.fromEntries([
    ...headers.map(([header, value]) => [header, oneLine(value)]),
    ['content-length', String(bytes.length)],
  ])
  const statusline = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`.trimEnd()
  return WARCRecord.create({ ...options, type: 'response', statusline, httpHeaders }, [bytes])
}

/** WARC 1.1 has no place for them; these names are proposed for its next version, and crawlers write them. */
function tlsHeaders({ protocol, cipher, certificate }: NonNullable<SignedExchange['tls']>) {
  return {
    'WARC-Protocol': protocol.toLowerCase().replace(/^tlsv/, 'tls/'),
    ...(cipher && { 'WARC-Cipher-Suite': oneLine(cipher) }),
    'X-Toscan-Certificate': `sha256:${certificate.sha256}`,
  }
}

/** What a server wrote into a header is to end no header of ours. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ').trim()
}

async function indexOf(warc: Uint8Array, filename: string): Promise<string> {
  const indexer = new CDXIndexer({ format: 'cdxj' })
  const lines: string[] = []
  const source = (async function* () {
    yield warc
  })()
  for await (const found of indexer.iterIndex([{ filename, reader: source }]))
    lines.push(indexer.serialize(found))
  return lines.toSorted().join('')
}
