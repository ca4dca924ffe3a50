import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { InvalidInput, Refused, Unavailable } from '../errors.ts'
import { checkStore } from './check-store.ts'
import { hashNamed, nameOf, packBytes, unpackBytes } from './pack-bytes.ts'
import type { EvidenceStore } from './store.ts'

export interface S3Bucket {
  /** `https://host[:port]`; the bucket is named in the path, which every compatible server understands. */
  endpoint: string
  bucket: string
  /** Empty, or ends with `/`. */
  prefix: string
  region: string
  keyId: string
  secret: string
}

const ATTEMPTS = 4
const FIRST_WAIT_MS = 200
const DEFAULT_TIMEOUT_MS = 10_000
/** Whoever signs a quarter of an hour too early or too late is refused; of a HEAD without a word why. */
const WORTH_SETTING_MS = 5 * 60_000
/** Of one answer: a stored page or picture is smaller, and so is a page of a list. */
export const MOST_S3_BYTES = 64 * 1024 * 1024

/**
 * Zstandard objects `ab/cdef….zst` in an S3-compatible bucket. Every request may be sent twice without harm, so what fails on
 * the way is tried again.
 * @param fetch the way there, which has to follow no redirect
 * @throws {Unavailable} from every method when the server stays away; {Refused} when it answers and will not.
 */
export function createS3Store(
  bucket: S3Bucket,
  { fetch, timeoutMs = DEFAULT_TIMEOUT_MS }: { fetch: typeof globalThis.fetch; timeoutMs?: number },
): EvidenceStore {
  const client = new AwsClient({
    accessKeyId: bucket.keyId,
    secretAccessKey: bucket.secret,
    region: bucket.region,
    service: 's3',
    retries: 0,
  })
  const root = `${bucket.endpoint}/${bucket.bucket}`
  const urlOf = (sha256: string) => `${root}/${bucket.prefix}${nameOf(sha256)}`

  /** What the service is ahead of the clock of this machine, as far as it has told. */
  let aheadMs = 0

  async function ask(method: string, url: string, body?: Uint8Array<ArrayBuffer>): Promise<S3Answer> {
    for (let attempt = 1; ; attempt++) {
      const sentAt = Date.now() + aheadMs
      const result = await askOnce({ client, fetch }, { method, url, body, timeoutMs, sentAt })
      const offMs = result.status === 403 && result.at !== null ? result.at - sentAt : 0
      if (Math.abs(offMs) > WORTH_SETTING_MS && attempt < ATTEMPTS) {
        aheadMs += offMs
        continue
      }
      const isPassing =
        result.status === null || result.status >= 500 || [408, 425, 429].includes(result.status)
      if (!isPassing) return result
      if (attempt === ATTEMPTS) throw awayError(bucket, result)
      // Up to twice as long, so that workers that failed together do not come back together.
      await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 + Math.random()))
    }
  }

  /** An answer of these statuses; everything else is a refusal. */
  async function expect(statuses: number[], asked: Promise<S3Answer>): Promise<S3Answer> {
    const answer = await asked
    if (statuses.includes(answer.status) && answer.code !== 'NoSuchBucket') return answer
    throw new Refused(`the evidence bucket answers ${answer.code || `HTTP ${answer.status}`}`, {
      facts: { code: answer.code, status: answer.status },
    })
  }

  const store: EvidenceStore = {
    check: () =>
      checkStore(store).catch((cause) => {
        throw new InvalidInput(whatToChange(bucket, cause), { cause })
      }),

    async put(sha256, bytes) {
      if (await store.has(sha256)) return
      // Two that put it at once write the same.
      await expect([200], ask('PUT', urlOf(sha256), Uint8Array.from(await packBytes(bytes))))
    },

    async get(sha256) {
      const { status, body } = await expect([200, 404], ask('GET', urlOf(sha256)))
      return status === 404 ? { ok: false, reason: 'missing' } : unpackBytes(sha256, body)
    },

    async has(sha256) {
      return (await expect([200, 404], ask('HEAD', urlOf(sha256)))).status === 200
    },

    async delete(sha256) {
      await expect([200, 204, 404], ask('DELETE', urlOf(sha256)))
    },

    async *list(before) {
      let token: string | null = null
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: bucket.prefix })
        if (token !== null) query.set('continuation-token', token)
        const { body } = await expect([200], ask('GET', `${root}?${query}`))
        const xml = Buffer.from(body).toString()
        for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const sha256 = hashNamed((textOf(entry, 'Key') ?? '').slice(bucket.prefix.length))
          const put = new Date(textOf(entry, 'LastModified') ?? '')
          if (sha256 !== null && put < before) yield sha256
        }
        token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : null
      } while (token !== null)
    },
  }
  return store
}

interface S3Answer {
  status: number
  /** The service's own word for an error, e.g. `NoSuchBucket`; empty when it said none. */
  code: string
  body: Uint8Array
  /** What time it is there, by its `Date`; null where it did not say. */
  at: number | null
}

interface NoS3Answer {
  status: null
  cause: unknown
}

async function askOnce(
  { client, fetch }: { client: AwsClient; fetch: typeof globalThis.fetch },
  asking: {
    method: string
    url: string
    body: Uint8Array<ArrayBuffer> | undefined
    timeoutMs: number
    sentAt: number
  },
): Promise<S3Answer | NoS3Answer> {
  const { method, url, body, sentAt } = asking
  // Signed with the request: bytes that were changed on the way are refused.
  const headers = {
    'x-amz-content-sha256': createHash('sha256')
      .update(body ?? '')
      .digest('hex'),
  }
  const signal = AbortSignal.timeout(asking.timeoutMs)
  try {
    const datetime = new Date(sentAt).toISOString().replace(/[:-]|\.\d{3}/g, '')
    const request = await client.sign(url, { method, headers, ...(body && { body }), aws: { datetime } })
    const response = await fetch(url, { method, headers: request.headers, body, signal, redirect: 'manual' })
    const received = new Uint8Array(await response.arrayBuffer())
    const code = response.ok ? '' : (textOf(Buffer.from(received).toString(), 'Code') ?? '')
    const at = Date.parse(response.headers.get('date') ?? '')
    return { status: response.status, code, body: received, at: Number.isNaN(at) ? null : at }
  } catch (cause) {
    // What may not be reached now may not be in a second either.
    if (cause instanceof Refused) throw cause
    return { status: null, cause }
  }
}

function awayError(bucket: S3Bucket, result: S3Answer | NoS3Answer): Unavailable {
  const why = 'cause' in result ? reasonOf(result.cause) : `HTTP ${result.status} ${result.code}`.trim()
  return new Unavailable(`${bucket.endpoint} does not answer: ${why}`, {
    cause: 'cause' in result ? result.cause : undefined,
  })
}

/** `fetch failed` says nothing; what failed stands behind it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}

function whatToChange(bucket: S3Bucket, error: Error): string {
  const where = `TOSCAN_EVIDENCE=s3://${bucket.bucket}/${bucket.prefix} at ${bucket.endpoint}`
  const { code, status } = error instanceof Refused ? error.facts : {}
  if (code === 'NoSuchBucket' || status === 404)
    return `${where}: there is no such bucket. Make it, or name another.`
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch')
    return `${where}: the key is refused (${code}). Check TOSCAN_EVIDENCE_S3_KEY_ID and TOSCAN_EVIDENCE_S3_SECRET.`
  if (code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect' || status === 301)
    return `${where}: the bucket lies in another region (${code}). Check TOSCAN_EVIDENCE_S3_REGION and TOSCAN_EVIDENCE_S3_ENDPOINT.`
  if (status === 403)
    return `${where}: access is denied. The key must exist and be allowed to list the bucket, and to get, put and delete objects.`
  return `${where}: ${error.message}.`
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of the first such element. S3's answers nest little and carry no attributes on what we read. */
function textOf(xml: string, element: string): string | null {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '') ?? null
}
