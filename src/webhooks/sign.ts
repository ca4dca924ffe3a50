import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export interface SignedHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, one `v1,<base64>` per live secret, separated by blanks.
 * @param keys the current one first
 * @param at the moment of this attempt
 */
export function sign(message: {
  id: string
  body: string | Buffer
  keys: KeyObject[]
  at: Date
}): SignedHeaders {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const before = `${message.id}.${timestamp}.`
  const signatures = message.keys.map(
    (key) => `v1,${createHmac('sha256', key).update(before).update(message.body).digest('base64')}`,
  )
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** The key in a secret `whsec_<base64>`. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
}
