import { ToscanError, WebhookNotVerified } from './errors.ts'
import type { ReceivedEvent } from './received-event.ts'

export interface VerifyOptions {
  /** Seconds that the sender's clock may differ from ours. Default 300. */
  toleranceSeconds?: number
  /** Default: the present. */
  now?: Date
}

export type RawBody = string | Uint8Array | ArrayBuffer

/** Of Node, Express, or a `Request`. */
export type HeaderValues =
  | Record<string, string | readonly string[] | undefined>
  | { get(name: string): string | null }

/** One for each secret; several while one is being rotated. Undefined is refused: it is what a setting that was forgotten gives. */
export type Secrets = string | readonly string[] | undefined

/**
 * What is to be checked, by whatever makes the HMAC: one of `signatures` must be that of `signed` by one of `keys`.
 * @throws WebhookNotVerified; ToscanError when the receiver is at fault, with no secret, one that cannot be any, or a body that is not raw
 */
export function webhookParts(
  rawBody: RawBody,
  headers: HeaderValues,
  secrets: Secrets,
  options: VerifyOptions,
): {
  signed: Uint8Array<ArrayBuffer>
  signatures: Uint8Array<ArrayBuffer>[]
  keys: Uint8Array<ArrayBuffer>[]
} {
  const body = bytesOf(rawBody)
  const keys = keysOf(secrets)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const given = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !given) throw new WebhookNotVerified('A webhook header is missing')
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const drift = Math.abs((options.now ?? new Date()).getTime() / 1000 - seconds)
  if (!(drift <= (options.toleranceSeconds ?? 300)))
    throw new WebhookNotVerified('The timestamp is too far from the present')

  const signatures = given
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [decode(part.slice(3))] : []))
  return {
    signed: joined(encode(`${id}.${timestamp}.`), body),
    signatures,
    keys,
  }
}

export function noSignatureMatches(): WebhookNotVerified {
  return new WebhookNotVerified('No signature matches: wrong secret, or a body that was changed on the way')
}

/** Only for a body whose signature has been checked: it says that Toscan wrote it. */
export function payloadOf(rawBody: RawBody): ReceivedEvent {
  return JSON.parse(new TextDecoder().decode(bytesOf(rawBody))) as ReceivedEvent
}

function bytesOf(rawBody: RawBody): Uint8Array {
  if (typeof rawBody === 'string') return encode(rawBody)
  if (rawBody instanceof Uint8Array) return rawBody
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  throw new ToscanError(
    'The body of a webhook is verified as it was received: give its text or bytes, before any JSON parser',
  )
}

function headerOf(headers: HeaderValues, name: string): string | null {
  if ('get' in headers && typeof headers.get === 'function') return headers.get(name)
  const entry = Object.entries(headers).find(([each]) => each.toLowerCase() === name)
  const value: unknown = entry?.[1]
  return typeof value === 'string' ? value : Array.isArray(value) ? String(value[0]) : null
}

/**
 * What cannot be a secret is the receiver's mistake, whatever it is sent: called a forgery it would have genuine webhooks refused
 * without a word. Among several it is not passed over, for then the day on which the other ends is the first to show it.
 */
function keysOf(secrets: Secrets): Uint8Array<ArrayBuffer>[] {
  const given: unknown[] = [secrets].flat()
  if (given.length === 0)
    throw new ToscanError('There is no webhook secret to verify with: the list is empty')
  return given.map((secret, at) => {
    const name = given.length === 1 ? 'The webhook secret' : `Webhook secret ${at + 1} of ${given.length}`
    if (typeof secret !== 'string')
      throw new ToscanError(`${name} is ${secret === null ? 'null' : typeof secret}`)
    const text = secret.trim().replace(/^whsec_/, '')
    if (text === '') throw new ToscanError(`${name} is empty`)
    const key = decode(text)
    // An empty key would make a signature that anybody can make.
    if (key.length === 0) throw new ToscanError(`${name} is no base64: it is what stands behind whsec_`)
    return key
  })
}

/** Of base64 in either alphabet; empty where it is none. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  try {
    const letters = atob(base64.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
