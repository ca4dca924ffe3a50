import { createHmac, timingSafeEqual } from 'node:crypto'
import { ToscanError } from './errors.ts'
import type { ReceivedEvent } from './received-event.ts'

/** The request did not come from Toscan as it is: answer 400 and do nothing. */
export class WebhookNotVerified extends ToscanError {}

export interface VerifyOptions {
  /** Seconds that the sender's clock may differ from ours. Default 300. */
  toleranceSeconds?: number
  /** Default: the present. */
  now?: Date
}

type HeaderValues =
  | Record<string, string | readonly string[] | undefined>
  | { get(name: string): string | null }

/**
 * Checks a webhook by Standard Webhooks and gives its payload. Synchronous, so that it cannot be left unawaited.
 * @param rawBody as it was received: parsed and written again it would not match
 * @param headers of Node, Express, or a `Request`
 * @param secrets `whsec_…`; several while one is being rotated
 * @throws WebhookNotVerified
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: HeaderValues,
  secrets: string | readonly string[] | undefined,
  options: VerifyOptions = {},
): ReceivedEvent {
  if (secrets === undefined)
    throw new ToscanError('There is no webhook secret to verify with: it is undefined')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) throw new WebhookNotVerified('A webhook header is missing')
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const drift = Math.abs((options.now ?? new Date()).getTime() / 1000 - seconds)
  if (!(drift <= (options.toleranceSeconds ?? 300)))
    throw new WebhookNotVerified('The timestamp is too far from the present')

  const given = signatures.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []))
  const wanted = [secrets].flat().map((secret) => signatureOf(secret, `${id}.${timestamp}.`, rawBody))
  if (!wanted.some((signature) => given.some((each) => isEqual(each, signature))))
    throw new WebhookNotVerified('No signature matches: wrong secret, or a body that was changed on the way')
  return payloadOf(rawBody)
}

function headerOf(headers: HeaderValues, name: string): string | null {
  if ('get' in headers && typeof headers.get === 'function') return headers.get(name)
  const entry = Object.entries(headers).find(([each]) => each.toLowerCase() === name)
  const value: unknown = entry?.[1]
  return typeof value === 'string' ? value : Array.isArray(value) ? String(value[0]) : null
}

function signatureOf(secret: string, prefix: string, rawBody: string | Uint8Array): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  // An empty key would make a signature that anybody can make.
  if (key.length === 0) throw new WebhookNotVerified('The secret is empty or no base64')
  return createHmac('sha256', key).update(prefix).update(rawBody).digest()
}

function isEqual(given: string, wanted: Buffer): boolean {
  const bytes = Buffer.from(given, 'base64')
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

function payloadOf(rawBody: string | Uint8Array): ReceivedEvent {
  const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
  // The signature says that Toscan wrote it.
  return JSON.parse(text) as ReceivedEvent
}
