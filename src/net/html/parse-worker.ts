import { parentPort } from 'node:worker_threads'
import { decodeText } from './charset.ts'
import { parseHtml } from './parse-html.ts'

/** What the pool sends to a worker. */
export interface ParseJob {
  bytes: Uint8Array
  contentType: string
  baseUrl: string
}

// Runs as a worker only: answers every job with its page, in order.
parentPort?.on('message', ({ bytes, contentType, baseUrl }: ParseJob) => {
  parentPort?.postMessage(parseHtml(decodeText(bytes, contentType), baseUrl))
})
parentPort?.postMessage('ready')
