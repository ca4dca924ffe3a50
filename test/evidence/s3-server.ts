import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../src/cli/start/start.ts'
import { createS3Store, MOST_S3_BYTES, type S3Bucket } from '../../src/evidence/s3-store.ts'
import { createServiceFetch } from '../../src/net/http/service-fetch.ts'
import { until } from '../support/until.ts'

/** The one key that the server knows; it checks signatures of version 4 against it. */
const KEY = { keyId: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' }

export interface S3Server {
  bucket: S3Bucket
  /** Answers one request itself, before the server sees it; null lets it through. */
  meddle: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  /** Requests that arrived, e.g. `PUT /evidence/ab/…`. */
  arrivals: string[]
  close(): Promise<void>
}

/** With which a service keeps its pages there. */
export function settingsOf({ bucket }: S3Server): Record<string, string> {
  return {
    TOSCAN_EVIDENCE: `s3://${bucket.bucket}/${bucket.prefix.replace(/\/$/, '')}`,
    TOSCAN_EVIDENCE_S3_ENDPOINT: bucket.endpoint,
    TOSCAN_EVIDENCE_S3_REGION: bucket.region,
    TOSCAN_EVIDENCE_S3_KEY_ID: bucket.keyId,
    TOSCAN_EVIDENCE_S3_SECRET: bucket.secret,
  }
}

/** The store as a service opens it: through the guarded door. */
export function openBucket(
  bucket: S3Bucket,
  { timeoutMs, proxy }: { timeoutMs?: number; proxy?: string } = {},
) {
  const { fetch } = createServiceFetch({ baseUrl: bucket.endpoint, proxy, maxAnswerBytes: MOST_S3_BYTES })
  return createS3Store(bucket, { fetch, timeoutMs })
}

/** An S3-compatible server as a process of its own, with one empty bucket, behind a door where requests can be meddled with. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'toscan-s3-'))
  // The package forgets to ship the program that its command line belongs to.
  const program = "require('@20minutes/s3rver/lib/cli.js').parseAsync(process.argv)"
  const args = ['--directory', folder, '--address', '127.0.0.1', '--port', '0']
  // Its continuation tokens are made with DES.
  const node = ['--openssl-legacy-provider', '-e', program, 's3rver']
  const child = spawn(process.execPath, [...node, ...args, '--configure-bucket', 'evidence'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const port = await until('the S3 server listens', () => /listening on \S+:(\d+)/.exec(output)?.[1])

  const server: Omit<S3Server, 'bucket' | 'close'> = { meddle: null, arrivals: [] }
  const door = createServer((request, response) => {
    server.arrivals.push(`${request.method} ${request.url}`)
    if (server.meddle?.(request, response)) return
    const { method, headers, url: path } = request
    const onward = httpRequest({ host: '127.0.0.1', port, method, headers, path }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  const doorPort = typeof address === 'object' && address !== null ? address.port : 0

  return Object.assign(server, {
    bucket: { ...KEY, endpoint: `http://127.0.0.1:${doorPort}`, bucket: 'evidence', prefix: 'pages/' },
    async close() {
      door.closeAllConnections()
      await new Promise((resolve) => door.close(resolve))
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  })
}
