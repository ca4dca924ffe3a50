import { parentPort } from 'node:worker_threads'
import type { ParsedPage } from '../../evidence/page.ts'
import { decodeText } from './bytes/charset.ts'
import { type ParsedJson, readJson } from './bytes/read-json.ts'
import { parseHtml } from './parse-html.ts'

/** What the pool sends to a worker. */
export interface ParseJob {
  kind: 'html' | 'json'
  bytes: Uint8Array
  contentType: string
  baseUrl: string
}

/** What it sends back. */
export type Parsed = { page: ParsedPage } | { json: ParsedJson }

// Runs as a worker only: answers every job with what it was parsed into, in order.
parentPort?.on('message', ({ kind, bytes, contentType, baseUrl }: ParseJob) => {
  const text = decodeText(bytes, contentType)
  const parsed: Parsed = kind === 'html' ? { page: parseHtml(text, baseUrl) } : { json: readJson(text) }
  parentPort?.postMessage(parsed)
})
parentPort?.postMessage('ready')
